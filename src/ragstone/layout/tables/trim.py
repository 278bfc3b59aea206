"""What a grid holds besides the table: its caption in the first row, its source in the last.

Not here: captions outside of it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ragstone.layout.tables.draft import Draft, DraftCell
from ragstone.layout.tables.lines import pieces_of, text_lines

_CAPTION = re.compile(
    r"(?:table|tab\.|exhibit|figure|fig\.|tabelle|tableau|tabla|tabella|tabela|таблица|[表圖图])\s?\d",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"(?:sources?|notes?|quelle|anmerkung|nota|fuente|fonte|备注|注|来源|资料来源)\s?[:.：]",
    re.IGNORECASE,
)


def trimmed(draft: Draft) -> Draft:
    """The same without a first row that is a caption and a last one that is a note."""
    if draft.rows < 4 or draft.columns < 2:
        return draft
    first = [cell for cell in draft.cells if cell.row == 0]
    if len(first) == 1 and first[0].row_end == 1 and _CAPTION.match(_text(first[0])):
        draft = _rows(draft, 1, draft.rows)
    last = [cell for cell in draft.cells if cell.row_end == draft.rows]
    if len(last) == 1 and last[0].row == draft.rows - 1 and _NOTE.match(_text(last[0])):
        draft = _rows(draft, 0, draft.rows - 1)
    return draft


def _text(cell: DraftCell) -> str:
    return " ".join(piece.text for piece in pieces_of(text_lines(cell.pieces)))


def _rows(draft: Draft, start: int, end: int) -> Draft:
    cells = tuple(
        replace(cell, row=cell.row - start, row_end=cell.row_end - start)
        for cell in draft.cells
        if start <= cell.row and cell.row_end <= end
    )
    return replace(draft, rows=end - start, cells=cells)
