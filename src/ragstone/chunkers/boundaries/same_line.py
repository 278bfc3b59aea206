"""Borders of elements that share a line: the records of a list in JSON written without line ends.

[{"id": 1, "fish": "hake"}, {"id": 2, "fish": "cod"}]     # one, behind the comma between them
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ragstone.chunkers.packing import LINE_BREAKS
from ragstone.model.element import ElementType
from ragstone.model.section import Part


def same_line_borders(text: str, parts: Sequence[Part]) -> Iterator[int]:
    """The end of each piece of code that another one follows on its line, ascending; what stands
    between them goes with the first."""
    code = ElementType.CODE_SNIPPET
    for before, part in pairwise(parts):
        if before.type is code and part.type is code:
            between = text[before.end : part.start]
            if LINE_BREAKS.isdisjoint(between):
                yield before.end + len(between.rstrip())
