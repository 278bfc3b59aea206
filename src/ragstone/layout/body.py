"""Body: what the running text of a document looks like, by which all else is told.

Size, weight, colour and the gap between lines are those of most characters.

    body = Body.of(lines, blocks)
    body.ratio(line)        # 1.5 for a line half as large again
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

from ragstone.layout.hyphenation import Words
from ragstone.layout.line import Line

#: A usual gap is never taken to be wider than this, in ems: that is more than double spacing.
_USUAL_GAP_LIMIT_EM = 1.8
#: Of fewer gaps the narrowest is taken, and none that is wider than in usual setting.
_FEW_GAPS, _SINGLE_EM = 4, 0.35
#: From this many times the body's size on a line is set larger than the body.
LARGER = 1.15


@dataclass(frozen=True, slots=True)
class Body:
    """The usual look: `size` in points, `gap` between the lines of a paragraph in ems of it."""

    size: float
    bold: bool
    colour: int
    monospaced: bool
    family: str
    gap: float
    words: Words

    @classmethod
    def of(cls, blocks: Sequence[Sequence[Line]], cells: Iterable[Line] = ()) -> Body:
        """The look of most characters of the lines in `blocks`.

        `cells` are lines in tables: they say whether bold is usual, but not which size is.
        """
        lines = [line for block in blocks for line in block]
        looks: Counter[tuple[float, bool]] = Counter()
        colours: Counter[int] = Counter()
        families: Counter[str] = Counter()
        monospaced = 0
        for line in lines:
            count = len(line.text)
            looks[(round(line.size, 1), line.bold)] += count
            colours[line.style.colour] += count
            families[family(line)] += count
            monospaced += count if line.style.monospaced else -count
        size = _most_used_size(looks)
        for line in cells:
            looks[(round(line.size, 1), line.bold)] += len(line.text)
        near = {True: 0, False: 0}
        for (other, bold), count in looks.items():
            if abs(other - size) <= 0.08 * size:
                near[bold] += count
        return cls(
            size=size,
            bold=near[True] > near[False],
            colour=max(colours, key=lambda colour: (colours[colour], -colour), default=0),
            monospaced=monospaced > 0,
            family=max(families, key=lambda name: (families[name], name), default=""),
            gap=usual_gap_em(blocks),
            words=Words(lines),
        )

    def ratio(self, line: Line) -> float:
        """How many times as large as the body the line is set."""
        return line.size / self.size if self.size else 1.0

    def is_display(self, line: Line) -> bool:
        """Whether the line is set as titles are: larger than the body, or bold where it is not."""
        return self.ratio(line) >= LARGER or (line.bold and not self.bold)


def usual_gap_em(blocks: Iterable[Sequence[Line]]) -> float:
    """The gap between two lines of a paragraph, in ems: the lower quartile of all gaps."""
    gaps = [
        gap_em(above, below)
        for block in blocks
        for above, below in pairwise(block)
        if same_size(above, below)
    ]
    near = [gap for gap in gaps if -0.5 < gap < _USUAL_GAP_LIMIT_EM]
    if len(near) < _FEW_GAPS:
        return min([*near, _SINGLE_EM])
    return quantiles(near, n=4, method="inclusive")[0]


def gap_em(above: Line, below: Line) -> float:
    """What is free between two lines, in ems of the larger."""
    return (below.y0 - above.y1) / (max(above.size, below.size) or 1.0)


def family(line: Line) -> str:
    """The family of a line's font: its name without weight and slope; "" where it is not known."""
    return line.style.font.split("-")[0].split(",")[0]


def same_size(first: Line, second: Line) -> bool:
    """Whether two lines are set in one size; fonts of one text differ by some per cent."""
    return abs(first.size - second.size) <= 0.08 * max(first.size, second.size)


def _most_used_size(looks: Counter[tuple[float, bool]]) -> float:
    """The size of most characters; sizes within some per cent of each other count together."""
    sizes: Counter[float] = Counter()
    for (size, _), count in looks.items():
        sizes[size] += count
    near = {
        size: sum(count for other, count in sizes.items() if abs(other - size) <= 0.04 * size)
        for size in sizes
    }
    return max(near, key=lambda size: (near[size], sizes[size], size), default=0.0)
