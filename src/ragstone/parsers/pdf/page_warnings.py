"""Warnings: what is wrong with the pages of a file, one sentence a page or one for many.

found = PageWarnings()
found.add("damaged", 3)
found.sentences()       # ["page 3 is damaged and was left out"]
"""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

Trouble = Literal["damaged", "unreadable", "clipped", "scanned", "blank", "tags"]

#: Up to so many pages of one kind of trouble are told one by one.
_FEW = 5
#: (of one page, of several); {} are the pages and, where it counts, how much.
_SENTENCES: dict[Trouble, tuple[str, str]] = {
    "damaged": ("page {} is damaged and was left out", "pages {} are damaged and were left out"),
    "unreadable": (
        "page {} has {} characters whose text the file does not tell",
        "pages {} have {} characters whose text the file does not tell",
    ),
    "clipped": (
        "page {} has {} characters beyond its edge or cut off, left out",
        "pages {} have {} characters beyond their edge or cut off, left out",
    ),
    "scanned": (
        "page {} has no text; it looks scanned",
        "pages {} have no text; they look scanned",
    ),
    "tags": (
        "page {} has tags that do not agree with what it shows and were not used: {}",
        "pages {} have tags that do not agree with what they show and were not used",
    ),
    "blank": ("page {} has no text", "pages {} have no text"),
}


class PageWarnings:
    """Troubles by kind, in the order in which they were met."""

    def __init__(self) -> None:
        self._found: dict[Trouble, dict[int, int | str]] = defaultdict(dict)

    def add(self, trouble: Trouble, page: int, detail: int | str = "") -> None:
        """`page` is 1-based; `detail` how many characters, or why."""
        self._found[trouble][page] = detail

    def sentences(self) -> list[str]:
        """In page order where every page has its own, those for many pages last."""
        single: list[tuple[int, str]] = []
        joint: list[str] = []
        for trouble, pages in self._found.items():
            one, many = _SENTENCES[trouble]
            if len(pages) <= _FEW:
                single += [(page, one.format(page, detail)) for page, detail in pages.items()]
            else:
                count = sum(detail for detail in pages.values() if isinstance(detail, int))
                joint.append(many.format(_ranges(sorted(pages)), count))
        return [sentence for _, sentence in sorted(single, key=lambda row: row[0])] + joint


def _ranges(pages: list[int]) -> str:
    """[1, 2, 3, 7] → "1–3, 7"."""
    found: list[list[int]] = []
    for page in pages:
        if found and page == found[-1][-1] + 1:
            found[-1] = [found[-1][0], page]
        else:
            found.append([page])
    return ", ".join("–".join(map(str, ends)) for ends in found)
