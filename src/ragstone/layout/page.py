"""A page as its layout was read: blocks of lines in reading order, and what stands beside them."""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.layout.fragment import Box
from ragstone.layout.line import Line


@dataclass(frozen=True, slots=True)
class Annotation:
    """Text that a page shows beside its content: a form field's value or a note written on it."""

    kind: str
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class PageLayout:
    """What a page says. `blocks` are lines in reading order, one block a column or stretch.

    `unreadable` counts glyphs for which the file gives no text. `has_picture` is only looked for
    on pages without lines.
    """

    number: int
    width: float
    height: float
    blocks: tuple[tuple[Line, ...], ...]
    hidden: tuple[Line, ...]
    annotations: tuple[Annotation, ...]
    unreadable: int
    has_picture: bool

    @property
    def lines(self) -> list[Line]:
        """All lines that show, in reading order."""
        return [line for block in self.blocks for line in block]
