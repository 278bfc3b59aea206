"""A page as its layout was read: blocks in reading order, and what stands beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragstone.layout.fragment import Box
from ragstone.layout.line import Line
from ragstone.layout.tables.table import PageTable
from ragstone.model.block import DataBlock
from ragstone.model.provenance import BBox


@dataclass(frozen=True, slots=True)
class Annotation:
    """Text that a page carries beside its content.

    - `kind`: "form_value", "free_text" (written on the page, part of it), "comment" (a sticky note,
      or what somebody wrote to a highlight).
    - `name`: of the form field, or of the comment's author; "" where none is given.
    - `hidden`: neither shown nor printed.
    """

    kind: str
    text: str
    box: Box
    name: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A place on the page that leads to an address ("#page=3" inside the file); its text."""

    text: str
    url: str
    box: Box


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture placed on the page. `alt` is the text that stands for it, "" where none is given;
    `number` counts the pictures of the page in drawing order, from 0."""

    box: BBox
    alt: str = ""
    number: int = 0
    data: DataBlock | None = None


#: Lines of one column or stretch, a table, or a picture.
Block = tuple[Line, ...] | PageTable | Picture


@dataclass(frozen=True, slots=True)
class PageLayout:
    """What a page says.

    - `blocks`: in reading order.
    - `hidden`: text that a reader does not see.
    - `figures`: areas filled by a drawing, as shown; text inside is labels.
    - `unreadable`: how many glyphs there are for which the file gives no text.
    - `clipped`: how many glyphs lie beyond the page's edge or a clip.
    - `is_scan`: whether the text was recognised in a picture of the page.
    - `distrust`: why the file's own tags are not believed here; "" where they are, or none are.
    - `has_picture`: whether any picture shows, of whatever size.
    """

    number: int
    width: float
    height: float
    blocks: tuple[Block, ...]
    hidden: tuple[Line, ...]
    annotations: tuple[Annotation, ...]
    unreadable: int
    has_picture: bool
    figures: tuple[Box, ...] = field(default=())
    links: tuple[Link, ...] = ()
    clipped: int = 0
    is_scan: bool = False
    distrust: str = ""

    @property
    def has_text(self) -> bool:
        """Whether any text shows, in lines or in tables."""
        return any(not isinstance(block, Picture) for block in self.blocks)

    @property
    def lines(self) -> list[Line]:
        """All lines that show and stand in no table, in reading order."""
        return [line for block in self.blocks if isinstance(block, tuple) for line in block]
