"""What the slides of one file share: their parts in order, their size, layouts, authors, sections.

deck = Deck(package, source)
deck.slides[0].part, deck.slides[0].number          # "ppt/slides/slide4.xml", 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ragstone.limits import Limits
from ragstone.parsers.bounded import TextBound
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children, descendants, tag
from ragstone.parsers.ooxml.package import OfficePackage
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.pptx.placeholder import Inherited

#: 4:3 slides of 10 by 7.5 inches, where the file does not say (ISO/IEC 29500-1, 19.2.1.36).
_SIZE_EMU = (9_144_000, 6_858_000)
_EMU = 12700


@dataclass(frozen=True, slots=True)
class SlidePart:
    """A slide's part and its number: its position as PowerPoint lists it, hidden slides counted."""

    part: str
    number: int
    identity: str


@dataclass(frozen=True, slots=True)
class Design:
    """A layout with its master, and the texts that both put on every slide, as nodes."""

    inherited: Inherited
    furniture: dict[str, Xml]
    """By their part the trees of the layout and, where it shows, of the master."""


class Deck:
    """One presentation. `width` and `height` in points; `pictures` is None where they are not
    asked for; `bound` counts the text of all slides. `hidden_slides`, `embedded` and `media` grow
    while slides are read: what they hold beside text, by slide.
    """

    def __init__(
        self,
        package: OfficePackage,
        root: Xml,
        limits: Limits,
        file: str,
        pictures: PictureFiles | None = None,
    ) -> None:
        self.package, self.limits, self.file = package, limits, file
        self.pictures, self.bound = pictures, TextBound(limits, file)
        self.embedded: list[dict[str, Any]] = []
        self.media: list[dict[str, Any]] = []
        self.hidden_slides: list[int] = []
        self._root = root
        self._designs: dict[str, Design] = {}
        size = child(root, "p:sldSz")
        self.width, self.height = (
            _emu(None if size is None else attribute(size, name), default) / _EMU
            for name, default in zip(("cx", "cy"), _SIZE_EMU, strict=True)
        )
        related = package.relationships(package.main)
        self.slides: list[SlidePart] = []
        for number, node in enumerate(children(child(root, "p:sldIdLst"), "p:sldId"), start=1):
            found = related.get(attribute(node, "r:id") or "")
            part = "" if found is None or found.is_external else found.target
            self.slides.append(SlidePart(part, number, attribute(node, "id") or ""))
        limits.check("pages", len(self.slides), file)
        self._numbers = {slide.part: slide.number for slide in self.slides}
        self.authors = dict(self._read_authors())

    def number_of(self, part: str) -> int | None:
        return self._numbers.get(part)

    def design(self, slide: str) -> Design:
        """The layout and master that the slide names."""
        layout_part = next(iter(self.package.related(slide, "slideLayout").values()), "")
        known = self._designs.get(layout_part)
        if known is not None:
            return known
        layout = self.package.xml(layout_part)
        masters = self.package.related(layout_part, "slideMaster") if layout_part else {}
        master_part = next(iter(masters.values()), "")
        master = self.package.xml(master_part)
        shown = {layout_part: layout}
        if layout is not None and attribute(layout, "showMasterSp") not in ("0", "false"):
            shown[master_part] = master
        trees = {
            part: tree
            for part, root in shown.items()
            if (tree := child(root, "p:cSld", "p:spTree")) is not None
        }
        found = Design(Inherited(layout, master, self._root), trees)
        self._designs[layout_part] = found
        return found

    def sections(self) -> list[dict[str, Any]]:
        """The named sections of the deck with the numbers of their slides."""
        by_identity = {slide.identity: slide.number for slide in self.slides}
        return [
            {
                "name": attribute(section, "name") or "",
                "slides": [
                    by_identity[identity]
                    for item in descendants(section, "p14:sldId")
                    if (identity := attribute(item, "id") or "") in by_identity
                ],
            }
            for section in descendants(self._root, "p14:section")
        ]

    def _read_authors(self) -> Iterator[tuple[str, str]]:
        """Names of those who comment, by id: of old comments and of threaded ones."""
        for kind in ("commentAuthors", "authors"):
            for part in self.package.related(self.package.main, kind).values():
                root = self.package.xml(part)
                for node in root if root is not None else ():
                    if tag(node) in ("p:cmAuthor", "p188:author"):
                        yield attribute(node, "id") or "", attribute(node, "name") or ""


def _emu(text: str | None, default: int) -> int:
    return int(text) if text is not None and text.isdecimal() and int(text) > 0 else default
