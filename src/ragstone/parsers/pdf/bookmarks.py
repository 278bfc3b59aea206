"""The door to a file's bookmarks: its own outline, with the place each one leads to."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ragstone.parsers.pdf.library import PDFIUM, address, utf16

#: A damaged outline may go round in circles, or down without end.
_MAX_BOOKMARKS, _MAX_DEPTH = 20_000, 32


@dataclass(frozen=True, slots=True)
class Bookmark:
    """`level` 1 at the top; `page` 1-based, None where it leads nowhere in the file.

    `height` is the place on the page in points of page space, where y grows upwards; None where it
    is the whole page.
    """

    title: str
    level: int
    page: int | None
    height: float | None


def bookmarks(document: Any) -> list[Bookmark]:
    """All bookmarks of an open file with a title, in reading order."""
    seen: set[int] = set()
    return list(_below(document, None, 1, seen))


def _below(document: Any, parent: Any, level: int, seen: set[int]) -> Iterator[Bookmark]:
    mark = PDFIUM.FPDFBookmark_GetFirstChild(document, parent)
    while mark and address(mark) not in seen and len(seen) < _MAX_BOOKMARKS:
        seen.add(address(mark))
        title = " ".join(utf16(PDFIUM.FPDFBookmark_GetTitle, mark).split())
        if title:
            yield Bookmark(title, level, *_place(document, mark))
        if level < _MAX_DEPTH:
            yield from _below(document, mark, level + 1, seen)
        mark = PDFIUM.FPDFBookmark_GetNextSibling(document, mark)


def _place(document: Any, mark: Any) -> tuple[int | None, float | None]:
    place = PDFIUM.FPDFBookmark_GetDest(document, mark)
    if not place:
        action = PDFIUM.FPDFBookmark_GetAction(mark)
        place = PDFIUM.FPDFAction_GetDest(document, action) if action else None
    page = int(PDFIUM.FPDFDest_GetDestPageIndex(document, place)) if place else -1
    if page < 0:
        return None, None
    has = [ctypes.c_int() for _ in range(3)]
    at = [ctypes.c_float() for _ in range(3)]
    known = PDFIUM.FPDFDest_GetLocationInPage(place, *has, *at) and has[1].value
    return page + 1, at[1].value if known else None
