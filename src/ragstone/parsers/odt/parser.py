"""The parsers of OpenDocument texts: packed (.odt) and as one XML file (.fodt).

What they read is in `odf/`, which they share with slides; here headers, body and footers are put
together.

    document = OdtParser().read(Source.from_path("handbook.odt"))
    document.elements[0].provenance.path        # "h[1]"
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.heading_style import below_title
from ragstone.parsers.odf.blocks import BlockReader
from ragstone.parsers.odf.file import OdfFile
from ragstone.parsers.odf.nodes import Xml
from ragstone.parsers.odf.styles import furniture
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.title_by_look import ranked
from ragstone.parsers.zip_package import PackageKind
from ragstone.sources.source import Source

_KIND = PackageKind("odt", "an OpenDocument text", "LibreOffice")
_FURNITURE = {"header": ElementType.HEADER, "footer": ElementType.FOOTER}


class OdtParser(ParserBase):
    """Reads OpenDocument texts and their templates.

    - Every element's provenance has the `path` of its block; a table has one a row.
    - Tracked insertions are text; deletions, hidden text, comments and tables of contents stay out
      of sections. Notes follow the paragraph that refers to them.
    """

    row = own_row("odt")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the OpenDocument parser."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        return self._document(source, OdfFile.packed(source, _KIND))

    def _document(self, source: Source, file: OdfFile) -> Document:
        body = file.body("text")
        if body is None:
            raise CorruptDocument(
                source.name,
                "it holds no text document",
                "open it in LibreOffice and save it again",
                parser=self.parser_type,
            )
        try:
            asked = self.parameters.pictures
            pictures = PictureFiles(source.limits.picture_bytes) if asked else None
            reader = BlockReader(file, body, source.limits, source.name, pictures)
            elements = outline(_elements(file, body, reader))
        except RecursionError as error:
            raise CorruptDocument(
                source.name,
                "its tables or formulas are nested too deeply",
                "flatten them",
                parser=self.parser_type,
            ) from error
        source.limits.check("text_characters", sum(len(e.text) for e in elements), source.name)
        facts = file.facts()
        warnings = [*file.warnings, *(pictures.warnings if pictures is not None else ())]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="heading",
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="structure",
        )


class FodtParser(OdtParser):
    """Reads OpenDocument texts that are one XML file."""

    row = own_row("fodt")

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        return self._document(source, OdfFile.flat(source, self.parser_type))


def _elements(file: OdfFile, body: Xml, reader: BlockReader) -> Iterator[Element]:
    seen: set[tuple[str, str]] = set()
    feet: list[Element] = []
    for kind, node in furniture(file.styles):
        for element in reader.blocks(node, f"{kind}/"):
            if not element.text or (kind, element.text) in seen:
                continue
            seen.add((kind, element.text))
            place = replace(element.provenance, rule=f"page {kind}")
            found = Element(_FURNITURE[kind], element.text, provenance=place)
            if kind == "header":
                yield found
            else:
                feet.append(found)
    yield from below_title(ranked(reader.blocks(body)))
    yield from feet
