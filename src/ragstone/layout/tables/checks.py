"""Whether aligned text is a table: rows with several cells, values or short texts, one size.

Not here: how the rows and columns were found, and what else stands in columns
(`lookalikes`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from ragstone.layout.tables.draft import Draft, DraftCell
from ragstone.layout.tables.lines import TextLine, is_value
from ragstone.layout.tables.lookalikes import has_equation_numbers, is_lookalike

_WORD = re.compile(r"[^\W\d_]{2}")
_SENTENCE = re.compile(r"[.!?:。！？：]$")
#: Cells of values, labels of rows, and labels of rows to be filled hold at most so many characters.
_SHORT, _LABEL, _TOPIC = 24, 40, 60
#: Where there are few values, this share of the cells holds text.
_FILLED, _FULL = 0.6, 0.9
#: So many rows with several texts make a table by alignment alone.
_FULL_ROWS = 3
#: So many rows with nothing but a label are rows to be filled.
_BLANK_ROWS = 3
#: Text is aligned within so many ems; this share of it is, in a table.
_ALIGNED_EM, _ALIGNED = 0.4, 0.7
#: The line below coloured cells is this near, and reaches into them by so much, in ems.
_NEAR_EM, _SLACK_EM = 1.3, 0.3
#: Text of another size differs by this share; so much of it is notes and titles between rulings,
#: and elsewhere.
_OTHER_SIZE, _OTHER_RULED, _OTHER = 0.15, 0.35, 0.2


def is_ruled_table(draft: Draft) -> bool:
    """Whether text between rulings, or in a coarse grid, is a table."""
    if draft.rows < 2 or draft.rows == draft.header_rows:
        return False
    if is_lookalike(draft) or _other_size(draft) > _OTHER_RULED or not _has_words(draft):
        return False
    right = _right(draft)
    if not right and draft.header_rows:
        return _is_to_be_filled(draft)
    if _several(draft) < 0.4:
        return False
    if _values(right) >= 0.3:
        return True
    labels = draft.texts(0)
    named = draft.header_rows > 0 and _short(labels, _LABEL) >= 0.7
    return _is_filled(draft) and (_short(right, _SHORT) >= 0.5 or named)


def _is_to_be_filled(draft: Draft) -> bool:
    """Whether the body is labels beside empty cells; titles and prose below a head are none."""
    labels = draft.texts(0)
    return (
        len(_body(draft)) >= _BLANK_ROWS
        and _short(labels, _TOPIC) == 1
        and not any(_SENTENCE.search(label) for label in labels)
        and _other_size(draft) == 0
    )


def is_header_alone(draft: Draft, lines: Sequence[TextLine]) -> bool:
    """Whether coloured cells without values head the columns of the line right below them."""
    x0, _, x1, y1 = draft.box
    if any(is_value(cell.text) for cell in draft.cells if cell.column > 0):
        return False
    return any(
        0 <= (line.y0 - y1) / line.size + _SLACK_EM <= _NEAR_EM
        and sum(x0 <= part.x0 and part.x1 <= x1 for part in line.segments) >= draft.columns - 1
        and any(is_value(part.text) for part in line.segments)
        for line in lines
    )


def is_aligned_table(draft: Draft, named: bool = False) -> bool:
    """Whether text is a table by its alignment alone; `named` where a table's caption says so."""
    if _is_keys_and_values(draft):
        return True
    if named and _is_named_table(draft):
        return True
    rows = draft.rows - draft.header_rows
    if draft.columns < 2 or rows < 3 or _several(draft) < 0.6:
        return False
    if sum(count > 1 for count in Counter(_rows_held(draft)).values()) < _FULL_ROWS:
        return False
    if is_lookalike(draft) or has_equation_numbers(draft) or _other_size(draft) > _OTHER:
        return False
    right = _right(draft)
    if not _has_words(draft):
        return False
    values = _values(right)
    if (values < 0.3 and not _is_filled(draft)) or not _is_aligned(draft):
        return False
    if values >= 0.5:
        return True
    # Without values a header tells names in several columns from a table.
    if draft.header_rows == 0 or draft.columns < 3:
        return False
    return _short(right, _SHORT) >= (0.5 if _has_bold_header(draft) else 0.8)


