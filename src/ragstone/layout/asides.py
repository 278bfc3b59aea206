"""Asides: narrow columns beside the main text, such as a web page's sidebar.

They are read after the main text, and what stands large in them is no heading of the document.
"""

from __future__ import annotations

from statistics import median

from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout

#: An aside is at most this wide, and holds at most this much text, as a part of the main column.
_NARROW, _LESS = 0.5, 0.5


def asides(page: PageLayout) -> frozenset[int]:
    """The numbers of the blocks that are asides."""
    blocks = [
        (number, block)
        for number, block in enumerate(page.blocks)
        if isinstance(block, tuple) and block
    ]
    if len(blocks) < 2:
        return frozenset()
    main = max(blocks, key=lambda row: _characters(row[1]))[1]
    x0, x1 = _edges(main)
    usual = median(line.size for line in main)
    beside = [
        (number, block)
        for number, block in blocks
        if (_edges(block)[0] >= x1 or _edges(block)[1] <= x0)
        and _edges(block)[1] - _edges(block)[0] < _NARROW * (x1 - x0)
        and median(line.size for line in block) <= 1.1 * usual
    ]
    text = sum(_characters(block) for _, block in blocks)
    aside = sum(_characters(block) for _, block in beside)
    if aside > _LESS * (text - aside):
        return frozenset()
    return frozenset(number for number, _ in beside)


def _characters(block: tuple[Line, ...]) -> int:
    return sum(len(line.text) for line in block)


def _edges(block: tuple[Line, ...]) -> tuple[float, float]:
    return min(line.x0 for line in block), max(line.x1 for line in block)
