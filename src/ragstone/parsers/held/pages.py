"""The words that pdfium alone finds on each page of a PDF."""

from __future__ import annotations

from collections.abc import Iterator

from ragstone.parsers.held.part import HeldPart
from ragstone.parsers.pdf.plain_text import plain_texts
from ragstone.sources.source import Source


def page_parts(source: Source) -> Iterator[HeldPart]:
    """One part a page, one text a word: a reader may put the words of a line in another order."""
    for number, text in enumerate(plain_texts(source.read_bytes()), start=1):
        source.limits.check("pages", number, source.name)
        yield HeldPart(f"page {number}", tuple(text.split()), page=number)
