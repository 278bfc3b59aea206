"""The door to a page's structure tree: what the file says each of its marked contents is.

PDF 32000-1, 14.7 and 14.8. pdfium maps a file's own types to the standard ones. Not here: whether
the tree is to be believed (`layout.tag`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from ragstone.layout.tag import Role, Tag, TagCell
from ragstone.parsers.pdf.library import PDFIUM, plain, utf16

_void, _int = ctypes.c_void_p, ctypes.c_int
_content_of = plain(PDFIUM.FPDFPageObj_GetMarkedContentID, _int, _void)
_marks_of = plain(PDFIUM.FPDFPageObj_CountMarks, _int, _void)

#: Types that begin a block of their own, with the role of their text.
_BLOCKS: Mapping[str, Role] = MappingProxyType(
    {
        "P": "P",
        "H": "H",
        **dict.fromkeys(("H1", "H2", "H3", "H4", "H5", "H6"), "H"),
        "Title": "Title",
        "LI": "LI",
        "TD": "TD",
        "TH": "TH",
        "Figure": "Figure",
        "Caption": "Caption",
        "Note": "Note",
        "FENote": "Note",
        "Code": "Code",
        "Formula": "Formula",
        "TOCI": "TOCI",
    }
)
#: Blocks whose paragraphs are parts of them.
_WHOLE = frozenset({"LI", "TD", "TH", "Caption", "Note", "TOCI", "Figure"})
#: These stand inside a line of text too: then they are a part of its block.
_INLINE = frozenset({"Code", "Formula"})
#: A damaged tree may go round in circles, or down without end.
_MAX_DEPTH, _MAX_ELEMENTS = 64, 50_000
_ARTIFACT = Tag("Artifact", -1, -1)


class Tags:
    """The tags of one open page, by marked content and by page object."""

    def __init__(self) -> None:
        self._by_content: dict[int, Tag] = {}

    def __bool__(self) -> bool:
        return bool(self._by_content)

    def of(self, item: int) -> Tag | None:
        """The tag of the page object at an address; None where the file says nothing of it."""
        content = _content_of(item)
        if content >= 0:
            return self._by_content.get(content)
        return _ARTIFACT if _is_artifact(item) else None

    def add(self, content: int, tag: Tag) -> None:
        self._by_content.setdefault(content, replace(tag, order=len(self._by_content)))


def page_tags(page: Any) -> Tags:
    """The tags of an open page; none where it has no structure tree."""
    found = Tags()
    tree = PDFIUM.FPDF_StructTree_GetForPage(page)
    if not tree:
        return found
    try:
        walk = _Walk(found)
        for index in range(max(0, PDFIUM.FPDF_StructTree_CountChildren(tree))):
            walk.element(PDFIUM.FPDF_StructTree_GetChildAtIndex(tree, index), _Place())
    finally:
        PDFIUM.FPDF_StructTree_Close(tree)
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the tree an element stands.

    `tag` is that of the block around it; `whole` says that paragraphs in that are no blocks of
    their own, `sole` that the block has one child.
    """

    tag: Tag | None = None
    whole: bool = False
    sole: bool = False
    quoted: bool = False
    list_depth: int = 0
    section_depth: int = 0
    table: _Table | None = None
    depth: int = 0


@dataclass(slots=True)
class _Table:
    """A table whose rows are being read; `taken` are the places of cells that span rows."""

    number: int
    row: int = -1
    column: int = 0
    taken: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])

    def skip(self) -> None:
        """Leave a cell empty."""
        self.place(False, 1, 1)

    def place(self, is_header: bool, row_span: int, column_span: int) -> TagCell:
        while (self.row, self.column) in self.taken:
            self.column += 1
        cell = TagCell(self.number, max(0, self.row), self.column, row_span, column_span, is_header)
        for row in range(self.row + 1, self.row + row_span):
            self.taken.update((row, self.column + offset) for offset in range(column_span))
        self.column += column_span
        return cell


