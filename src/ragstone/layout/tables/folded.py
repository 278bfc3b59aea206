"""Tables folded to save height: the same columns again beside the first ones, each with its header.

unfolded(draft)     # one table a repetition; the draft itself where nothing repeats
"""

from __future__ import annotations

from dataclasses import replace

from ragstone.layout.tables.draft import Draft, DraftCell, without_empty


def unfolded(draft: Draft) -> list[Draft]:
    """The tables that stand side by side under one repeated header."""
    names = [""] * draft.columns
    for cell in draft.cells:
        if cell.row < draft.header_rows:
            if cell.column_end - cell.column > 1:
                return [draft]
            names[cell.column] += cell.text
    for width in range(2, draft.columns // 2 + 1):
        if draft.columns % width == 0 and all(names) and _repeats(names, width):
            return [_part(draft, start, start + width) for start in range(0, draft.columns, width)]
    return [draft]


def _repeats(names: list[str], width: int) -> bool:
    first = names[:width]
    return len(set(first)) > 1 and all(
        names[start : start + width] == first for start in range(width, len(names), width)
    )


def _part(draft: Draft, start: int, end: int) -> Draft:
    cells: tuple[DraftCell, ...] = tuple(
        replace(
            cell,
            column=max(cell.column, start) - start,
            column_end=min(cell.column_end, end) - start,
        )
        for cell in draft.cells
        if start <= cell.column < end
    )
    xs = [x for cell in cells for piece in cell.pieces for x in (piece.x0, piece.x1)]
    box = (min(xs), draft.box[1], max(xs), draft.box[3])
    return without_empty(replace(draft, box=box, columns=end - start, cells=cells))