def _is_named_table(draft: Draft) -> bool:
    """Whether what a caption calls a table has rows and columns."""
    if draft.columns < 2 or draft.rows - draft.header_rows < 2 or _several(draft) < 0.5:
        return False
    return not is_lookalike(draft) and _other_size(draft) <= _OTHER and _is_aligned(draft)


def _has_bold_header(draft: Draft) -> bool:
    """Whether each column has a bold heading, and the rows below are full and not bold."""
    header = [cell for cell in draft.cells if cell.row < draft.header_rows and cell.pieces]
    body = _body(draft)
    rows = draft.rows - draft.header_rows
    return (
        len(header) >= draft.columns
        and len(body) >= _FULL * rows * draft.columns
        and all(piece.fragment.style.bold for cell in header for piece in cell.pieces)
        and not any(piece.fragment.style.bold for cell in body for piece in cell.pieces)
    )


def _has_words(draft: Draft) -> bool:
    return any(_WORD.search(cell.text) for cell in draft.cells)


def _body(draft: Draft) -> list[DraftCell]:
    return [cell for cell in draft.cells if cell.row >= draft.header_rows and cell.pieces]


def _rows_held(draft: Draft) -> list[int]:
    """The row of each cell with text, header included."""
    return [cell.row for cell in draft.cells if cell.pieces]


def _right(draft: Draft) -> list[str]:
    """The texts beside the labels."""
    return [cell.text for cell in _body(draft) if cell.column > 0]


def _several(draft: Draft) -> float:
    """The share of the rows that hold several texts."""
    counts = Counter(cell.row for cell in _body(draft))
    return sum(count > 1 for count in counts.values()) / len(counts) if counts else 0.0


def _values(texts: list[str]) -> float:
    return sum(map(is_value, texts)) / len(texts) if texts else 0.0


def _short(texts: list[str], limit: int) -> float:
    return sum(len(text) <= limit for text in texts) / len(texts) if texts else 0.0


def _is_filled(draft: Draft) -> bool:
    return len(_body(draft)) >= _FILLED * (draft.rows - draft.header_rows) * draft.columns


def _is_keys_and_values(draft: Draft) -> bool:
    """Pairs of columns in two looks, a name and its value, in rows that are full."""
    if draft.columns % 2 or draft.rows * draft.columns < 8 or draft.rows < 2:
        return False
    looks: list[set[tuple[int, bool]]] = [set(), set()]
    for cell in draft.cells:
        if not cell.pieces or cell.column_end - cell.column > 1 or len(cell.text) > _LABEL:
            return False
        if cell.column % 2 == 0 and is_value(cell.text):
            return False
        style = cell.pieces[0].fragment.style
        looks[cell.column % 2].add((style.colour, style.bold))
    return len(looks[0]) == 1 and not looks[0] & looks[1]


def _is_aligned(draft: Draft) -> bool:
    """Whether the texts of most columns begin, end or have their middle below one another."""
    held: dict[int, list[DraftCell]] = {}
    for cell in draft.cells:
        if cell.pieces and cell.column_end - cell.column == 1:
            held.setdefault(cell.column, []).append(cell)
    return sum(map(_aligned_share, held.values())) >= _ALIGNED * len(held)


def _aligned_share(cells: list[DraftCell]) -> float:
    near = _ALIGNED_EM * cells[0].pieces[0].size
    lefts = [min(piece.x0 for piece in cell.pieces) for cell in cells]
    rights = [max(piece.x1 for piece in cell.pieces) for cell in cells]
    middles = [(left + right) / 2 for left, right in zip(lefts, rights, strict=True)]
    return max(
        sum(abs(place - median(places)) <= near for place in places) / len(places)
        for places in (lefts, rights, middles)
    )


def _other_size(draft: Draft) -> float:
    """The share of the text that is set in another size than most of it."""
    pieces = [piece for cell in draft.cells for piece in cell.pieces]
    usual = median(piece.size for piece in pieces)
    other = sum(
        len(piece.text) for piece in pieces if abs(piece.size - usual) > _OTHER_SIZE * usual
    )
    return other / sum(len(piece.text) for piece in pieces)
