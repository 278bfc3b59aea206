"""The RTF parser: headers, body with its notes and tables, footers.

The interpreter is in `reader.py`, paragraphs and tables in `story.py`, code pages in `fonts.py`.
striprtf, the one small permissive library, keeps neither tables nor notes.

    document = RtfParser().read(Source.from_path("rules.rtf"))
    document.elements[0].provenance.path        # "p[1]"
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ragstone.errors import CorruptDocument, EmptyDocument
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.rtf.reader import RtfReader
from ragstone.sources.source import Source

_MEDIA_TYPE = "application/rtf"
_HEAD_BYTES = 1024
_FURNITURE = {"header": ElementType.HEADER, "footer": ElementType.FOOTER}


class RtfParser(ParserBase):
    """Reads RTF files of any version and code page.

    - Every element's provenance has the `path` of its paragraph; a table has one a row.
    - Tracked insertions are text; deletions, hidden text and comments stay out of sections. Notes
      follow the paragraph that refers to them.
    - A file that breaks off is a warning.
    """

    row = own_row("rtf")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the RTF parser."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `ParseError` or `LimitExceeded`."""
        data = source.read_bytes()
        if not data.strip():
            raise EmptyDocument(
                source.name, "the file is empty", "save or download it again", parser="rtf"
            )
        start = data.find(b"{\\rtf", 0, _HEAD_BYTES)
        if start < 0:
            raise CorruptDocument(
                source.name,
                "it does not begin as an RTF file",
                "open it in a word processor and save it again",
                parser="rtf",
            )
        asked = self.parameters.pictures
        pictures = PictureFiles(source.limits.picture_bytes) if asked else None
        reader = RtfReader(source.limits, source.name, pictures)
        body = reader.read(data[start:])
        elements = outline(
            [
                *_furniture(reader, "header"),
                *body,
                *_furniture(reader, "footer"),
            ]
        )
        source.limits.check("text_characters", sum(len(e.text) for e in elements), source.name)
        warnings = [*reader.warnings, *(pictures.warnings if pictures is not None else ())]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=_MEDIA_TYPE,
            elements=elements,
            grouping="heading",
            facts=reader.facts,
            warnings=tuple(warnings),
            parser="rtf",
            strategy="structure",
        )


def _furniture(reader: RtfReader, kind: str) -> Iterator[Element]:
    """Page headers or footers, each text once."""
    seen: set[str] = set()
    for known, element in reader.furniture:
        if known == kind and element.text not in seen:
            seen.add(element.text)
            place = replace(element.provenance, rule=f"page {kind}")
            yield Element(_FURNITURE[kind], element.text, marks=element.marks, provenance=place)
