"""The text that pdfium finds on each page of a PDF, by nothing but pdfium."""

from __future__ import annotations

from collections.abc import Iterator

from ragstone.parsers.held.part import HeldPart
from ragstone.parsers.pdf.library import LOCK, PdfiumError
from ragstone.parsers.pdf.pdfium import open_file
from ragstone.sources.source import Source


def page_parts(source: Source) -> Iterator[HeldPart]:
    """One part a page, one text a word: a reader may put the words of a line in another order."""
    with LOCK, open_file(source.read_bytes(), None) as file:
        source.limits.check("pages", file.page_count, source.name)
        for index in range(file.page_count):
            try:
                with file.page(index) as page:
                    texts = tuple(page.plain_text().split())
            except PdfiumError:
                texts = ()
            yield HeldPart(f"page {index + 1}", texts, page=index + 1)
