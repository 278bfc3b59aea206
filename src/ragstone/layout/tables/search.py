"""The search for tables in one reader's frame: grids first, then rulings, then alignment alone.

What one search finds is taken away before the next. Not here: the frames of a page, and the tables
as they are handed on (`find`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ragstone.layout.shape import Shape
from ragstone.layout.tables.areas import (
    Area,
    gutters,
    header_above,
    last_below,
    ruled_areas,
)
from ragstone.layout.tables.checks import is_aligned_table, is_header_alone, is_ruled_table
from ragstone.layout.tables.draft import Draft, Piece
from ragstone.layout.tables.figures import covers, drawn_strokes, figures
from ragstone.layout.tables.folded import unfolded
from ragstone.layout.tables.grid import grids, level_alone
from ragstone.layout.tables.lines import TextLine, Words, pieces_of, text_lines
from ragstone.layout.tables.lookalikes import (
    is_code,
    is_figure,
    is_named_table,
    is_typewritten,
    without_entries,
)
from ragstone.layout.tables.ruled import ruled_tables
from ragstone.layout.tables.rulings import Ruling, Rulings, background_rulings, rulings
from ragstone.layout.tables.runs import runs, without_prose
from ragstone.layout.tables.text import aligned_table, one_column


def search(
    pieces: Sequence[Piece], shapes: Sequence[Shape], size: tuple[float, float], words: Words
) -> list[Draft]:
    """The tables among `pieces`; `size` is the width and height of the frame."""
    lines, typewritten = rulings(shapes), is_typewritten(pieces)
    found: list[Draft] = []
    rest = list(pieces)
    if lines.upright and lines.level:
        found += ruled_tables(rest, grids(lines), lines, drawn_strokes(shapes), words)
        rest = _without(rest, found)
    if shapes:
        drawn = figures(shapes, lines, *size)
        rest = [piece for piece in rest if not _is_label(piece, drawn)]
        texts = [(piece.x0, piece.y0, piece.x1, piece.y1) for piece in rest]
        coloured = background_rulings(shapes, texts)
        if coloured.upright:
            below = text_lines(rest)
            found += (
                replace(draft, rule="background_cells")
                for draft in ruled_tables(rest, grids(coloured), coloured, (), words)
                if not is_header_alone(draft, below)
            )
            rest = _without(rest, found)
    plain = text_lines(rest)
    between = list(_between_rulings(rest, plain, _level_outside(lines, found), words))
    if between:
        found += between
        plain = text_lines(_without(rest, between))
    if sum(len(line.segments) > 1 for line in plain) > 1:
        found += _aligned(plain, lines, words)
    return [
        part
        for draft in found
        if draft.rule == "ruled_grid" or not is_code(draft, typewritten)
        for part in unfolded(draft)
    ]


def _is_label(piece: Piece, drawn: Sequence[tuple[float, float, float, float]]) -> bool:
    return covers(drawn, (piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2)


def _level_outside(lines: Rulings, found: Sequence[Draft]) -> list[Ruling]:
    """The level rulings that belong to no frame and to no table found so far."""
    boxes = [draft.box for draft in found]
    return [
        line
        for line in level_alone(lines)
        if not any(
            y0 - 2 <= line.at <= y1 + 2 and line.start < x1 and line.end > x0
            for x0, y0, x1, y1 in boxes
        )
    ]


def _between_rulings(
    pieces: Sequence[Piece], plain: Sequence[TextLine], level: Sequence[Ruling], words: Words
) -> Iterator[Draft]:
    """Tables between level rulings; of areas one in another the wider one is tried first."""
    taken: set[int] = set()
    areas = list(ruled_areas(level, plain)) if len(level) > 1 else []
    for area in sorted(areas, key=lambda area: area.x0 - area.x1):
        inside = [piece for piece in pieces if piece.number not in taken and area.holds(piece)]
        across = [line for line in level if line.start < area.x1 and line.end > area.x0]
        draft = _in_area(area, inside, across, words)
        if draft is not None:
            above = [] if draft.header_rows > 1 else pieces_of(header_above(area, plain, level))
            taller = _in_area(area, [*above, *inside], across, words) if above else None
            if taller is not None and taller.header_rows:
                draft, inside = taller, [*above, *inside]
            below = pieces_of(last_below(area, plain))
            taller = _in_area(area, [*inside, *below], across, words) if below else None
            if taller is not None:
                draft = taller
        if draft is not None and is_ruled_table(draft):
            taken.update(piece.number for cell in draft.cells for piece in cell.pieces)
            yield draft


def _in_area(
    area: Area, inside: Sequence[Piece], level: Sequence[Ruling], words: Words
) -> Draft | None:
    top = min((piece.y0 for piece in inside), default=area.y0)
    inner = [line for line in level if min(top, area.y0) <= line.at <= area.y1]
    lines = text_lines(inside, words)
    if any(len(line.segments) > 1 for line in lines):
        return aligned_table(lines, inner, words, "level_rulings")
    fixed = gutters(lines)
    if fixed:
        return aligned_table(lines, inner, words, "level_rulings", fixed)
    return one_column(lines, inner, "level_rulings")


def _aligned(plain: Sequence[TextLine], lines: Rulings, words: Words) -> Iterator[Draft]:
    """Tables that only their alignment tells."""
    for run in runs(without_prose(list(without_entries(plain))), lines.level):
        draft = aligned_table(text_lines(pieces_of(run), words), [], words, "aligned_text")
        if draft is None or is_figure(draft, plain):
            continue
        if is_aligned_table(draft, is_named_table(draft, plain)):
            yield draft


def _without(pieces: Sequence[Piece], drafts: Sequence[Draft]) -> list[Piece]:
    taken = {piece.number for draft in drafts for cell in draft.cells for piece in cell.pieces}
    return [piece for piece in pieces if piece.number not in taken] if taken else list(pieces)
