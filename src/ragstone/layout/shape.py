"""Shapes: what is painted on a page besides text and pictures.

Not here: how a format gives them (`parsers.pdf.shapes`), which of them are rulings of a table
(`tables.rulings`).

    Shape("rect", (72.0, 100.0, 300.0, 112.0), fill=0xEEEEEE, stroke=None, width=1.0, order=3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragstone.layout.fragment import Box

ShapeKind = Literal["line", "rect", "path"]


@dataclass(frozen=True, slots=True)
class Shape:
    """One figure, as painted.

    - `kind`: a `line` is upright or level and was stroked; a `rect` has its sides along the page's;
      a `path` is anything else (slanting, curved, with a hole).
    - `box`: as shown on the page, in points, cut to what the page and its clip let through; without
      the width of the stroke.
    - `fill`, `stroke`: 0xRRGGBB, None where it is not filled or not stroked.
    - `width`: of the stroke, in points as shown.
    - `order`: the number of its page object in drawing order; those of text and pictures count too.
    """

    kind: ShapeKind
    box: Box
    fill: int | None
    stroke: int | None
    width: float
    order: int
