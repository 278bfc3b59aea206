"""The text of each page as pdfium alone gives it, without a look at the layout; and what acts.

The other side of a comparison with what the parser makes of the page; nothing is read from here
into a document.

    [page.split() for page in plain_texts(data)]
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from ragstone.parsers.pdf.library import LOCK, PDFIUM
from ragstone.parsers.pdf.opening import opened


def plain_texts(data: bytes) -> Iterator[str]:
    """One text a page, "" for a page that cannot be loaded; `PdfiumError` for no PDF at all."""
    with LOCK, opened(data) as document:
        for index in range(int(PDFIUM.FPDF_GetPageCount(document))):
            yield _page_text(document, index)


def script_count(data: bytes) -> int:
    """How many scripts the file runs when it is opened, in a program that does."""
    with LOCK, opened(data) as document:
        return max(0, int(PDFIUM.FPDFDoc_GetJavaScriptActionCount(document)))


def _page_text(document: Any, index: int) -> str:
    page = PDFIUM.FPDF_LoadPage(document, index)
    if not page:
        return ""
    try:
        text_page = PDFIUM.FPDFText_LoadPage(page)
        if not text_page:
            return ""
        try:
            count = max(0, int(PDFIUM.FPDFText_CountChars(text_page)))
            buffer = (ctypes.c_ushort * (count + 1))()
            PDFIUM.FPDFText_GetText(text_page, 0, count, buffer)
            return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")
        finally:
            PDFIUM.FPDFText_ClosePage(text_page)
    finally:
        PDFIUM.FPDF_ClosePage(page)
