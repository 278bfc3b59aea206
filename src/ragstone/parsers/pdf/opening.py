"""Opening a file with pdfium, and a file whose end is lost a second time, mended.

    with LOCK, opened(data) as document:
        count = PDFIUM.FPDF_GetPageCount(document)

pdfium does one thing at a time: whoever calls a function of this module holds `library.LOCK`, and
goes on holding it as long as the file is open or takes it again for every use.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ragstone.parsers.pdf.library import PDFIUM, PdfiumError
from ragstone.parsers.pdf.recovery import recovered

#: The end of a file names the place of its table within its last bytes: PDF 32000-1, annex H.
_END_BYTES = 1024


class Opened(NamedTuple):
    """pdfium's handle, which is to be closed, and the bytes that it reads from until then.

    `is_mended` says that they are not the file's own alone.
    """

    document: Any
    data: bytes
    is_mended: bool


def load(data: bytes, password: str | None = None) -> Opened:
    """The open file; `PdfiumError` when pdfium cannot open it, mended or not.

    `None` as password tries the empty one, with which most protected files open.
    """
    try:
        document = _document(data, password)
    except PdfiumError as error:
        mended = None if error.needs_password else _mended(data)
        if mended is None:
            raise
        return mended
    pages = int(PDFIUM.FPDF_GetPageCount(document))
    if _is_cut_off(data) or pages < 1:
        mended = _mended(data, pages)
        if mended is not None:
            PDFIUM.FPDF_CloseDocument(document)
            return mended
    return Opened(document, data, False)


@contextmanager
def opened(data: bytes, password: str | None = None) -> Generator[Any]:
    """The handle of the open file, closed at the end; see `load`."""
    file = load(data, password)
    try:
        yield file.document
    finally:
        PDFIUM.FPDF_CloseDocument(file.document)


def _is_cut_off(data: bytes) -> bool:
    """Whether the end of a file is lost.

    Where a trailer stands in front too, as in files made for the web ("linearized"), pdfium opens
    the file all the same, and looks for most objects in vain.
    """
    return b"startxref" not in data[-_END_BYTES:]


def _mended(data: bytes, pages: int = 1) -> Opened | None:
    """The file as far as it can be recovered; None where it has fewer pages than these, or none."""
    mended = recovered(data)
    if mended is None:
        return None
    try:
        document = _document(mended, None)
    except PdfiumError:
        return None
    if PDFIUM.FPDF_GetPageCount(document) < max(1, pages):
        PDFIUM.FPDF_CloseDocument(document)
        return None
    return Opened(document, mended, True)


def _document(data: bytes, password: str | None) -> Any:
    secret = None if password is None else password.encode()
    document = PDFIUM.FPDF_LoadMemDocument64(data, len(data), secret)
    if not document:
        raise PdfiumError(needs_password=PDFIUM.FPDF_GetLastError() == PDFIUM.FPDF_ERR_PASSWORD)
    return document
