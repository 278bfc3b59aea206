"""The PDF parser: text layer, paragraphs, titles, lists, furniture; one natural section a page.

Simple and robust on purpose. The place of the whole engine (layout analysis, tables, pictures,
OCR of scanned pages, paragraphs over pages) is between `text_layer.read_page`, which gives lines
with boxes, and `elements`, which turns them into typed elements.

    document = PdfParser().read(Source.from_path("report.pdf"))
    document.elements[0].provenance.page        # 1
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import SecretStr

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument
from ragstone.layout.elements import elements
from ragstone.layout.page import PageLayout
from ragstone.model.document import Document
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.outline import outline
from ragstone.parsers.pdf.facts import facts
from ragstone.parsers.pdf.pdfium import LOCK, PdfFile, PdfiumError, open_file
from ragstone.parsers.pdf.text_layer import read_page
from ragstone.parsers.signatures import PDF
from ragstone.sources.source import Source


class PdfParser(ParserBase):
    """Reads PDF files that have a text layer.

    - Every element has `lines`: offsets with page and box, so that any quotation can be found in
      the file inside the boxes cited.
    - Text is what the file says: hyphens at line ends, Kangxi radicals and full-width forms stay;
      only ligatures are spelled out and signs that are no text are dropped.
    - A page that cannot be read, or that has no text, is a warning.
    """

    row = own_row("pdf")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the PDF parser."""

        password: SecretStr | None = None
        """Opens a locked file; without it the empty password is tried."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All pages; `EncryptedDocument`, `CorruptDocument`, `EmptyDocument` or `LimitExceeded`."""
        data = source.read_bytes()
        if not data:
            raise EmptyDocument(
                source.name,
                "the file is empty (0 bytes)",
                "save or download it again",
                parser="pdf",
            )
        secret = self.parameters.password
        password = secret.get_secret_value() if secret is not None else None
        warnings: list[str] = []
        # pdfium forgives bytes before the header, up to 1 KiB (PDF 32000-1, annex H).
        try:
            with LOCK, open_file(data, password) as file:
                source.limits.check("pages", file.page_count, source.name)
                pages = list(_pages(file, source, warnings))
                known = facts(file)
        except PdfiumError as error:
            raise _refusal(source.name, error, password is not None) from error
        if not pages:
            raise CorruptDocument(
                source.name,
                "no page of it could be read",
                "save or download it again",
                parser="pdf",
            )
        return Document(
            source=source.name,
            media_type=PDF,
            elements=outline(elements(pages)),
            grouping="page",
            facts=known,
            warnings=tuple(warnings),
            parser="pdf",
            strategy="text_layer",
            strategy_reason="the text layer is read; scanned pages are not recognised",
        )


def _refusal(name: str, error: PdfiumError, had_password: bool) -> Exception:
    if error.needs_password:
        if had_password:
            return EncryptedDocument(
                name, "the password is wrong", "give the right one", parser="pdf"
            )
        return EncryptedDocument(
            name, "it is locked with a password", "give the parser its password", parser="pdf"
        )
    return CorruptDocument(
        name,
        "it is damaged or truncated and no page could be recovered",
        "save or download it again",
        parser="pdf",
    )


def _pages(file: PdfFile, source: Source, warnings: list[str]) -> Iterator[PageLayout]:
    """Every page that can be read; what is wrong with a page becomes a warning."""
    characters = 0
    for index in range(file.page_count):
        number = index + 1
        try:
            with file.page(index) as page:
                text = read_page(page, number)
        except PdfiumError:
            warnings.append(f"page {number} is damaged and was left out")
            continue
        characters += sum(len(line.text) for line in text.lines)
        source.limits.check("text_characters", characters, source.name)
        if text.unreadable:
            warnings.append(
                f"page {number} has {text.unreadable} characters whose text the file does not tell"
            )
        if not text.blocks and not text.annotations:
            warnings.append(
                f"page {number} has no text; it looks scanned"
                if text.has_picture
                else f"page {number} has no text"
            )
        yield text
