"""The PDF parser: the text layer and the geometry of its pages; one natural section a page.

`text_layer.read_page` reads a page into blocks with boxes, and `layout.elements` makes typed
elements of all of them. Not here: scanned pages are not recognised.

    document = PdfParser().read(Source.from_path("report.pdf"))
    document.elements[0].provenance.page        # 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import SecretStr, field_validator

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, ParameterError
from ragstone.layout.bookmarks import folded
from ragstone.layout.elements import elements
from ragstone.layout.page import PageLayout
from ragstone.model.document import Document
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.outline import outline
from ragstone.parsers.pdf.facts import facts
from ragstone.parsers.pdf.links import linked
from ragstone.parsers.pdf.page_range import PageRange
from ragstone.parsers.pdf.page_warnings import PageWarnings
from ragstone.parsers.pdf.pdfium import LOCK, PdfFile, PdfiumError, open_file
from ragstone.parsers.pdf.picture_taker import PictureTaker
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
        pages: str | None = None
        """Which pages to read, as "1-3,7" or "5-"; without it all."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it they are only placed."""

        @field_validator("pages")
        @classmethod
        def _is_range(cls, value: str | None) -> str | None:
            if value is not None:
                PageRange.parse(value)
            return value

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
        troubles = PageWarnings()
        taker = PictureTaker(source.limits.picture_bytes) if self.parameters.pictures else None
        # pdfium forgives bytes before the header, up to 1 KiB (PDF 32000-1, annex H).
        try:
            with LOCK, open_file(data, password) as file:
                source.limits.check("pages", file.page_count, source.name)
                wanted = self._wanted(file.page_count, source.name)
                pages = list(_pages(file, wanted, source, troubles, taker))
                known, marks = facts(file), file.bookmarks()
                is_mended = file.is_mended
        except PdfiumError as error:
            raise _refusal(source.name, error, password is not None) from error
        if not any(page.blocks or page.annotations or not is_mended for page in pages):
            raise CorruptDocument(
                source.name,
                "no page of it could be read",
                "save or download it again",
                parser="pdf",
            )
        if any(page.is_scan for page in pages):
            known["text_layer"] = "ocr"
        levels = {folded(mark.title): mark.level for mark in reversed(marks)}
        links = {page.number: page.links for page in pages}
        found = elements(pages, levels)
        del pages  # what is left of them lies with the elements that are still to come
        return Document(
            source=source.name,
            media_type=PDF,
            elements=outline(linked(found, links)),
            grouping="page",
            facts=known,
            warnings=(*([_MENDED] if is_mended else []), *_sentences(troubles, taker)),
            parser="pdf",
            strategy="fast",
            strategy_reason="the text layer is read; scanned pages are not recognised",
        )

    def _wanted(self, page_count: int, name: str) -> list[int]:
        """The pages to read; `ParameterError` when the file has none of those asked for."""
        asked = self.parameters.pages
        if asked is None:
            return list(range(1, page_count + 1))
        wanted = PageRange.parse(asked).of(page_count)
        if page_count and not wanted:
            raise ParameterError(
                f"{name} has {page_count} pages; pages={asked!r} names none of them"
            )
        return wanted


_MENDED = "the file is damaged or cut off at its end; what the rest of it holds was read"


def _sentences(troubles: PageWarnings, taker: PictureTaker | None) -> list[str]:
    found = troubles.sentences()
    if taker is not None and taker.left_out:
        found.append(
            f"the data of {taker.left_out} pictures was left out; raise the limit picture_bytes"
        )
    return found


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


def _pages(
    file: PdfFile,
    wanted: Sequence[int],
    source: Source,
    troubles: PageWarnings,
    taker: PictureTaker | None,
) -> Iterator[PageLayout]:
    """Every page that can be read; what is wrong with a page becomes a warning."""
    characters = 0
    for number in _counted(wanted, source):
        try:
            with file.page(number - 1) as page:
                text = read_page(page, number, taker)
        except PdfiumError:
            troubles.add("damaged", number)
            continue
        characters += sum(len(line.text) for line in text.lines)
        source.limits.check("text_characters", characters, source.name)
        if text.unreadable:
            troubles.add("unreadable", number, text.unreadable)
        if text.clipped:
            troubles.add("clipped", number, text.clipped)
        if text.distrust:
            troubles.add("tags", number, text.distrust)
        if not text.has_text and not text.annotations:
            troubles.add("scanned" if text.has_picture else "blank", number)
        yield text


def _counted(wanted: Sequence[int], source: Source) -> Iterator[int]:
    """The same, telling of each page when it is read."""
    for done, number in enumerate(wanted, start=1):
        yield number
        if source.progress is not None:
            source.progress(done, len(wanted))
