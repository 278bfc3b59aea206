"""Plain text and source code: the file verbatim, divided into paragraphs with their lines.

Typing is cautious: a heading is only what hardly can be anything else (a chapter line, a short
numbered line or capitals standing alone, an underlined line); `provenance.rule` says which rule
spoke. Most lines of most text files are no headings, and a false one cuts a chunk.

    TextParser().read(Source.from_text("第一章 潮汐\\n\\n高潮在六点。")).elements[0].level     # 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source
from ragstone.text.prose import reads_like_prose

_CODE = frozenset(
    {
        "text/x-source",
        "application/toml",
    }
)
_PROSE = frozenset({"text/plain"})

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_BULLET = re.compile(r"[ \t]*([-*+•‣▪◦●○·–])(?:[ \t]+|(?<=[•●○▪])(?=\S))(?=\S)")
_NUMBER = re.compile(
    r"[ \t　]*((?:\d{1,3}|[a-zA-Z])[.)、]|[(（][\d一二三四五六七八九十]{1,3}[)）])[ \t]*(?=\S)"
)
_CHAPTER = re.compile(
    r"[ \t　]*(?:第[〇零一二三四五六七八九十百千\d]{1,7}([章回卷部篇编節节条])(?=[\s　:：、]|$)"
    r"|(?:chapter|part|book|appendix)[ ]+(?:\d{1,3}|[ivxlc]{1,7}|[a-z])(?=[\s.:—-]|$))",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t　]+[^\W\d_]|[一二三四五六七八九十]{1,3}、"
)
_UNDERLINE = re.compile(r"[ \t]*(={3,}|-{3,}|~{3,})[ \t]*$")
_SENTENCE_END = re.compile(r"[.!?。！？;；:：,，…][\"'”’）)」』]*$")
_TITLE_LENGTH = 60
_CHINESE_LEVELS = {"部": 1, "卷": 1, "编": 1, "篇": 1, "章": 1, "回": 1, "节": 2, "節": 2, "条": 3}


class _Line(NamedTuple):
    start: int
    end: int
    number: int


_Block = list[_Line]


class TextParser(ParserBase):
    """Text verbatim on the document; every paragraph an element with its span and lines."""

    row = own_row("text")

    def read(self, source: Source) -> Document:
        found = text_of(source)
        media_type = source.media_type or "text/plain"
        is_code = media_type in _CODE or (
            media_type.startswith("text/x-") and media_type not in _PROSE
        )
        if is_code:
            elements = _code(found.text, _language(source.name, media_type))
        else:
            elements = _prose(found.text)
        return Document(
            source=source.name,
            media_type=media_type,
            elements=outline(elements),
            text=found.text,
            grouping="whole",
            facts=found.facts,
            warnings=found.warnings,
            parser=self.parser_type,
            strategy="code" if is_code else "paragraphs",
        )


def _language(name: str, media_type: str) -> str:
    if media_type.startswith("text/x-") and media_type != "text/x-source":
        return media_type.removeprefix("text/x-")
    return PurePath(name).suffix.lower().lstrip(".") or media_type.rpartition("/")[2]


def _lines(text: str) -> Iterator[_Line | None]:
    """Each line with something on it, without its end; None for a run of blank ones."""
    was_blank = True
    for number, match in enumerate(_LINE.finditer(text), start=1):
        start, end = match.span(1)
        if start == end or text[start:end].isspace():
            if not was_blank:
                yield None
            was_blank = True
        else:
            was_blank = False
            yield _Line(start, end, number)


def _code(text: str, language: str) -> Iterator[Element]:
    """One element a top-level block: cut at blank lines before a line that is not indented."""
    block: _Block = []
    after_blank = False
    for line in _lines(text):
        if line is None:
            after_blank = True
            continue
        if block and after_blank and text[line.start] not in " \t)]}":
            yield _code_element(text, block, language)
            block = []
        block.append(line)
        after_blank = False
    if block:
        yield _code_element(text, block, language)


def _code_element(text: str, block: _Block, language: str) -> Element:
    span = Span(block[0].start, block[-1].end)
    return Element(
        ElementType.CODE_SNIPPET,
        text[span.start : span.end],
        provenance=_place(block, "source code"),
        facts={"language": language},
        span=span,
    )


def _place(block: _Block, rule: str) -> Provenance:
    return Provenance(line_start=block[0].number, line_end=block[-1].number, rule=rule)


def _blocks(text: str) -> Iterator[_Block]:
    """Paragraphs: lines between blank ones, chapter lines alone, indented Chinese lines apart."""
    block: _Block = []
    for line in _lines(text):
        if line is None:
            if block:
                yield block
            block = []
            continue
        alone = _is_chapter(text, line)
        if block and (alone or text.startswith("　　", line.start)):
            yield block
            block = []
        block.append(line)
        if alone:
            yield block
            block = []
    if block:
        yield block


def _is_chapter(text: str, line: _Line) -> bool:
    if line.end - line.start > _TITLE_LENGTH:
        return False
    content = text[line.start : line.end].strip()
    return bool(_CHAPTER.match(content)) and not _SENTENCE_END.search(content)


def _prose(text: str) -> Iterator[Element]:
    """Elements of all blocks; a block's neighbours help to tell headings from list items."""
    before: _Block | None = None
    blocks = _blocks(text)
    current = next(blocks, None)
    while current is not None:
        after = next(blocks, None)
        title = _title(text, before, current, after)
        if title is not None:
            yield title
        else:
            yield from _items(text, before, current, after) or (_paragraph(text, current),)
        before, current = current, after


