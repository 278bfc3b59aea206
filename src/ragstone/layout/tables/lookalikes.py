"""What stands in columns and is no table: contents, lists, indexes, equations with their numbers,
code.

Not here: what a table looks like (`checks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ragstone.layout.tables.draft import Draft, Piece
from ragstone.layout.tables.lines import Segment, TextLine, is_value

_MARKER = re.compile(
    r"[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5}|[一二三四五六七八九十]{1,3})[.)\]、．:：]?|[^\w\s]{1,2}"
)
_SECTION = re.compile(r"(?:\d{1,2}\.?){1,4}|[A-Z]\.?|[IVX]{1,4}\.?")
_PAGE = re.compile(r"\d{1,4}|[ivxlc]{1,7}")
_LEADER = re.compile(r"(?:\.\s?){4,}|…{2,}|·{4,}|_{4,}")
_ENTRY = re.compile(rf".*(?:{_LEADER.pattern})\s*(?:\d{{1,4}}|[ivxlc]{{1,7}})")
_EQUATION_NUMBER = re.compile(r"[(（]\d{1,3}(?:[.-]\d{1,3})*[a-z]?[)）]")
_INDEX_ENTRY = re.compile(r".*\D[,，]\s?\d{1,4}(?:\s?[-–,]\s?\d{1,4})*")
_BULLETS = frozenset("•·◦▪■●➢✓")
_FIGURE = re.compile(
    r"(?:figure|fig\.|abbildung|abb\.|figura|diagram|chart|graph|[图圖])\s?\d", re.IGNORECASE
)
_TABLE = re.compile(
    r"(?:table|tab\.|tabelle|tableau|tabla|tabela|附?表格?|exhibit)\s?[\dIVXA-Z]", re.IGNORECASE
)
_ALGORITHM = re.compile(
    r"(?:algorithm|algorithmus|algorithme|algoritmo|listing|算法)\s?\d", re.IGNORECASE
)
#: These shares of the cells tell a list, and anything else here.
_LISTED, _MOST, _MONOSPACED = 0.3, 0.7, 0.6
#: A caption stands this near, in ems.
_CAPTION_EM = 2.5


def is_lookalike(draft: Draft) -> bool:
    """Whether the columns are those of something else."""
    return _is_contents(draft) or _is_list(draft) or _is_index(draft) or _is_algorithm(draft)


def is_code(draft: Draft, typewritten: bool) -> bool:
    """Whether the text is code or what a program printed, lined up by blanks.

    On a page that is `typewritten` as a whole, a table is, too.
    """
    pieces = [piece for cell in draft.cells for piece in cell.pieces]
    if monospaced_share(pieces) < _MONOSPACED:
        return False
    return not typewritten or sum(is_value(piece.text) for piece in pieces) < 0.3 * len(pieces)


def is_typewritten(pieces: Sequence[Piece]) -> bool:
    """Whether most of a page's text is monospaced."""
    return monospaced_share(pieces) >= _MOST


def monospaced_share(pieces: Sequence[Piece]) -> float:
    letters = sum(len(piece.text) for piece in pieces if piece.fragment.style.monospaced)
    return letters / max(1, sum(len(piece.text) for piece in pieces))


def without_entries(lines: Iterable[TextLine]) -> Iterator[TextLine]:
    """The lines without entries of contents and indexes: a text, leading dots and a page."""
    for line in lines:
        kept: list[Segment] = []
        leading = False
        for part in line.segments:
            is_page = leading and _PAGE.fullmatch(part.text) is not None
            leading = _LEADER.search(part.text) is not None
            is_entry = leading and _ENTRY.fullmatch(part.text) is not None
            if is_entry or is_page:
                if is_page and kept and not is_entry:
                    kept.pop()
                continue
            kept.append(part)
        if len(kept) == len(line.segments):
            yield line
        elif kept:
            yield line._replace(segments=tuple(kept))


def has_equation_numbers(draft: Draft) -> bool:
    """Whether the last column only numbers what stands before it."""
    return _share(draft.texts(draft.columns - 1), _EQUATION_NUMBER) == 1.0


def is_figure(draft: Draft, lines: Sequence[TextLine]) -> bool:
    """Whether the line right above or below is the caption of a figure."""
    return _is_captioned(draft, lines, _FIGURE)


def is_named_table(draft: Draft, lines: Sequence[TextLine]) -> bool:
    """Whether the line right above or below is the caption of a table."""
    return _is_captioned(draft, lines, _TABLE)


def _is_captioned(draft: Draft, lines: Sequence[TextLine], label: re.Pattern[str]) -> bool:
    x0, y0, x1, y1 = draft.box
    return any(
        min(abs(y0 - line.y1), abs(line.y0 - y1)) <= _CAPTION_EM * line.size
        and line.segments[0].x0 < x1
        and line.segments[-1].x1 > x0
        and label.match(line.segments[0].text)
        for line in lines
    )


def _is_contents(draft: Draft) -> bool:
    """Texts with a page number each: behind leaders, or in rising order without a header."""
    pages = draft.texts(draft.columns - 1)
    if draft.columns > 3 or not pages or _share(pages, _PAGE) < _MOST:
        return False
    before = draft.texts(draft.columns - 2)
    if sum(_LEADER.search(text) is not None for text in before) >= 0.4 * len(pages):
        return True
    numbers = [int(text) for text in pages if text.isdecimal()]
    numbered = draft.columns == 3 and _share(draft.texts(0), _SECTION) >= _MOST
    rising = len(numbers) > 3 - numbered and all(a <= b for a, b in pairwise(numbers))
    return rising and (numbered or draft.columns == 2) and not draft.header_rows


def _is_algorithm(draft: Draft) -> bool:
    """Steps under a caption, which the first row holds."""
    return any(_ALGORITHM.match(cell.text) for cell in draft.cells if cell.row == 0)


def _is_list(draft: Draft) -> bool:
    """Markers in one column and text in the other, or bullets in the cells."""
    right = [text for column in range(1, draft.columns) for text in draft.texts(column)]
    if sum(text[:1] in _BULLETS and len(text) > 1 for text in right) > _LISTED * len(right):
        return True
    if draft.columns != 2 or _share(draft.texts(0), _MARKER) < _MOST:
        return False
    return sum(map(is_value, right)) < 0.5 * len(right)


def _is_index(draft: Draft) -> bool:
    texts = [text for column in range(draft.columns) for text in draft.texts(column)]
    words = [text for text in texts if not is_value(text)]
    return _share(words, _INDEX_ENTRY) >= _MOST


def _share(texts: Sequence[str], pattern: re.Pattern[str]) -> float:
    return sum(pattern.fullmatch(text) is not None for text in texts) / len(texts) if texts else 0.0
