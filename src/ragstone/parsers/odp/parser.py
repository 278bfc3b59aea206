"""The parsers of OpenDocument presentations: packed (.odp) and as one XML file (.fodp).

Slides come as a reader sees them, with their notes. What stands in a shape is read by `odf/`; here
shapes become slides, in reading order.

    document = OdpParser().read(Source.from_path("review.odp"))
    document.sections()[0].metadata["slide"]            # 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.odf.blocks import BlockReader
from ragstone.parsers.odf.file import OdfFile
from ragstone.parsers.odf.nodes import Xml, attribute, child, children, descendants, tag
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.slide_order import Box, reading_order
from ragstone.parsers.zip_package import PackageKind
from ragstone.sources.source import Source

_KIND = PackageKind("odp", "an OpenDocument presentation", "LibreOffice")
_FURNITURE = {
    "header": ElementType.HEADER,
    "footer": ElementType.FOOTER,
    "date-time": ElementType.FOOTER,
    "page-number": ElementType.PAGE_NUMBER,
}
_LENGTH = re.compile(r"\s*(-?\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt|pc|px)?\s*")
_POINTS = {"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75}
_TRANSLATED = re.compile(r"translate\s*\(\s*(\S{1,24})\s+(\S{1,24})\s*\)")
#: LibreOffice's own slides, where the file does not say: 28 by 15.75 cm.
_SIZE = (28 * 72 / 2.54, 15.75 * 72 / 2.54)


@dataclass(frozen=True, slots=True)
class _Slide:
    """A slide by its position, from 1."""

    number: int
    node: Xml
    marks: frozenset[Mark]


class OdpParser(ParserBase):
    """Reads OpenDocument presentations and their templates.

    - A section a slide, numbered by position; hidden slides keep their number and are marked.
    - The title first, then the shapes by position; notes follow their slide, marked.
    """

    row = own_row("odp")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the OpenDocument parser."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        return self._document(source, OdfFile.packed(source, _KIND))

    def _document(self, source: Source, file: OdfFile) -> Document:
        body = file.body("presentation")
        if body is None:
            raise CorruptDocument(
                source.name,
                "it holds no presentation",
                "open it in LibreOffice and save it again",
                parser=self.parser_type,
            )
        asked = self.parameters.pictures
        pictures = PictureFiles(source.limits.picture_bytes) if asked else None
        blocks = BlockReader(file, body, source.limits, source.name, pictures)
        reader = _SlideReader(blocks, file)
        hidden = _hidden_styles(file)
        pages = list(children(body, "draw:page"))
        source.limits.check("pages", len(pages), source.name)
        slides = [
            _Slide(
                number,
                node,
                frozenset({Mark.HIDDEN} if attribute(node, "draw:style-name") in hidden else ()),
            )
            for number, node in enumerate(pages, start=1)
        ]
        try:
            elements = outline(element for slide in slides for element in reader.read(slide))
        except RecursionError as error:
            raise CorruptDocument(
                source.name,
                "its shapes are nested too deeply",
                "flatten them",
                parser=self.parser_type,
            ) from error
        source.limits.check("text_characters", sum(len(e.text) for e in elements), source.name)
        facts = file.facts() | {"slide_count": len(slides)}
        unseen = [slide.number for slide in slides if slide.marks]
        warnings = [*file.warnings, *(pictures.warnings if pictures is not None else ())]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="slide",
            facts=facts | ({"hidden_slides": unseen} if unseen else {}),
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="structure",
        )


class FodpParser(OdpParser):
    """Reads OpenDocument presentations that are one XML file."""

    row = own_row("fodp")

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        return self._document(source, OdfFile.flat(source, self.parser_type))


class _SlideReader:
    """Turns slides into elements, each in reading order."""

    def __init__(self, blocks: BlockReader, file: OdfFile) -> None:
        self._blocks = blocks
        layout = next(descendants(file.styles, "style:page-layout-properties"), None)
        size = [_points(layout, name) for name in ("fo:page-width", "fo:page-height")]
        self._width = size[0] or _SIZE[0]
        self._height = size[1] or _SIZE[1]

    def read(self, slide: _Slide) -> Iterator[Element]:
        """Title, shapes in reading order, furniture, notes, comments."""
        titles: list[Element] = []
        feet: list[Element] = []
        body: list[tuple[Box | None, list[Element]]] = []
        comments: list[Element] = []
        for node in slide.node:
            kind = attribute(node, "presentation:class") or ""
            if tag(node) in ("presentation:notes", "office:forms"):
                continue
            box = _box(node)
            found = [self._placed(one, slide, box) for one in self._shape(node)]
            if tag(node) == "office:annotation":
                comments += found
            elif kind == "title":
                titles += found
            elif kind in _FURNITURE:
                feet += (replace(one, type=_FURNITURE[kind], level=None) for one in found)
            elif found:
                body.append((box, found))
        yield from _title(titles)
        for place in reading_order([box for box, _ in body]):
            yield from body[place][1]
        yield from feet
        yield from self._notes(slide)
        yield from comments

    def _shape(self, node: Xml) -> Iterator[Element]:
        """What a shape holds; a placeholder that nobody filled holds a prompt."""
        if attribute(node, "presentation:placeholder") == "true":
            return iter(())
        if tag(node) == "office:annotation":
            return self._blocks.comment(node)
        return self._blocks.drawing(node) if tag(node).startswith("draw:") else iter(())

    def _placed(self, element: Element, slide: _Slide, box: Box | None) -> Element:
        marks, rule = element.marks | slide.marks, element.provenance.rule
        if box is not None and (
            box[2] <= 0 or box[3] <= 0 or box[0] >= self._width or box[1] >= self._height
        ):
            marks, rule = marks | {Mark.HIDDEN}, "beside the slide"
        boxes = () if box is None else (BBox(*box, self._width, self._height),)
        place = Provenance(slide=slide.number, boxes=boxes, rule=rule)
        return replace(element, marks=marks, provenance=place, lines=())

    def _notes(self, slide: _Slide) -> Iterator[Element]:
        for notes in children(slide.node, "presentation:notes"):
            for node in notes:
                if (attribute(node, "presentation:class") or "notes") != "notes":
                    continue
                for element in self._shape(node):
                    yield replace(
                        element,
                        marks=element.marks | slide.marks | {Mark.NOTES},
                        provenance=Provenance(slide=slide.number, rule="speaker's notes"),
                        lines=(),
                    )


def _title(elements: list[Element]) -> Iterator[Element]:
    """The paragraphs of the title as one line; what else stands in its frame follows."""
    lines = [one for one in elements if one.type is not ElementType.IMAGE]
    if lines:
        first = lines[0]
        yield replace(
            first,
            type=ElementType.TITLE,
            level=1,
            text=" ".join(" ".join(one.text for one in lines).split()),
            facts={},
            provenance=replace(first.provenance, rule="title frame"),
        )
    yield from (one for one in elements if one.type is ElementType.IMAGE)


def _hidden_styles(file: OdfFile) -> set[str]:
    """Styles of slides that are not shown."""
    found: set[str] = set()
    for root in (file.content, file.styles):
        for style in descendants(root, "style:style"):
            looks = child(style, "style:drawing-page-properties")
            if attribute(looks, "presentation:visibility") == "hidden":
                found.add(attribute(style, "style:name") or "")
    return found


def _box(node: Xml) -> Box | None:
    """Where a shape stands, in points; of a group, around its members."""
    if tag(node) == "draw:g":
        boxes = [box for member in node if (box := _box(member)) is not None]
        if not boxes:
            return None
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )
    x, y = _points(node, "svg:x"), _points(node, "svg:y")
    moved = _TRANSLATED.search(attribute(node, "draw:transform") or "")
    if moved is not None:
        x, y = _length(moved[1]), _length(moved[2])
    if x is None or y is None:
        return None
    width, height = _points(node, "svg:width") or 0.0, _points(node, "svg:height") or 0.0
    return (x, y, x + max(0.0, width), y + max(0.0, height))


def _points(node: Xml | None, name: str) -> float | None:
    text = attribute(node, name)
    return None if text is None else _length(text)


def _length(text: str) -> float | None:
    """A length in points; None for nonsense."""
    found = _LENGTH.fullmatch(text)
    return None if found is None else float(found[1]) * _POINTS[found[2] or "pt"]