def _paragraph(text: str, block: _Block) -> Element:
    span = Span(block[0].start, block[-1].end)
    content = text[span.start : span.end]
    prose = reads_like_prose(content)
    return Element(
        ElementType.NARRATIVE_TEXT if prose else ElementType.UNCATEGORIZED_TEXT,
        content,
        provenance=_place(block, "sentences" if prose else "short or no sentence"),
        span=span,
    )


def _title(text: str, before: _Block | None, block: _Block, after: _Block | None) -> Element | None:
    """A title with the rule that found it, or None."""
    first = block[0]
    content = text[first.start : first.end].strip()
    if len(content) > _TITLE_LENGTH:
        return None
    if len(block) == 2:
        mark = _UNDERLINE.match(text[block[1].start : block[1].end])
        if mark and not _UNDERLINE.match(content) and len(mark.group(1)) * 2 >= len(content):
            return _title_element(text, block, 1 if mark.group(1)[0] == "=" else 2, "underlined")
    if len(block) > 1 or _SENTENCE_END.search(content):
        return None
    chapter = _CHAPTER.match(content)
    if chapter:
        return _title_element(text, block, _CHINESE_LEVELS.get(chapter.group(1), 1), "chapter line")
    if after is None:
        return None
    numbered = _NUMBERED.match(content)
    if numbered and not _is_numbered(text, before) and not _is_numbered(text, after):
        level = numbered.group(1).count(".") + 1 if numbered.group(1) else 1
        return _title_element(text, block, level, "short numbered line alone")
    if content.isupper() and sum(character.isalpha() for character in content) >= 4:
        return _title_element(text, block, 1, "capitals alone")
    return None


def _is_numbered(text: str, block: _Block | None) -> bool:
    return block is not None and bool(
        _NUMBER.match(text, block[0].start, block[0].end)
        or _NUMBERED.match(text, block[0].start, block[0].end)
    )


def _title_element(text: str, block: _Block, level: int, rule: str) -> Element:
    return Element(
        ElementType.TITLE,
        text[block[0].start : block[0].end].strip(),
        level=level,
        provenance=_place(block, rule),
        span=Span(block[0].start, block[-1].end),
    )


def _items(text: str, before: _Block | None, block: _Block, after: _Block | None) -> list[Element]:
    """The list items of a block that begins with one; nothing for any other block."""
    first = block[0]
    marker = _BULLET if _BULLET.match(text, first.start, first.end) else _NUMBER
    if marker is _NUMBER and not _NUMBER.match(text, first.start, first.end):
        return []
    opened = [
        (index, match)
        for index, line in enumerate(block)
        if (match := marker.match(text, line.start, line.end))
    ]
    in_row = len(opened) > 1 or _is_numbered(text, before) or _is_numbered(text, after)
    if marker is _NUMBER and not in_row:
        return []
    ends = [index for index, _ in opened[1:]] + [len(block)]
    return [
        _item(text, block[start:end], match)
        for (start, match), end in zip(opened, ends, strict=True)
    ]


def _item(text: str, lines: Sequence[_Line], match: re.Match[str]) -> Element:
    indent = match.start(1) - lines[0].start
    return Element(
        ElementType.LIST_ITEM,
        text[match.end() : lines[-1].end],
        provenance=_place(list(lines), "list marker"),
        facts={"list_marker": match.group(1), "list_depth": min(indent // 2, 8)},
        span=Span(lines[0].start, lines[-1].end),
    )
