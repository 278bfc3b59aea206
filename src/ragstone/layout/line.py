"""Lines: fragments that share a baseline, put together.

Not here: which fragments belong to one column (`reading_order`), which lines to one paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from ragstone.layout.bidi import reading_order
from ragstone.layout.fragment import Box, Fragment, Style, blank_between, interned, is_right_to_left
from ragstone.layout.numbering import is_marker, is_section
from ragstone.layout.tag import Tag
from ragstone.model.provenance import BBox
from ragstone.text.script import WIDE

#: From the first glyph and how many, the boxes around their ink.
Ink = Callable[[int, int], Sequence[Box]]

_NO_TAGS: Mapping[int, Tag] = MappingProxyType({})
#: Fragments of clearly different size this many ems (of the smaller) apart are lines of their own:
#: a heading and the button at the other end of its line.
_APART_EM, _APART_SIZE = 2.5, 1.3
#: A gap of this many ems is one between cells; justified words stay below.
_CELL_EM = 1.5
#: This much of a line of code is set in a typewriter's font.
_CODE = 0.8
#: Raised numbers of notes do not tell the size of their line.
_REFERENCE = re.compile(r"[\[\]()\d,*†‡-]+")
#: Ink lower than this many ems says that pdfium does not know the font's shapes.
_FLAT_EM = 0.15


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text.

    `boxes` are around its ink, on the page as shown: one, or one a cell. `x0 … y1` are in the
    reader's frame (the page turned until the line is upright) and span the font's height: lines are
    compared by these. `style` is that of its longest stretch of words, a typewriter's only where
    most of the line is code; `bold` when most of it is. `gapped` lines hold a gap wider than any
    between words, as rows of tables do. `tag` is what the file says of it, on pages where that is
    believed.
    """

    text: str
    style: Style
    bold: bool
    gapped: bool
    boxes: tuple[BBox, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    tag: Tag | None = None

    @property
    def size(self) -> float:
        """The font size in points as shown."""
        return self.style.size or self.y1 - self.y0

    @property
    def turn(self) -> int:
        """The quarter turns, clockwise, by which a reader sees the line turned."""
        return self.style.turn

    @property
    def box(self) -> BBox:
        """The box around the whole line."""
        around = self.boxes[0]
        for box in self.boxes[1:]:
            around = around.union(box)
        return around


class LineMaker:
    """Makes the lines of one page, `width` × `height` points, `number` 1-based.

    `ink(start, count)` gives the boxes around the ink of some glyphs, counted as `Fragment.start`
    counts them; none where it is not known. `tags` are those of fragments, by `Fragment.start`.
    """

    def __init__(
        self,
        ink: Ink,
        width: float,
        height: float,
        number: int,
        tags: Mapping[int, Tag] = _NO_TAGS,
    ) -> None:
        self.ink, self.width, self.height, self.number = ink, width, height, number
        self.tags = tags
        self._size = (round(width, 2), round(height, 2))

    def lines(self, region: Sequence[Fragment]) -> list[Line]:
        """Fragments that share a baseline, put together; from top to bottom."""
        rows: list[list[Fragment]] = []
        tallest: list[Fragment] = []
        for fragment in sorted(region, key=lambda item: (item.y0 + item.y1, item.x0)):
            if rows and _share_line(tallest[-1], fragment):
                rows[-1].append(fragment)
                if fragment.y1 - fragment.y0 > tallest[-1].y1 - tallest[-1].y0:
                    tallest[-1] = fragment
            else:
                rows.append([fragment])
                tallest.append(fragment)
        # A painted bullet that lost its line says nothing.
        return [
            self._line(part)
            for row in rows
            for part in _parts(row)
            if any(item.end > item.start for item in part)
        ]

    def _line(self, row: Sequence[Fragment]) -> Line:
        if len(row) == 1:
            return self._single(row[0])
        words = [item for item in row if not _REFERENCE.fullmatch(item.text)] or row
        main = _longest(words)
        if all(item.text.isupper() or len(item.text) < 2 for item in words):
            # Small capitals are set in two sizes; the line is as large as its large ones.
            main = max(words, key=lambda item: item.size)
        cells = _cells(row)
        return Line(
            text=_joined(row),
            style=main.style,
            bold=_is_bold(row),
            gapped=len(cells) > 1,
            boxes=tuple(self._box(cell) for cell in cells),
            x0=min(item.x0 for item in row),
            y0=main.y0,
            x1=max(item.x1 for item in row),
            y1=main.y1,
            tag=self.tags.get(main.start) if self.tags else None,
        )

    def _single(self, item: Fragment) -> Line:
        """Most lines are one fragment."""
        return Line(
            text=item.text,
            style=item.style,
            bold=item.style.bold,
            gapped=False,
            boxes=(self._box((item,)),),
            x0=item.x0,
            y0=item.y0,
            x1=item.x1,
            y1=item.y1,
            tag=self.tags.get(item.start) if self.tags else None,
        )

    def _box(self, row: Sequence[Fragment]) -> BBox:
        """Around the ink, so that a box holds its own line and no other; rounded outwards."""
        found = [box for item in row for box in self.ink(item.start, item.end - item.start)]
        edges = _around(found) if found else (0.0, 0.0, 0.0, 0.0)
        em = row[0].size if len(row) == 1 else max(item.size for item in row)
        upright = row[0].style.turn % 2 == 0
        if (edges[3] - edges[1] if upright else edges[2] - edges[0]) < _FLAT_EM * em:
            edges = _around([self._full_box(item) for item in row])
        return BBox(
            interned(round(edges[0] - 0.005, 2)),
            interned(round(edges[1] - 0.005, 2)),
            interned(round(edges[2] + 0.005, 2)),
            interned(round(edges[3] + 0.005, 2)),
            *self._size,
            self.number,
        )

    def _full_box(self, item: Fragment) -> tuple[float, float, float, float]:
        """A fragment's box at its font's height, back on the page as shown."""
        width, height = self.width, self.height
        if item.style.turn == 0:
            return (item.x0, item.y0, item.x1, item.y1)
        if item.style.turn == 1:
            return (width - item.y1, item.x0, width - item.y0, item.x1)
        if item.style.turn == 2:
            return (width - item.x1, height - item.y1, width - item.x0, height - item.y0)
        return (item.y0, height - item.x1, item.y1, height - item.x0)


def _longest(words: Sequence[Fragment]) -> Fragment:
    """The longest stretch; names in a typewriter's font do not make code of a line of text."""
    main = max(words, key=lambda item: len(item.text))
    plain = [item for item in words if not item.style.monospaced]
    if plain and is_section(f"{words[0].text} X") and not words[0].style.monospaced:
        # The number of a title that is a name.
        return max(plain, key=lambda item: len(item.text))
    if main.style.monospaced and plain:
        typed = sum(_weight(item.text) for item in words if item.style.monospaced)
        if typed < _CODE * (typed + sum(_weight(item.text) for item in plain)):
            return max(plain, key=lambda item: len(item.text))
    return main


def _is_bold(row: Sequence[Fragment]) -> bool:
    """Whether most of a line is bold."""
    bold = [item for item in row if item.style.bold]
    if not bold or len(bold) == len(row):
        return bool(bold)
    return 2 * sum(_weight(item.text) for item in bold) > sum(_weight(item.text) for item in row)


def _weight(text: str) -> float:
    """How much of a line's look a text makes: its letters, wide ones twice, and little else."""
    letters = sum(map(str.isalpha, text)) + (0 if text.isascii() else len(WIDE.findall(text)))
    return letters + 0.01 * len(text)


def _share_line(first: Fragment, second: Fragment) -> bool:
    overlap = min(first.y1, second.y1) - max(first.y0, second.y0)
    return overlap >= 0.5 * min(first.y1 - first.y0, second.y1 - second.y0)


def _parts(row: Sequence[Fragment]) -> list[list[Fragment]]:
    """The row in reading order, cut where fragments of different size stand far apart."""
    if any(is_right_to_left(item.text) for item in row):
        return [reading_order(row)]
    parts: list[list[Fragment]] = []
    for item in sorted(row, key=lambda item: item.x0):
        if parts:
            small, large = sorted((parts[-1][-1].size, item.size))
            if large < _APART_SIZE * small or item.x0 - parts[-1][-1].x1 < _APART_EM * small:
                parts[-1].append(item)
                continue
        parts.append([item])
    return parts


def _cells(row: Sequence[Fragment]) -> list[list[Fragment]]:
    """The line cut at gaps that are wider than those between words; an item's marker stands as far
    from it as the typesetter likes."""
    cells = [[row[0]]]
    for before, after in pairwise(row):
        is_first = len(cells) == 1 and len(cells[0]) == 1 and is_marker(before.text)
        if _gap_em(before, after) > _CELL_EM and not is_first:
            cells.append([])
        cells[-1].append(after)
    return cells


def _around(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, ...]:
    if len(boxes) == 1:
        return boxes[0]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def _gap_em(before: Fragment, after: Fragment) -> float:
    gap = max(after.x0 - before.x1, before.x0 - after.x1)
    return gap / (max(before.size, after.size) or 1.0)


def _joined(row: Sequence[Fragment]) -> str:
    pieces = [row[0].text]
    for before, after in pairwise(row):
        blank = before.blank_after or after.blank_before
        if blank or blank_between(before.text[-1], after.text[0], _gap_em(before, after)):
            pieces.append(" ")
        pieces.append(after.text)
    return "".join(pieces)
