"""Word files for tests, written as their XML."""

from __future__ import annotations

from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.docx.parser import DocxParser
from ragstone.sources.source import Source
from samples import make_zip

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
SPACES = f"{W} {M} {MC} {R} {WP}"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def package(body: str, links: dict[str, str] | None = None, **parts: str) -> bytes:
    """A Word file with this body; `links` are addresses by relationship id, `parts` the insides of
    side parts by kind ("footnotes").
    """
    members = {
        "[Content_Types].xml": b"<Types/>",
        "word/document.xml": f"<w:document {SPACES}><w:body>{body}</w:body></w:document>".encode(),
    }
    rows = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/hyperlink" Target="{url}" '
        'TargetMode="External"/>'
        for name, url in (links or {}).items()
    )
    for kind, inside in parts.items():
        members[f"word/{kind}.xml"] = f"<w:{kind} {SPACES}>{inside}</w:{kind}>".encode()
        rows += f'<Relationship Id="{kind}" Type="{OFFICE}/{kind}" Target="{kind}.xml"/>'
    members["word/_rels/document.xml.rels"] = f"<Relationships>{rows}</Relationships>".encode()
    return make_zip(members)


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}</w:p>"


def run(text: str, looks: str = "") -> str:
    return f'<w:r><w:rPr>{looks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def read(data: bytes, **rest: object) -> Document:
    return DocxParser().read(Source.from_bytes(data, "sample.docx", **rest))


def elements(data: bytes) -> list[Element]:
    return list(read(data).elements)


def texts(data: bytes) -> list[str]:
    return [element.text for element in elements(data)]
