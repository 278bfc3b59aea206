"""Body: what the running text of a document looks like, by which all else is told.

Size, weight, colour and the gap between lines are those of most characters.

    body = Body.of(blocks)
    body.ratio(line)        # 1.5 for a line half as large again
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

from ragstone.layout.fragment import Style
from ragstone.layout.hyphenation import Words
from ragstone.layout.line import Line

#: A usual gap is never taken to be wider than this, in ems: that is more than double spacing.
_USUAL_GAP_LIMIT_EM = 1.8
#: Of fewer gaps the narrowest is taken, and none that is wider than in usual setting.
_FEW_GAPS, _SINGLE_EM = 4, 0.35
#: A family of fonts is usual from this share of the text on.
_USUAL = 0.15
#: This much of a text in other fonts than a typewriter's is its running text.
_ENOUGH = 0.3
#: From this many times the body's size on a line is set larger than the body.
LARGER = 1.15


@dataclass(frozen=True, slots=True)
class Body:
    """The usual look: `size` in points, `gap` between the lines of a paragraph in ems of it.

    `family` is the font of most characters; `families` are all that much of the text is set in, as
    Chinese and Latin are.
    """

    size: float
    bold: bool
    colour: int
    monospaced: bool
    family: str
    families: frozenset[str]
    gap: float
    words: Words

    @classmethod
    def of(cls, blocks: Sequence[Sequence[Line]], cells: Iterable[Line] = ()) -> Body:
        """The look of most characters of the lines in `blocks`.

        `cells` are lines in tables: they say whether bold is usual, but not which size is.
        """
        lines = [line for block in blocks for line in block]
        looks = _prose(_looks(lines))
        size = _most_used_size(looks)
        colours: Counter[int] = Counter()
        families: Counter[str] = Counter()
        monospaced = 0
        for look in looks:
            colours[look.style.colour] += look.characters
            families[family(look.style)] += look.characters
            monospaced += look.characters if look.style.monospaced else -look.characters
        return cls(
            size=size,
            bold=_is_bold([*looks, *_looks(cells)], size),
            colour=max(colours, key=lambda colour: (colours[colour], -colour), default=0),
            monospaced=monospaced > 0,
            family=max(families, key=lambda name: (families[name], name), default=""),
            families=frozenset(
                name for name in families if families[name] >= _USUAL * families.total()
            ),
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


def usual_size_and_weight(lines: Iterable[Line]) -> tuple[float, bool]:
    """Of most characters: the size in points, and whether it is bold."""
    looks = _prose(_looks(lines))
    size = _most_used_size(looks)
    return size, _is_bold(looks, size)


def family(style: Style) -> str:
    """The family of a font: its name without weight and slope; "" where it is not known."""
    return style.font.split("-")[0].split(",")[0]


def same_size(first: Line, second: Line) -> bool:
    """Whether two lines are set in one size; fonts of one text differ by some per cent."""
    return abs(first.size - second.size) <= 0.08 * max(first.size, second.size)


@dataclass(frozen=True, slots=True)
class _Look:
    """How many characters are set in one style."""

    style: Style
    size: float
    bold: bool
    characters: int


def _looks(lines: Iterable[Line]) -> list[_Look]:
    """Styles are few and shared by lines: to count by identity is several times as fast."""
    counts: dict[tuple[int, bool, float], int] = {}
    styles: dict[int, Style] = {}
    for line in lines:
        style = line.style
        key = (id(style), line.bold, style.size or round(line.size, 1))
        counts[key] = counts.get(key, 0) + len(line.text)
        styles[key[0]] = style
    return [_Look(styles[key[0]], round(key[2], 1), key[1], count) for key, count in counts.items()]


def _prose(looks: list[_Look]) -> list[_Look]:
    """Without what is set in a typewriter's font, where enough is not: a text about programs may
    hold more code than words."""
    plain = [look for look in looks if not look.style.monospaced]
    enough = sum(look.characters for look in plain)
    return plain if enough >= _ENOUGH * sum(look.characters for look in looks) else looks


def _most_used_size(looks: Sequence[_Look]) -> float:
    """The size of most characters; sizes within some per cent of each other count together."""
    sizes: Counter[float] = Counter()
    for look in looks:
        sizes[look.size] += look.characters
    near = {
        size: sum(count for other, count in sizes.items() if abs(other - size) <= 0.04 * size)
        for size in sizes
    }
    return max(near, key=lambda size: (near[size], sizes[size], size), default=0.0)


def _is_bold(looks: Sequence[_Look], size: float) -> bool:
    """Whether most of the text of about this size is bold."""
    near = [look for look in looks if abs(look.size - size) <= 0.08 * size]
    return sum(look.characters if look.bold else -look.characters for look in near) > 0
