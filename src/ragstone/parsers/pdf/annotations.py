"""The door to a page's annotations: notes, comments, form fields and links.

Form fields are read with pdfium's form environment, which knows inherited names and values; it is
opened once a file, and only where the file has a form.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from ragstone.layout.page import Annotation, Link
from ragstone.parsers.pdf.frame import Frame
from ragstone.parsers.pdf.library import PDFIUM, utf8, utf16

# PDF 32000-1, table 165: an annotation that is neither shown nor printed.
_HIDDEN, _NO_VIEW = 1 << 1, 1 << 5
_CHOSEN = (PDFIUM.FPDF_FORMFIELD_CHECKBOX, PDFIUM.FPDF_FORMFIELD_RADIOBUTTON)
_WRITTEN = (
    PDFIUM.FPDF_FORMFIELD_TEXTFIELD,
    PDFIUM.FPDF_FORMFIELD_COMBOBOX,
    PDFIUM.FPDF_FORMFIELD_LISTBOX,
)
#: Kinds of notes whose text belongs to the one who reads along, not to the page.
_COMMENTS = frozenset(
    {
        PDFIUM.FPDF_ANNOT_TEXT,
        PDFIUM.FPDF_ANNOT_LINE,
        PDFIUM.FPDF_ANNOT_SQUARE,
        PDFIUM.FPDF_ANNOT_CIRCLE,
        PDFIUM.FPDF_ANNOT_POLYGON,
        PDFIUM.FPDF_ANNOT_POLYLINE,
        PDFIUM.FPDF_ANNOT_HIGHLIGHT,
        PDFIUM.FPDF_ANNOT_UNDERLINE,
        PDFIUM.FPDF_ANNOT_SQUIGGLY,
        PDFIUM.FPDF_ANNOT_STRIKEOUT,
        PDFIUM.FPDF_ANNOT_STAMP,
        PDFIUM.FPDF_ANNOT_CARET,
        PDFIUM.FPDF_ANNOT_INK,
        PDFIUM.FPDF_ANNOT_FILEATTACHMENT,
    }
)
#: Of one page; a drawing programme may leave a hundred thousand.
_MAX_ANNOTATIONS = 10_000


class Form:
    """The form of an open file."""

    def __init__(self, document: Any) -> None:
        # pdfium keeps a pointer to it.
        self._calls = PDFIUM.FPDF_FORMFILLINFO(version=2)
        self.handle = PDFIUM.FPDFDOC_InitFormFillEnvironment(document, self._calls)

    def close(self) -> None:
        if self.handle:
            PDFIUM.FPDFDOC_ExitFormFillEnvironment(self.handle)


class Annotations:
    """Those of one open page, in the file's order."""

    def __init__(
        self, document: Any, page: Any, text_page: Any, frame: Frame, form: Form | None
    ) -> None:
        self._document, self._page, self._text = document, page, text_page
        self._frame, self._form = frame, form.handle if form is not None else None
        self.written: list[Annotation] = []
        self.links: list[Link] = []
        count = int(PDFIUM.FPDFPage_GetAnnotCount(page))
        for index in range(min(_MAX_ANNOTATIONS, max(0, count))):
            annotation = PDFIUM.FPDFPage_GetAnnot(page, index)
            if not annotation:
                continue
            try:
                self._read(annotation)
            finally:
                PDFIUM.FPDFPage_CloseAnnot(annotation)

    def _read(self, annotation: Any) -> None:
        kind = PDFIUM.FPDFAnnot_GetSubtype(annotation)
        if kind == PDFIUM.FPDF_ANNOT_LINK:
            self.links += self._link(annotation)
        elif kind == PDFIUM.FPDF_ANNOT_WIDGET:
            self.written += self._field(annotation)
        elif kind == PDFIUM.FPDF_ANNOT_FREETEXT:
            self.written += self._note(annotation, "free_text")
        elif kind in _COMMENTS:
            self.written += self._note(annotation, "comment")

    def _note(self, annotation: Any, kind: str) -> Iterator[Annotation]:
        text = _string(annotation, b"Contents")
        author = "" if kind == "free_text" else _string(annotation, b"T").strip()
        yield from self._placed(annotation, kind, text, author)

    def _field(self, annotation: Any) -> Iterator[Annotation]:
        kind = PDFIUM.FPDFAnnot_GetFormFieldType(self._form, annotation) if self._form else -1
        if kind <= PDFIUM.FPDF_FORMFIELD_UNKNOWN:
            # A field that the file's form does not list.
            value, name = _string(annotation, b"V"), _string(annotation, b"T")
            yield from self._placed(annotation, "form_value", value, name)
            return
        text = ""
        if kind in _WRITTEN:
            flags = PDFIUM.FPDFAnnot_GetFormFieldFlags(self._form, annotation)
            is_secret = (
                kind == PDFIUM.FPDF_FORMFIELD_TEXTFIELD
                and flags & PDFIUM.FPDF_FORMFLAG_TEXT_PASSWORD
            )
            if not is_secret:
                text = utf16(PDFIUM.FPDFAnnot_GetFormFieldValue, self._form, annotation)
        elif kind in _CHOSEN:
            # The state that shows; pdfium's own answer is right only in a form that is filled in.
            state = utf16(PDFIUM.FPDFAnnot_GetStringValue, annotation, b"AS")
            text = "" if state == "Off" else state
        name = utf16(PDFIUM.FPDFAnnot_GetFormFieldName, self._form, annotation)
        yield from self._placed(annotation, "form_value", text, name)

    def _placed(self, annotation: Any, kind: str, text: str, name: str) -> Iterator[Annotation]:
        rect = PDFIUM.FS_RECTF()
        if text.strip() and PDFIUM.FPDFAnnot_GetRect(annotation, rect):
            box = self._frame.box(rect.left, rect.top, rect.right, rect.bottom)
            hidden = bool(PDFIUM.FPDFAnnot_GetFlags(annotation) & (_HIDDEN | _NO_VIEW))
            yield Annotation(kind, text, box, name, hidden)

    def _link(self, annotation: Any) -> Iterator[Link]:
        rect = PDFIUM.FS_RECTF()
        link = PDFIUM.FPDFAnnot_GetLink(annotation)
        url = self._target(link) if link else ""
        if not url or not PDFIUM.FPDFAnnot_GetRect(annotation, rect):
            return
        edges = (rect.left, rect.top, rect.right, rect.bottom)
        text = " ".join(self._text_in(*edges).split())
        yield Link(text, url, self._frame.box(*edges))

    def _target(self, link: Any) -> str:
        """The address of a link; "#page=3" inside the file."""
        action = PDFIUM.FPDFLink_GetAction(link)
        kind = PDFIUM.FPDFAction_GetType(action) if action else PDFIUM.PDFACTION_GOTO
        if kind == PDFIUM.PDFACTION_URI:
            return utf8(PDFIUM.FPDFAction_GetURIPath, self._document, action).strip()
        if kind != PDFIUM.PDFACTION_GOTO:
            return ""
        place = PDFIUM.FPDFLink_GetDest(self._document, link)
        page = PDFIUM.FPDFDest_GetDestPageIndex(self._document, place) if place else -1
        return f"#page={page + 1}" if page >= 0 else ""

    def _text_in(self, left: float, top: float, right: float, bottom: float) -> str:
        edges = (left, top, right, bottom)
        size = PDFIUM.FPDFText_GetBoundedText(self._text, *edges, None, 0)
        if size <= 0:
            return ""
        buffer = (ctypes.c_ushort * (size + 1))()
        PDFIUM.FPDFText_GetBoundedText(self._text, *edges, buffer, size)
        return bytes(buffer)[: 2 * size].decode("utf-16-le", "ignore").replace("\0", "")


def _string(annotation: Any, key: bytes) -> str:
    if PDFIUM.FPDFAnnot_GetValueType(annotation, key) != PDFIUM.FPDF_OBJECT_STRING:
        return ""
    return utf16(PDFIUM.FPDFAnnot_GetStringValue, annotation, key)
