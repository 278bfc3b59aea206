"""The Word parser: headings, paragraphs, lists, tables, notes, comments, headers and footers.

The container is in `package.py`, a paragraph's text in `text.py`, blocks in `blocks.py`; here the
parts are put together. Pictures have their alternative text and their data.

    document = DocxParser().read(Source.from_path("handbook.docx"))
    document.elements[0].provenance.path        # "p[1]"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.docx.blocks import BlockReader, Note, notes_of
from ragstone.parsers.docx.numbering import Numbering
from ragstone.parsers.docx.package import WordPackage
from ragstone.parsers.docx.styles import Styles
from ragstone.parsers.heading_style import below_title
from ragstone.parsers.ooxml.active import active_content, macro_facts
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, descendants, tag
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.signatures import DOCX
from ragstone.parsers.title_by_look import ranked
from ragstone.parsers.unseen import WHITE, hex_colour
from ragstone.sources.source import Source

_FURNITURE = {"header": ElementType.HEADER, "footer": ElementType.FOOTER}
#: Its parts overlap, which costs the cube of the length.
_MAX_NUMBER = 40
_ONLY_NUMBER = re.compile(
    r"\W*(?:page|seite|第)?\s*\d+\s*(?:页|頁)?(?:\s*(?:/|of|von)\s*\d+)?\W*", re.IGNORECASE
)


class DocxParser(ParserBase):
    """Reads Word files (.docx, .docm, transitional and strict).

    - Every element's provenance has the `path` of its block in the file; a table has one a row.
    - Tracked insertions are kept as text; deletions, hidden text and comments are elements that
      stay out of sections. Footnotes follow the paragraph that refers to them.
    - Text in the colour of its ground or too small to see is an element of its own, marked
      suspicious; macros and what reaches outside are reported, never run or followed.
    - Damaged side parts (notes, styles, numbering) are warnings; a damaged body is an error.
    """

    row = own_row("docx")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the Word parser."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        package = WordPackage(source)
        root = package.xml(package.main)
        body = None if root is None else child(root, "w:body")
        if body is None:
            raise CorruptDocument(
                source.name,
                "its main part cannot be read",
                "open it in Word and save it again",
                parser="docx",
            )
        try:
            asked = self.parameters.pictures
            pictures = PictureFiles(source.limits.picture_bytes) if asked else None
            elements = outline(_elements(package, body, source, pictures))
        except RecursionError as error:
            raise CorruptDocument(
                source.name,
                "its tables or text boxes are nested too deeply",
                "flatten them",
                parser="docx",
            ) from error
        warnings = [*package.warnings, *(pictures.warnings if pictures is not None else ())]
        if not elements:
            warnings.append("empty")
        if any(tag(node) == "w:altChunk" for node in body):
            warnings.append("documents embedded as a whole (altChunk) were left out")
        warnings += active_content(package)
        if any(_is_dde(code.text or "") for code in descendants(body, "w:instrText")):
            warnings.append("it has DDE links to programs, which were not followed")
        return Document(
            source=source.name,
            media_type=DOCX,
            elements=elements,
            grouping="heading",
            facts={**package.core_facts(), **macro_facts(package)},
            warnings=tuple(warnings),
            parser="docx",
            strategy="structure",
        )


def _elements(
    package: WordPackage, body: Xml, source: Source, pictures: PictureFiles | None
) -> list[Element]:
    """Headers, the body with its notes, footers; each header and footer once."""
    notes: dict[tuple[str, str], Note] = {}
    for kind in ("footnote", "endnote", "comment"):
        notes |= notes_of(_side_part(package, f"{kind}s"), kind)
    reader = BlockReader(
        Styles(_side_part(package, "styles")),
        Numbering(_side_part(package, "numbering")),
        notes,
        source.limits,
        source.name,
        lambda part: None if pictures is None else pictures.part(part, package.read),
    )
    found = list(_furniture(package, body, reader, "header"))
    page = child(body.getparent(), "w:background")
    ground = WHITE if page is None else hex_colour(attribute(page, "w:color"))
    blocks = [*reader.blocks(body, ground=ground), *reader.remaining_notes()]
    found += below_title(ranked(blocks))
    found += _furniture(package, body, reader, "footer")
    source.limits.check("text_characters", sum(len(element.text) for element in found), source.name)
    return found


def _is_dde(code: str) -> bool:
    return code.lstrip().upper().startswith(("DDE ", "DDEAUTO "))


def _side_part(package: WordPackage, kind: str) -> Xml | None:
    for name in package.related(package.main, kind).values():
        return package.xml(name)
    return None


def _furniture(
    package: WordPackage, body: Xml, reader: BlockReader, kind: str
) -> Iterator[Element]:
    """The page headers or footers that sections of the body refer to, each text once."""
    parts = package.related(package.main, kind)
    seen: set[str] = set()
    for reference in body.iter():
        if tag(reference) != f"w:{kind}Reference":
            continue
        name = parts.pop(attribute(reference, "r:id") or "", None)
        root = None if name is None else package.xml(name)
        if name is None or root is None:
            continue
        for element in reader.blocks(root, f"{name.rsplit('/', 1)[-1].removesuffix('.xml')}/"):
            if not element.text or element.text in seen:
                continue
            seen.add(element.text)
            shown, rule = _FURNITURE[kind], f"page {kind}"
            if len(element.text) <= _MAX_NUMBER and _ONLY_NUMBER.fullmatch(element.text):
                shown, rule = ElementType.PAGE_NUMBER, f"number alone in a page {kind}"
            yield Element(shown, element.text, provenance=replace(element.provenance, rule=rule))