class _Walk:
    """One walk down a structure tree."""

    def __init__(self, found: Tags) -> None:
        self._found = found
        self._blocks, self._tables, self._elements = 0, 0, 0

    def element(self, element: Any, above: _Place) -> None:
        self._elements += 1
        if not element or above.depth > _MAX_DEPTH or self._elements > _MAX_ELEMENTS:
            return
        kind = utf16(PDFIUM.FPDF_StructElement_GetType, element)
        place = self._entered(element, kind, above)
        tag = place.tag
        for index in range(_children(element)):
            child = PDFIUM.FPDF_StructElement_GetChildAtIndex(element, index)
            if child:
                before = self._blocks
                self.element(child, place)
                # What stands between blocks is no part of what stood before them.
                tag = tag if before == self._blocks else place.tag
                continue
            content = PDFIUM.FPDF_StructElement_GetChildMarkedContentID(element, index)
            if content >= 0:
                tag = tag or self._block("P", above)
                self._found.add(content, tag)
            elif kind == "TR" and place.table is not None:
                # pdfium leaves out what has nothing on the page: an empty cell.
                place.table.skip()

    def _entered(self, element: Any, kind: str, above: _Place) -> _Place:
        """The place inside an element of this type."""
        place = replace(above, depth=above.depth + 1)
        if kind == "L":
            return replace(place, list_depth=above.list_depth + 1, tag=None, whole=False)
        if kind in ("Sect", "Art", "Part"):
            return replace(place, section_depth=above.section_depth + 1)
        if kind == "BlockQuote":
            quote = above.tag if above.whole else self._block("BlockQuote", above)
            return replace(place, quoted=True, tag=quote)
        if kind == "Table":
            self._tables += 1
            return replace(place, table=_Table(self._tables - 1), tag=None, whole=False)
        if kind == "TR" and above.table is not None:
            above.table.row += 1
            above.table.column = 0
            return place
        if kind == "Lbl" and above.tag is not None and above.tag.role == "LI":
            return replace(place, tag=replace(above.tag, role="Lbl"))
        role = _BLOCKS.get(kind)
        if role is None or (above.whole and role in ("P", "H", "Code", "Formula")):
            return place
        if role in _INLINE and above.tag is not None and not above.sole:
            return place
        tag = self._block("BlockQuote" if above.quoted and role == "P" else role, above)
        if role == "H":
            tag = replace(tag, level=int(kind[1:] or max(1, above.section_depth)))
        elif role in ("TD", "TH") and above.table is not None:
            spans = (_number(element, "RowSpan"), _number(element, "ColSpan"))
            tag = replace(tag, cell=above.table.place(role == "TH", *spans))
        elif role in ("Figure", "Formula"):
            alt = utf16(PDFIUM.FPDF_StructElement_GetAltText, element)
            tag = replace(tag, alt=" ".join(alt.split()))
        return replace(place, tag=tag, whole=kind in _WHOLE, sole=_children(element) == 1)

    def _block(self, role: Role, above: _Place) -> Tag:
        self._blocks += 1
        return Tag(role, self._blocks - 1, 0, above.list_depth if role == "LI" else None)


def _children(element: Any) -> int:
    return max(0, int(PDFIUM.FPDF_StructElement_CountChildren(element)))


def _number(element: Any, name: str) -> int:
    """A span among an element's attributes; 1 where none is given."""
    key, number = name.encode(), ctypes.c_float()
    for index in range(max(0, PDFIUM.FPDF_StructElement_GetAttributeCount(element))):
        attribute = PDFIUM.FPDF_StructElement_GetAttributeAtIndex(element, index)
        value = PDFIUM.FPDF_StructElement_Attr_GetValue(attribute, key) if attribute else None
        if value and PDFIUM.FPDF_StructElement_Attr_GetNumberValue(value, number):
            return min(1000, max(1, int(number.value)))
    return 1


def _is_artifact(item: int) -> bool:
    handle = ctypes.cast(item, PDFIUM.FPDF_PAGEOBJECT)
    for index in range(max(0, _marks_of(item))):
        mark = PDFIUM.FPDFPageObj_GetMark(handle, index)
        size = ctypes.c_ulong()
        buffer = (ctypes.c_ushort * 32)()
        if mark and PDFIUM.FPDFPageObjMark_GetName(mark, buffer, ctypes.sizeof(buffer), size):
            name = bytes(buffer).decode("utf-16-le", "ignore").split("\0")[0]
            if name == "Artifact":
                return True
    return False
