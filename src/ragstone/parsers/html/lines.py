"""True line numbers through an HTML parser that has none.

Before parsing, every line of every text in the source gets a mark that names its number
(`line_mark.py`). Marks travel through tree construction as text, wherever the parser moves it, and
are taken out again afterwards. Comments, scripts and the inside of tags get none; a picture's tag
gets those of its first and last line in an attribute.

    mark_lines("<p>a\\nb", TagFilter())     # "<p>⟨1⟩a\\n⟨2⟩b"
"""

from __future__ import annotations

import re

from ragstone.parsers.html.line_mark import mark, without_foreign_marks
from ragstone.parsers.html.tags import RAW, RAW_TEXT, TagFilter

#: WHATWG HTML, 13.2.5: a comment, a declaration or bogus comment, or a whole tag. Quotes count
#: only after an equals sign.
_MARKUP = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|</?(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?:[^>=]++|=\s*+\"[^\"]*+\"|=\s*+'[^']*+'|=)*+>"
    r"|<[!?/][^>]*+>?",
    re.DOTALL,
)
_RAW = RAW | RAW_TEXT
_TAG_START = re.compile(r"</?[a-zA-Z]")


def mark_lines(source: str, tags: TagFilter) -> str:
    """`source` with LF line ends, a mark before the text of every line, and the tags that `tags`
    keeps. Linear.
    """
    source = without_foreign_marks(source.replace("\r\n", "\n").replace("\r", "\n"))
    out: list[str] = []
    at, line, match_markup = 0, 1, _MARKUP.match
    while at < len(source):
        start = source.find("<", at)
        match = match_markup(source, start) if start >= 0 else None
        if start < 0 or (match is None and _TAG_START.match(source, start)):
            # No markup follows, or a tag that the file ends in: browsers drop that too.
            end = start if start >= 0 else len(source)
            out += (_marked(source[at:end], line) if at < end else "", source[end:])
            break
        end = start if match else start + 1
        if at < end:
            out.append(_marked(source[at:end], line))
            line += source.count("\n", at, end)
            at = end
        if match is None:
            continue
        tag, name = match.group(0, "name")
        at, name = match.end(), (name or "").lower()
        out.append(tags.kept(tag, name, line))
        line += tag.count("\n")
        if name in _RAW:
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
    if text.isspace():
        return text
    if "\n" not in text:
        return mark(line) + text
    parts = text.split("\n")
    for index, part in enumerate(parts):
        if part and not part.isspace():
            parts[index] = mark(line + index) + part
    return "\n".join(parts)
