"""Lists: items by their marker, items that count up, and the rows of contents lists.

The depth of an item is told by the left edges of the items around it. Numbered sections are told
from items before: see `headings`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ragstone.layout.draft import Draft
from ragstone.layout.numbering import is_bullet
from ragstone.layout.paragraphs import CONTENTS_ROW
from ragstone.model.element import ElementType

#: The names of rules that find contents lists.
ROW = "list: row of a contents list"
COUNTED = "list: numbers counting up"
COUNTED_UNDER = "list: between numbers counting up"

_DEPTH_EM = 0.8
#: So many rows make a contents list, so many bare numbers that count up a list.
_CONTENTS_ROWS, _COUNTED_ROWS = 3, 3
_MAX_CONTENTS_CHARACTERS = 160
_MAX_COUNTED_CHARACTERS = 60
_PAGE_AT_END = re.compile(r".*[^\W\d_].*\s(?:\d{1,4}|[ivxlc]{1,6})$")
_BARE_NUMBER = re.compile(r"(\d{1,2})(?:[.．]?\s+|(?=[^\W\d_a-z.,]))(?=\S)")


def contents_listed(drafts: Sequence[Draft]) -> list[Draft]:
    """The same with the rows of contents lists typed: leaders, or pages that do not go back."""
    found = list(drafts)
    for start, end in _stretches([_is_contents_row(draft) for draft in drafts]):
        rows = drafts[start:end]
        leaders = sum(CONTENTS_ROW.search(draft.text) is not None for draft in rows)
        pages = [
            int(match) for draft in rows if (match := draft.text.rsplit(None, 1)[-1]).isdecimal()
        ]
        going_up = len(pages) >= _CONTENTS_ROWS and pages == sorted(pages) and pages[0] != pages[-1]
        if len(rows) < _CONTENTS_ROWS or (leaders < _CONTENTS_ROWS and not going_up):
            continue
        depths = _depths(rows)
        for index, (draft, depth) in enumerate(zip(rows, depths, strict=True), start=start):
            found[index] = _item(draft, depth, ROW)
    return found


def counted(drafts: Sequence[Draft]) -> list[Draft]:
    """The same with short lines typed whose bare numbers count up without text between them."""
    found = list(drafts)
    for start, end in _stretches([_is_countable(draft) for draft in drafts]):
        rows = drafts[start:end]
        numbers = {
            index: int(match[1])
            for index, draft in enumerate(rows)
            if (match := _BARE_NUMBER.match(draft.whole))
        }
        values = list(numbers.values())
        steps = sum(b - a == 1 for a, b in pairwise(values))
        if len(values) < _COUNTED_ROWS or steps < len(values) - 1:
            continue
        for index, draft in enumerate(rows):
            if index in numbers and not draft.marker:
                match = _BARE_NUMBER.match(draft.text)
                if match is not None:
                    found[start + index] = _cut(draft, match[1], match.end())
            elif draft.marker:
                depth = 1 if is_bullet(draft.marker) else 0
                found[start + index] = _item(draft, depth, COUNTED_UNDER)
    return found


def listed(drafts: Sequence[Draft]) -> list[Draft]:
    """The same with every open draft that has a marker as a list item."""
    found = list(drafts)
    start = 0
    while start < len(drafts):
        end = start
        while end < len(drafts) and drafts[end].is_open and drafts[end].marker:
            end += 1
        for index, depth in enumerate(_depths(drafts[start:end]), start=start):
            rule = "list: bullet" if is_bullet(drafts[index].marker) else "list: number"
            found[index] = _item(drafts[index], depth, rule)
        start = end + 1
    return found


def _item(draft: Draft, depth: int, rule: str) -> Draft:
    facts = {"list_marker": draft.marker, "list_depth": depth}
    return draft.typed(ElementType.LIST_ITEM, rule, facts=facts)


def _cut(draft: Draft, number: str, cut: int) -> Draft:
    """The item without its number, which becomes its marker."""
    places = tuple((max(0, start - cut), boxes) for start, boxes in draft.places)
    facts = {"list_marker": number, "list_depth": 0}
    return draft.typed(
        ElementType.LIST_ITEM,
        COUNTED,
        facts=facts,
        text=draft.text[cut:],
        placed=places,
    )


def _depths(rows: Sequence[Draft]) -> list[int]:
    """How deep each item is, by left edges; a new column starts anew."""
    lefts: list[float] = []
    found: list[int] = []
    block = -1
    for draft in rows:
        slack = _DEPTH_EM * draft.size
        if draft.block != block:
            lefts, block = [], draft.block
        while lefts and draft.x0 < lefts[-1] - slack:
            lefts.pop()
        if not lefts or draft.x0 > lefts[-1] + slack:
            lefts.append(draft.x0)
        found.append(len(lefts) - 1)
    return found


def _is_contents_row(draft: Draft) -> bool:
    if not draft.is_open or len(draft.text) > _MAX_CONTENTS_CHARACTERS:
        return False
    if CONTENTS_ROW.search(draft.text):
        return True
    gapped = any(line.gapped for line in draft.lines)
    return gapped and "\n" not in draft.text and _PAGE_AT_END.match(draft.text) is not None


def _is_countable(draft: Draft) -> bool:
    return (
        draft.is_open
        and len(draft.lines) <= 2
        and len(draft.text) <= _MAX_COUNTED_CHARACTERS
        and (bool(draft.marker) or _BARE_NUMBER.match(draft.text) is not None)
    )


def _stretches(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """The ranges in which all flags are set."""
    found: list[tuple[int, int]] = []
    start: int | None = None
    for index, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = index
        elif not flag and start is not None:
            found.append((start, index))
            start = None
    return found
