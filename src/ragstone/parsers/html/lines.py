"""True line numbers through an HTML parser that has none.

Before parsing, every line of every text in the source gets a mark that names its number: a few
noncharacters (U+FDD0 to U+FDE0, which Unicode reserves for internal use). They travel through tree
construction as text, wherever the parser moves it, and are taken out again afterwards. Comments,
scripts and the inside of tags get none; a picture's tag gets its lines in an attribute.

    marked = mark_lines("<p>a\\nb", TagFilter())     # "<p>⟨1⟩a\\n⟨2⟩b"
    list(marked_pieces("⟨1⟩a\\n⟨2⟩b"))       # [(1, "a\\n"), (2, "b")]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragstone.parsers.html.tags import RAW, RAW_TEXT, TagFilter

_DIGITS = str.maketrans({f"{digit:x}": chr(0xFDD0 + digit) for digit in range(16)})
_VALUES = {ord(mark): digit for digit, mark in _DIGITS.items()}
_END = "\ufde0"
_OURS = re.compile("[\ufdd0-\ufde0]")
_MARK = re.compile("([\ufdd0-\ufddf]+)\ufde0")

#: WHATWG HTML, 13.2.5: a comment, a declaration or bogus comment, or a whole tag. Quotes count
#: only after an equals sign.
_MARKUP = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|</?(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?:[^>=]++|=\s*+\"[^\"]*+\"|=\s*+'[^']*+'|=)*+>"
    r"|<[!?/][^>]*+>?",
    re.DOTALL,
)
_TAG_START = re.compile(r"</?[a-zA-Z]")


def mark_lines(source: str, tags: TagFilter) -> str:
    """`source` with LF line ends, a mark before the text of every line, and the tags that `tags`
    keeps. Linear.
    """
    source = _OURS.sub("\ufffd", source.replace("\r\n", "\n").replace("\r", "\n"))
    out: list[str] = []
    at, line = 0, 1
    while at < len(source):
        start = source.find("<", at)
        match = _MARKUP.match(source, start) if start >= 0 else None
        if start < 0 or (match is None and _TAG_START.match(source, start)):
            # No markup follows, or a tag that the file ends in: browsers drop that too.
            end = start if start >= 0 else len(source)
            out += (_marked(source[at:end], line), source[end:])
            break
        end = start if match else start + 1
        out.append(_marked(source[at:end], line))
        line += source.count("\n", at, end)
        at = end
        if match is None:
            continue
        tag, at = match.group(), match.end()
        name = (match.group("name") or "").lower()
        out.append(tags.kept(tag, name, line))
        line += tag.count("\n")
        if name in RAW or name in RAW_TEXT:
            if tag[1] == "/" or tags.is_empty(tag):
                continue
            closing = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(source, at)
            end = closing.start() if closing else len(source)
            content = source[at:end]
            out.append(_marked(content, line) if name in RAW_TEXT else content)
            line += content.count("\n")
            at = end
    return "".join(out)


def _marked(text: str, line: int) -> str:
    if not text or text.isspace():
        return text
    parts = text.split("\n")
    for index, part in enumerate(parts):
        if part and not part.isspace():
            parts[index] = f"{line + index:x}".translate(_DIGITS) + _END + part
    return "\n".join(parts)


def marked_pieces(text: str) -> Iterator[tuple[int | None, str]]:
    """(line, text) of a text node; None for text before any mark, whose line is not known."""
    pieces = _MARK.split(text)
    if pieces[0]:
        yield None, pieces[0]
    for digits, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if piece:
            yield int(digits.translate(_VALUES), 16), piece


def without_marks(text: str) -> str:
    """`text` with every mark taken out: for attributes and titles."""
    return _OURS.sub("", text)
