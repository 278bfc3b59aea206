"""One slide as elements: its title, its shapes in reading order, then what stands at its foot.

Every element has the slide's number and the box of its shape; notes and comments are added by
`parser.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, descendants
from ragstone.parsers.pptx.context import SlideContext
from ragstone.parsers.pptx.frame import frame_elements
from ragstone.parsers.pptx.placeholder import TITLES
from ragstone.parsers.pptx.shapes import Shape, ShapeTree
from ragstone.parsers.pptx.text import Paragraph, TextReader, link_of
from ragstone.parsers.slide_order import Box, reading_order
from ragstone.text.prose import reads_like_prose
from ragstone.text.script import joint

_FURNITURE = {
    "hdr": ElementType.HEADER,
    "ftr": ElementType.FOOTER,
    "dt": ElementType.FOOTER,
    "sldNum": ElementType.PAGE_NUMBER,
}
#: The picture of the slide on its notes page.
_NO_TEXT = frozenset({"sldImg"})
_MEDIA = ("a:videoFile", "a:audioFile", "a:wavAudioFile", "a:quickTimeFile", "p14:media")
#: Without a title placeholder, a line is the title from this many times the size of all others on;
#: text whose size is not said counts as 18 points.
_LARGER, _USUAL_SIZE = 1.2, 1800
_MAX_TITLE_CHARACTERS = 80
_SENTENCE_ENDS = frozenset(".,;:!?。，；：！？、…")
_SIZE = "size"
_UNREADABLE = "transparent or unreadably small"


class SlideReader:
    """Reads the shapes of a slide, of a notes page, or of a layout."""

    def __init__(self, context: SlideContext) -> None:
        self._context = context
        deck = context.deck
        self._tree = ShapeTree(context.inherited, deck.limits, deck.file)

    def read(self, tree: Xml) -> list[Element]:
        """The elements of a `p:spTree`."""
        shapes = self._tree.read(tree)
        titles = [shape for shape in shapes if _kind(shape) in TITLES]
        feet = [shape for shape in shapes if _kind(shape) in _FURNITURE]
        body = [shape for shape in shapes if _kind(shape) not in {*TITLES, *_FURNITURE, *_NO_TEXT}]
        found = [element for shape in titles for element in self._title(shape)]
        rest = self._ordered(body)
        if all(element.type is not ElementType.TITLE for element in found):
            rest = _with_title_by_look(rest)
        found += [_without_size(element) for element in rest]
        for shape in feet:
            kind = _FURNITURE[_kind(shape)]
            found += [
                Element(kind, element.text, marks=element.marks, provenance=element.provenance)
                for element in self._text(shape, f"{_kind(shape)} placeholder")
            ]
        return found

    def read_fixed(self, tree: Xml) -> Iterator[Element]:
        """What a layout shows on every slide: heads and feet; its placeholders are prompts."""
        for shape in self._tree.read(tree):
            if shape.placeholder is not None:
                continue
            box = _around(shape)
            is_head = box is not None and box[1] + box[3] < self._context.deck.height
            kind = ElementType.HEADER if is_head else ElementType.FOOTER
            for element in self._elements(shape):
                if element.type is not ElementType.IMAGE:
                    place = replace(element.provenance, rule="text of the layout")
                    yield Element(kind, element.text, marks=element.marks, provenance=place)

    def read_notes(self, tree: Xml) -> list[Element]:
        """The elements of a notes page, without the picture of its slide and its furniture."""
        skipped = {*_FURNITURE, *_NO_TEXT}
        shapes = [shape for shape in self._tree.read(tree) if _kind(shape) not in skipped]
        return [
            replace(
                _without_size(element),
                provenance=Provenance(slide=self._context.number, rule="speaker's notes"),
            )
            for element in self._ordered(shapes)
        ]

    def _ordered(self, shapes: Sequence[Shape]) -> list[Element]:
        """The elements of `shapes` in reading order; a group is read as one thing."""
        said = [(shape, self._elements(shape)) for shape in shapes]
        said = [(shape, elements) for shape, elements in said if elements]
        order = reading_order([_around(shape) for shape, _ in said])
        return [element for number in order for element in said[number][1]]

    def _elements(self, shape: Shape) -> list[Element]:
        if shape.kind == "p:grpSp":
            return [*self._ordered(shape.members), *self._alternative_text(shape, "")]
        if shape.kind == "p:graphicFrame":
            place, marks = self._place(shape, ""), self._marks(shape)
            found = [
                replace(
                    element,
                    marks=element.marks | marks,
                    provenance=replace(place, rule=element.provenance.rule),
                )
                for element in frame_elements(shape.node, self._context)
            ]
            return [*found, *self._alternative_text(shape, "")]
        if shape.kind == "p:pic":
            self._note_media(shape)
        found = list(self._text(shape, ""))
        text = " ".join(element.text for element in found)
        return [*found, *self._alternative_text(shape, text)]

    def _title(self, shape: Shape) -> Iterator[Element]:
        """All paragraphs of a title as one line; what nobody can read of it apart."""
        found = list(self._text(shape, "title placeholder"))
        shown = [one for one in found if one.provenance.rule != _UNREADABLE]
        text = _one_line(line for one in shown for line in one.text.split("\n"))
        if text:
            links = [link for one in shown for link in one.facts.get("links", ())]
            yield replace(
                shown[0],
                type=ElementType.TITLE,
                text=text,
                level=1,
                facts={"links": links} if links else {},
            )
        yield from (one for one in found if one.provenance.rule == _UNREADABLE)

    def _text(self, shape: Shape, rule: str) -> Iterator[Element]:
        """An element a paragraph."""
        named = next(iter(shape.node), None)
        around = child(named, "p:cNvPr")
        url = None if around is None else link_of(around, self._context.address)
        for paragraph in self._paragraphs(shape):
            self._context.deck.bound.take(len(paragraph.text) + len(paragraph.unseen))
            links = [{"text": link["text"].strip(), "url": link["url"]} for link in paragraph.links]
            if url is not None and not links:
                links = [{"text": paragraph.text, "url": url}]
            if paragraph.unseen.strip():
                yield Element(
                    ElementType.UNCATEGORIZED_TEXT,
                    paragraph.unseen.strip(),
                    marks=self._marks(shape) | {Mark.HIDDEN},
                    provenance=self._place(shape, _UNREADABLE),
                )
            if not paragraph.text:
                continue
            kind, why, facts = _typed(paragraph)
            if links:
                facts["links"] = links
            yield Element(
                kind,
                paragraph.text,
                marks=self._marks(shape),
                provenance=self._place(shape, rule or why),
                facts=facts,
            )

    def _paragraphs(self, shape: Shape) -> Iterator[Paragraph]:
        inherited, placeholder = self._context.inherited, shape.placeholder
        reader = TextReader(
            self._context.address,
            lambda level: inherited.levels(shape.node, placeholder, level),
        )
        return reader.read(child(shape.node, "p:txBody"))

    def _alternative_text(self, shape: Shape, text: str) -> Iterator[Element]:
        """The shape's description, and the picture that it is."""
        said = shape.description if shape.description not in text else ""
        facts = {"name": shape.name} if shape.name else {}
        picture = self._picture(shape)
        data = None
        if picture is not None:
            facts["image"] = picture
            taker, package = self._context.deck.pictures, self._context.deck.package
            data = None if taker is None else taker.part(picture, package.read)
        if not said and data is None:
            return
        marks = self._marks(shape)
        yield Element(
            ElementType.IMAGE,
            said,
            marks=marks | {Mark.ALT_TEXT} if said else marks,
            provenance=self._place(shape, "alternative text" if said else "picture"),
            facts=facts,
            data=data,
        )

    def _picture(self, shape: Shape) -> str | None:
        """The part of a picture that is shown for itself and no decoration."""
        if shape.kind != "p:pic" or shape.is_decoration:
            return None
        shown = next(descendants(shape.node, "a:blip"), None)
        related = self._context.deck.package.relationships(self._context.part)
        found = None if shown is None else related.get(attribute(shown, "r:embed") or "")
        return None if found is None or found.is_external else found.target

    def _note_media(self, shape: Shape) -> None:
        for name in _MEDIA:
            if next(descendants(shape.node, name), None) is not None:
                self._context.deck.media.append(
                    {"slide": self._context.number, "name": shape.name or "unnamed"}
                )
                return

    def _marks(self, shape: Shape) -> frozenset[Mark]:
        hidden = shape.is_hidden or self._is_off(shape.box)
        return self._context.marks | {Mark.HIDDEN} if hidden else self._context.marks

    def _is_off(self, box: Box | None) -> bool:
        """Whether the shape lies beside the slide, where no audience sees it."""
        deck = self._context.deck
        return box is not None and (
            box[2] <= 0 or box[3] <= 0 or box[0] >= deck.width or box[1] >= deck.height
        )

    def _place(self, shape: Shape, rule: str) -> Provenance:
        deck, box = self._context.deck, shape.box
        if shape.is_hidden:
            rule = "hidden shape"
        elif self._is_off(box):
            rule = "beside the slide"
        boxes = () if box is None else (BBox(*box, deck.width, deck.height),)
        return Provenance(slide=self._context.number, boxes=boxes, rule=rule)


