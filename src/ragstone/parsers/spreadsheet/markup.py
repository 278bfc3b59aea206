"""Pieces of SpreadsheetML read as text: attributes, strings with their escapes, a stream as UTF-8.

A sheet of a million rows has six million elements; a tree or a call for each takes twice the time
that there is. Its rows are found by pattern (`sheet_xml.py`), so what stands around them is too.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator
from typing import IO

from ragstone.text.encoding import codec_of

_CHUNK = 256 * 1024
_ATTRIBUTE = re.compile(r"""(?<![\w.:-])([\w.:-]++)\s*+=\s*+(?:"([^"<]*+)"|'([^'<]*+)')""")
_ENCODING = re.compile(rb"""<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
#: Characters that no text has (they come in through `_x0001_`), and halves of surrogates.
_NO_TEXT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def attributes(markup: str) -> dict[str, str]:
    """The attributes in a start tag, by their names without prefix ("r:id" is "id")."""
    return {
        match[1].rpartition(":")[2]: plain(match[2] if match[2] is not None else match[3])
        for match in _ATTRIBUTE.finditer(markup)
    }


def plain(markup: str) -> str:
    """Character data as text: entities and SpreadsheetML's own `_x000D_` resolved."""
    if "&" in markup:
        markup = html.unescape(markup)
    if "_x" in markup:
        markup = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), markup)
        markup = _SURROGATES.sub(_joined, markup)
    if "\r" in markup:
        markup = markup.replace("\r\n", "\n").replace("\r", "\n")
    return without_controls(markup)


def without_controls(text: str) -> str:
    """`text` without the characters that no text has."""
    return text if text.isprintable() else _NO_TEXT.sub("", text)


def _joined(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16")


def is_on(value: str | None) -> bool:
    """An attribute of the type ST_Boolean."""
    return value in ("1", "true", "on")


def decoded(stream: IO[bytes]) -> Iterator[str]:
    """The text of an XML stream, piece by piece; bad bytes become U+FFFD."""
    first = stream.read(_CHUNK)
    decoder = codecs.getincrementaldecoder(_encoding(first))("replace")
    chunk = first
    while chunk:
        yield decoder.decode(chunk)
        chunk = stream.read(_CHUNK)
    yield decoder.decode(b"", True)


def _encoding(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if head.startswith((b"<\0", b"\0<")):
        return "utf-16-le" if head.startswith(b"<\0") else "utf-16-be"
    found = _ENCODING.match(head)
    if found is None:
        return "utf-8"
    return codec_of(found[1].decode("ascii")) or "utf-8"
