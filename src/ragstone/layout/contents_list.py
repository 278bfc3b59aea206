"""The document's own contents list as evidence for its headings.

Where most entries of the list are found as titles, the document says itself what its sections are:
what is set as large as they are, but in a look that no listed title has, is no heading of the
document (the name of the list, a sidebar's or a page's foot). Smaller titles may be deeper than the
list goes, and stay. Of what stands before the first of them only the largest stays, the title of it
all. Bookmarks are such a list too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragstone.layout.bookmarks import bare, numberless
from ragstone.layout.draft import Draft
from ragstone.layout.headings import CONTENTS, WEAK_RULES
from ragstone.layout.lists import COUNTED, COUNTED_UNDER, ROW
from ragstone.layout.numbering import is_section, section_number
from ragstone.layout.paragraphs import CONTENTS_ROW
from ragstone.model.element import ElementType

#: So many entries, and so much of the list, must be found as titles.
_MIN_FOUND, _MOST = 5, 0.6
_SAME_SIZE = 0.035
_PAGE_AT_END = re.compile(r"\s+(?:\d{1,4}|[ivxlc]{1,7})$")


def confirmed(
    before: Sequence[Draft], titled: Sequence[Draft], bookmarks: Mapping[str, int]
) -> list[Draft]:
    """`titled` less the titles that the contents list speaks against, which are as in `before`.

    `bookmarks` are levels by folded title; they are a contents list too.
    """
    titles = [index for index, draft in enumerate(titled) if draft.type is ElementType.TITLE]
    listed = {name for draft in titled for name in _names(draft)}
    found = _found(titled, titles, listed) or _found(titled, titles, numberless(bookmarks))
    if not found:
        return list(titled)
    looks = {_look(titled[index]) for index in found}
    families = {_numbered(titled[index]) for index in found} - {""}
    smallest, largest = min(size for size, _ in looks), max(size for size, _ in looks)
    first = min(found)
    ahead = [index for index in titles if index < first and not _is_told(titled[index])]
    title_of_all = max(ahead, key=lambda index: (titled[index].size, -index), default=-1)
    kept = list(titled)
    for index in titles:
        draft = titled[index]
        if index in found or _is_told(draft) or _numbered(draft) in families:
            continue
        size, bold = _look(draft)
        alike = any(abs(size - one) <= _SAME_SIZE * one and bold == other for one, other in looks)
        deeper = size < (1 - _SAME_SIZE) * smallest and draft.rule not in WEAK_RULES
        is_heading = alike or deeper
        if index < first:
            is_heading = index == title_of_all and size >= (1 - _SAME_SIZE) * largest
        if not is_heading or CONTENTS.fullmatch(draft.text):
            kept[index] = before[index]
    return kept


def _found(titled: Sequence[Draft], titles: Sequence[int], listed: set[str]) -> set[int]:
    """The titles that a list names; none where it names too few to be the document's."""
    found = {index for index in titles if bare(titled[index].text) in listed}
    names = {bare(titled[index].text) for index in found}
    enough = len(names) >= _MIN_FOUND and len(names) >= _MOST * len(listed)
    return found if enough else set()


def _numbered(draft: Draft) -> str:
    """How the number is written that a section's title has; "" where it has none of several parts
    or with a unit's name."""
    number = section_number(draft.text)
    return number.family if number is not None and is_section(draft.text) else ""


def _is_told(draft: Draft) -> bool:
    """Whether the file itself says that the draft is a title."""
    return draft.rule.startswith(("title: bookmark", "tag:"))


def _names(draft: Draft) -> list[str]:
    if draft.type is not ElementType.LIST_ITEM or draft.rule not in (ROW, COUNTED, COUNTED_UNDER):
        return []
    text = CONTENTS_ROW.sub("", draft.text)
    return [bare(_PAGE_AT_END.sub("", text) if draft.rule == ROW else text)]


def _look(draft: Draft) -> tuple[float, bool]:
    return draft.size, all(line.bold for line in draft.lines)
