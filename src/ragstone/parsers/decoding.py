"""From a source to its text, with what a document should say about the decoding.

Shared by the parsers of text formats; the rules of decoding itself live in `text.encoding`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ragstone.sources.source import Source
from ragstone.text.encoding import clean, decode

#: `<?xml encoding="…"?>`, `# -*- coding: … -*-` in the first lines (PEP 263).
_XML_DECLARATION = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._:-]+)")
_COOKIE = re.compile(rb"\A(?:[^\n]*\n)?[ \t\f]*(?:#|//|--|\.\.)[^\n]*?coding[:=][ \t]*([-\w.]+)")


_LOST = (
    "the file could not be decoded: most of its characters are U+FFFD, which stands for what was "
    "lost; get the file again as it was before it was converted"
)


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a source, and the facts and warnings about how it was decoded."""

    text: str
    facts: Mapping[str, Any]
    warnings: tuple[str, ...]


def text_of(
    source: Source, declared: str | None = None, *, written_in_utf8: str = ""
) -> SourceText:
    """Decode `source`; `declared` is an encoding that its own markup names.

    `written_in_utf8` names a format that is UTF-8 wherever nothing is declared: "JSON"; one that is
    not gets a warning.

    A text of blanks only comes back as "" with the warning "empty". Raises `LimitExceeded` past
    `file_bytes` and `text_characters`.
    """
    if source.text is not None:
        source.limits.check(
            "file_bytes", len(source.text.encode("utf-8", "surrogatepass")), source.name
        )
        text, warnings = clean(source.text)
        facts: dict[str, Any] = {}
    else:
        data = source.read_bytes()
        declared = declared or declared_encoding(data[:2048])
        found = decode(data, declared)
        text, warnings = found.text, found.warnings
        if written_in_utf8 and not declared and not found.encoding.startswith("utf-"):
            told = f"this was read as {found.encoding}, which fits its bytes better"
            warnings = (f"{written_in_utf8} is written in UTF-8, and {told}", *warnings)
        facts = {"encoding": found.encoding, "encoding_confidence": found.confidence}
    source.limits.check("text_characters", len(text), source.name)
    if not text or text.isspace():
        return SourceText("", facts, (*warnings, "empty"))
    if _is_lost(text):
        warnings = (*warnings, _LOST)
    return SourceText(text, facts, warnings)


def declared_encoding(head: bytes) -> str | None:
    """The encoding that an XML declaration or a coding cookie names, if there is one."""
    found = _XML_DECLARATION.search(head) or _COOKIE.search(head[:400])
    return found.group(1).decode("ascii", "replace") if found else None


def _is_lost(text: str) -> bool:
    """Whether at least every second character that shows is U+FFFD."""
    lost = text.count("\ufffd")
    return lost > 0 and lost * 2 >= len("".join(text.split()))
