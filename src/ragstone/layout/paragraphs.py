"""Paragraphs: lines of one block that belong together.

A paragraph ends at a wider gap, at another font size or weight, at an indented first line, at a
list marker, and after a line that had room for the next word. Lines set as titles are put together
whatever room they had, up to the next number. Lines in a typewriter's font keep their line ends.

    paragraphs(block, body)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragstone.layout.body import LARGER, Body, gap_em, same_size
from ragstone.layout.line import Line
from ragstone.layout.numbering import counts_up, is_bullet, marker, section_number
from ragstone.text.script import WIDE

_UNFINISHED = re.compile(r"(?:[-/&,–—:]|\b(?:and|or|of|the|a|an|for|in|on|to|with|by|from|at))$")
_ENDED = re.compile(r"[.!?:;。．！？：；…][\"'”’)\]）」』»]*$")
_FIRST_WORD = re.compile(r"\S+")
#: A row of a contents list: leaders or a wide gap, then the page.
CONTENTS_ROW = re.compile(
    r"(?:\.{3,}|(?:\. ){3,}|…{2,}|·{3,}|_{3,}|\s{3,})\s*(?:\d{1,4}|[ivxlc]{1,7})$"
)

_PAGE = re.compile(r"[^\W\d_].*\s(\d{1,4})$")
#: How much wider than usual a gap is that ends a paragraph, in ems.
_WIDER_EM = 0.35
#: Lines of a title may stand further apart.
_WIDER_TITLE_EM = 0.8
#: Code has blank lines in it.
_WIDER_CODE_EM = 1.8
_INDENT_EM = 0.8
#: The first line of a paragraph is indented by this much at most.
_FIRST_LINE_EM = 3.0
#: A bold line is closer to the text that it begins than a title is, by ems beyond the usual gap.
_SET_OFF_EM = 0.15
#: Lines of a paragraph begin within so many ems of each other, or hang by at most so many.
_LEVEL_EM, _HANGING_EM = 0.15, 6.0
#: Justified lines end within this many ems of each other.
_ALIKE_EM = 0.5
#: Running text is at least this wide.
_COLUMN_EM = 15.0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines with their joined text; `starts` has the offset of each line in `text`.

    `marker` is the bullet or number of a list item, which is not part of `text`; lines of `code`
    keep their line ends.
    """

    lines: tuple[Line, ...]
    text: str
    starts: tuple[int, ...]
    marker: str = ""
    code: bool = False

    @property
    def size(self) -> float:
        """The font size of most of the text, in points."""
        return max(self.lines, key=lambda line: len(line.text)).size

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines)


def paragraphs(block: Sequence[Line], body: Body) -> list[Paragraph]:
    """The paragraphs of one block of lines."""
    found: list[Paragraph] = []
    for stretch in _stretches(block, body):
        if _is_code(stretch, body):
            found.append(_code(stretch))
            continue
        current: list[Line] = []
        left = min(line.x0 for line in stretch)
        right = _right(stretch)
        for line in stretch:
            if current and _starts_anew(current, line, (left, right), body):
                found.append(_paragraph(current, body))
                current = []
            current.append(line)
        found.append(_paragraph(current, body))
    return found


def unmarked(paragraph: Paragraph, body: Body) -> Paragraph:
    """The same with its marker as part of its text, as titles have it."""
    if not paragraph.marker:
        return paragraph
    return Paragraph(paragraph.lines, *body.words.joined(paragraph.lines))


def _stretches(block: Sequence[Line], body: Body) -> list[list[Line]]:
    """Lines without a wider gap or a change of look between them."""
    found: list[list[Line]] = []
    right = _right(block) if block else 0.0
    for line in block:
        if found:
            above = found[-1][-1]
            if above.tag is not None and line.tag is not None and line.tag.block >= 0:
                # The file says where its paragraphs end.
                if above.tag.block == line.tag.block:
                    found[-1].append(line)
                else:
                    found.append([line])
                continue
            code = above.style.monospaced and line.style.monospaced and not body.monospaced
            titles = body.ratio(line) >= LARGER and line.bold
            limit = _WIDER_CODE_EM if code else _WIDER_EM
            if body.is_display(line) and _is_unfinished(above.text, line.text):
                limit = _WIDER_TITLE_EM
            wider = gap_em(above, line) > body.gap + limit
            above_it = line.y1 <= above.y0
            alike = same_size(above, line)
            same = titles or above.style.monospaced == line.style.monospaced
            if alike and not (same and above.bold == line.bold):
                # Names in bold or in a typewriter's font may fill a line of running text.
                alike = _goes_on(above, line, right, body)
            if not wider and not above_it and alike:
                found[-1].append(line)
                continue
        found.append([line])
    return found


