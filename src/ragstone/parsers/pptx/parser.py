"""The PowerPoint parser: slides in the order of the show, with notes, comments and furniture.

The container is in `ooxml/package.py`, what slides share in `deck.py`, a slide in `slide.py`; here
they are put together. Layouts' prompts are not read; nothing that a slide embeds is run or opened.

    document = PptxParser().read(Source.from_path("review.pptx"))
    document.sections()[0].metadata["slide"]            # 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.model.mark import Mark
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.ooxml.nodes import attribute, child
from ragstone.parsers.ooxml.package import OfficePackage
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.pptx.comments import read_comments
from ragstone.parsers.pptx.context import SlideContext
from ragstone.parsers.pptx.deck import Deck, Design, SlidePart
from ragstone.parsers.pptx.placeholder import Inherited
from ragstone.parsers.pptx.slide import SlideReader
from ragstone.parsers.signatures import PPTX
from ragstone.parsers.zip_package import PackageKind
from ragstone.sources.source import Source

_KIND = PackageKind("pptx", "a PowerPoint presentation", "PowerPoint")
#: Names in one warning; the facts have them all.
_NAMED = 5


class PptxParser(ParserBase):
    """Reads PowerPoint files (.pptx, .pptm, shows and templates).

    - A section a slide, numbered by position; hidden slides keep their number and are marked.
    - The title first, then the shapes by position; each element has the box of its shape.
    - Notes follow their slide, marked; comments, hidden shapes and what lies beside the slide stay
      out of sections.
    - A slide that cannot be read is a warning; an unreadable list of slides is an error.
    """

    row = own_row("pptx")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the PowerPoint parser."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        package = OfficePackage(source, _KIND, "ppt/presentation.xml")
        root = package.xml(package.main)
        if root is None:
            raise package.corrupt("its list of slides cannot be read")
        try:
            asked = self.parameters.pictures
            pictures = PictureFiles(source.limits.picture_bytes) if asked else None
            deck = Deck(package, root, source.limits, source.name, pictures)
            elements = outline(_elements(deck))
        except RecursionError as error:
            raise CorruptDocument(
                source.name, "its formulas are nested too deeply", "flatten them", parser="pptx"
            ) from error
        source.limits.check(
            "text_characters", sum(len(element.text) for element in elements), source.name
        )
        facts = _facts(deck)
        warnings = [*package.warnings, *_warnings(facts)]
        warnings += pictures.warnings if pictures is not None else ()
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=PPTX,
            elements=elements,
            grouping="slide",
            facts=facts,
            warnings=tuple(warnings),
            parser="pptx",
            strategy="structure",
        )


def _elements(deck: Deck) -> Iterator[Element]:
    # Layouts by their part, and what they say by its text.
    seen: set[str] = set()
    for slide in deck.slides:
        root = deck.package.xml(slide.part)
        tree = child(root, "p:cSld", "p:spTree")
        if root is None or tree is None:
            deck.package.warnings.append(f"slide {slide.number} cannot be read and was left out")
            continue
        design = deck.design(slide.part)
        hidden = attribute(root, "show") in ("0", "false")
        deck.hidden_slides += [slide.number] if hidden else []
        marks = frozenset({Mark.HIDDEN}) if hidden else frozenset[Mark]()
        context = SlideContext(deck, slide.part, slide.number, design.inherited, marks)
        yield from SlideReader(context).read(tree)
        if not hidden and attribute(root, "showMasterSp") not in ("0", "false"):
            yield from _furniture(context, design, seen)
        yield from _notes(deck, slide, marks)
        for part in deck.package.related(slide.part, "comments").values():
            comments = deck.package.xml(part)
            if comments is not None:
                yield from read_comments(comments, deck.authors, slide.number)


def _furniture(context: SlideContext, design: Design, seen: set[str]) -> Iterator[Element]:
    """Texts that the layout puts on its slides, at the first of them; placeholders are none."""
    # Relationships of the slide are not those of its layout.
    reader = SlideReader(replace(context, part=""))
    for part, tree in design.furniture.items():
        if part in seen:
            continue
        seen.add(part)
        for element in reader.read_fixed(tree):
            if element.text not in seen:
                seen.add(element.text)
                yield element


def _notes(deck: Deck, slide: SlidePart, marks: frozenset[Mark]) -> Iterator[Element]:
    """What the speaker has noted under the slide."""
    for part in deck.package.related(slide.part, "notesSlide").values():
        tree = child(deck.package.xml(part), "p:cSld", "p:spTree")
        if tree is None:
            continue
        empty = Inherited(None, None, None)
        context = SlideContext(deck, part, slide.number, empty, marks | {Mark.NOTES})
        yield from SlideReader(context).read_notes(tree)


def _facts(deck: Deck) -> dict[str, Any]:
    facts = deck.package.core_facts() | {"slide_count": len(deck.slides)}
    found: dict[str, Any] = {
        "hidden_slides": deck.hidden_slides,
        "sections": deck.sections(),
        "embedded": deck.embedded,
        "media": deck.media,
        "macros": any(name.lower().endswith("vbaproject.bin") for name in deck.package.names),
    }
    return facts | {key: value for key, value in found.items() if value}


def _warnings(facts: dict[str, Any]) -> Iterator[str]:
    for key, what in (("embedded", "embedded objects"), ("media", "sound and video")):
        found = facts.get(key, [])
        names = [f"{one['name']} (slide {one['slide']})" for one in found[:_NAMED]]
        if names:
            more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
            yield f"{what} were not read: {', '.join(names)}{more}"
    if facts.get("macros"):
        yield "the file holds macros, which were neither run nor read"