def _kind(shape: Shape) -> str:
    return "" if shape.placeholder is None else shape.placeholder.kind


def _around(shape: Shape) -> Box | None:
    """The shape's box; of a group, the box around its members."""
    boxes = [box for member in shape.members if (box := _around(member)) is not None]
    if not boxes:
        return shape.box
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _typed(paragraph: Paragraph) -> tuple[ElementType, str, dict[str, Any]]:
    """The type of a paragraph, why, and its facts; its size is taken out again."""
    facts: dict[str, Any] = {}
    if paragraph.size is not None:
        facts[_SIZE] = paragraph.size
    if paragraph.marker is not None:
        facts |= {"list_marker": paragraph.marker, "list_depth": paragraph.level}
        return ElementType.LIST_ITEM, "bullet or number", facts
    if paragraph.formula_characters >= len(paragraph.text):
        return ElementType.FORMULA, "formula alone", facts
    if reads_like_prose(paragraph.text):
        return ElementType.NARRATIVE_TEXT, "sentence or long text", facts
    return ElementType.UNCATEGORIZED_TEXT, "short and no sentence", facts


def _with_title_by_look(elements: list[Element]) -> list[Element]:
    """The first line that shows is the title where it is clearly larger than everything else."""
    shown = [element for element in elements if Mark.HIDDEN not in element.marks]
    if not shown or shown[0].type is not ElementType.UNCATEGORIZED_TEXT:
        return elements
    first = shown[0]
    others = [element.facts.get(_SIZE, _USUAL_SIZE) for element in shown[1:]]
    is_large = first.facts.get(_SIZE, 0) >= _LARGER * max(others, default=_USUAL_SIZE)
    is_short = len(first.text) <= _MAX_TITLE_CHARACTERS and first.text[-1] not in _SENTENCE_ENDS
    if not is_large or not is_short:
        return elements
    title = replace(
        first,
        type=ElementType.TITLE,
        level=1,
        text=_one_line(first.text.split("\n")),
        provenance=replace(first.provenance, rule="first and largest line"),
    )
    return [title if element is first else element for element in elements]


def _without_size(element: Element) -> Element:
    if _SIZE not in element.facts:
        return element
    return replace(element, facts={k: v for k, v in element.facts.items() if k != _SIZE})


def _one_line(lines: Iterable[str]) -> str:
    whole = ""
    for line in lines:
        text = " ".join(line.split())
        whole += joint(whole, text) + text
    return whole