def _right(lines: Sequence[Line]) -> float:
    """Where full lines end; a line that runs over into the margin does not tell."""
    edges = sorted((line.x1 for line in lines), reverse=True)
    em = lines[0].size
    while len(edges) > 3 and edges[0] - edges[1] > em and edges[1] - edges[3] <= _ALIKE_EM * em:
        edges = edges[1:]
    return edges[0]


def _goes_on(above: Line, below: Line, right: float, body: Body) -> bool:
    """Whether a line in another look is one of the same running text: as near and as far left as
    its neighbour, which has no room for its first word."""
    near = gap_em(above, below) <= body.gap + (_SET_OFF_EM if above.bold else _WIDER_EM)
    indent_em = (below.x0 - above.x0) / (below.size or 1.0)
    # The name of an entry hangs out over what is said of it.
    level = -_LEVEL_EM <= indent_em <= (_HANGING_EM if above.bold else _LEVEL_EM)
    return near and level and not _had_room(above, below, right)


def _is_unfinished(above: str, below: str) -> bool:
    """Whether a title's line cannot be its last one."""
    return below[:1].islower() or _UNFINISHED.search(above) is not None


def _starts_anew(
    current: Sequence[Line], line: Line, edges: tuple[float, float], body: Body
) -> bool:
    left, right = edges
    em, above = line.size or 1.0, current[-1]
    if above.tag is not None and line.tag is not None and above.tag.block == line.tag.block >= 0:
        return False
    if marker(line.text)[0] or line.gapped != above.gapped:
        return True
    if CONTENTS_ROW.search(above.text) or counts_up(above.text, line.text):
        return True
    if line.gapped:
        return _pages_go_up(above.text, line.text)
    if body.is_display(line):
        return section_number(line.text) is not None or abs(line.x0 - above.x0) > 0.5 * (
            right - left
        )
    if marker(current[0].text)[0]:
        # The second line of a list item hangs under its text or under its marker, or goes on at the
        # left edge where items are indented as first lines of paragraphs are.
        hangs = line.x0 >= current[0].x0 - 0.5 * em
        indent = current[0].x0 - line.x0
        wide = right - left >= _COLUMN_EM * em
        goes_on = wide and abs(line.x0 - left) <= 0.3 * em and indent <= _FIRST_LINE_EM * em
        return not (hangs or goes_on) or _had_room(above, line, right)
    if _had_room(above, line, right):
        return True
    indented = line.x0 > left + _INDENT_EM * em and above.x0 < line.x0 - _INDENT_EM * em
    # A first line stands left of all others in lists of names and what they mean.
    hangs = len(current) == 1 and _ENDED.search(above.text) is None
    return indented and not hangs


def _pages_go_up(above: str, below: str) -> bool:
    """Whether two rows end with pages as those of a contents list do."""
    first, second = _PAGE.search(above), _PAGE.search(below)
    return first is not None and second is not None and int(first[1]) <= int(second[1])


def _had_room(above: Line, below: Line, right: float) -> bool:
    """Whether the first word of `below` would have fitted on the line above."""
    em = above.size or 1.0
    if WIDE.match(below.text):
        needed = 2 * em
    else:
        word = _FIRST_WORD.match(below.text)
        share = len(word[0] if word else below.text) / len(below.text)
        needed = share * (below.x1 - below.x0) + em
    return right - above.x1 > needed


def _paragraph(lines: Sequence[Line], body: Body) -> Paragraph:
    text, starts = body.words.joined(lines)
    found, cut = marker(text)
    if not found or cut > len(lines[0].text):
        return Paragraph(tuple(lines), text, starts)
    return Paragraph(tuple(lines), text[cut:], (0, *(start - cut for start in starts[1:])), found)


def _is_code(stretch: Sequence[Line], body: Body) -> bool:
    """Lines in a typewriter's font where the body has none, or what the file calls code."""
    tag = stretch[0].tag
    if tag is not None and tag.role == "Code":
        return True
    if not all(line.style.monospaced for line in stretch) or body.monospaced:
        return False
    if body.ratio(stretch[0]) >= LARGER:
        # A title that is a name.
        return False
    items = sum(is_bullet(found) for line in stretch if (found := marker(line.text)[0]))
    return 2 * items <= len(stretch)


def _code(lines: Sequence[Line]) -> Paragraph:
    """Lines as they stand, with the indentation that their left edges show."""
    left = min(line.x0 for line in lines)
    advance = _advance(lines)
    text, starts = "", list[int]()
    for line in lines:
        text += "\n" if starts else ""
        starts.append(len(text))
        text += " " * round((line.x0 - left) / advance) + line.text
    return Paragraph(tuple(lines), text, tuple(starts), code=True)


def _advance(lines: Sequence[Line]) -> float:
    """The width of one character of a typewriter's font, in points."""
    longest = max(lines, key=lambda line: len(line.text))
    return (longest.x1 - longest.x0) / max(1, len(longest.text)) or 1.0
