"""Titles in a row: which of them are titles where many follow each other without text.

A cover, a form or a table holds many lines that are set as titles are; a list of large or bold
numbers is none of headings. Not here: what sets a title off (`headings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ragstone.layout.draft import Draft
from ragstone.layout.numbering import is_section

#: From so many titles in a row on they are a cover, a table or a form; sizes this near are one.
_MAX_RUN, _ALIKE = 3, 0.965


def checked(drafts: Sequence[Draft], rules: Sequence[str]) -> list[str]:
    """The rules by which drafts are titles, "" where the drafts around one speak against it."""
    return _without_lists(drafts, _without_runs(drafts, _without_numbers(drafts, rules)))


def _without_numbers(drafts: Sequence[Draft], rules: Sequence[str]) -> list[str]:
    """Large numbers in a row, or beside text, are those of items; that of a chapter is alone."""
    kept = list(rules)
    for (a, first), (b, second) in pairwise(enumerate(drafts)):
        if not first.text.isdecimal() or first.page != second.page:
            continue
        if second.text.isdecimal():
            kept[a] = kept[b] = ""
        elif second.y0 < first.y1 and first.x1 < second.x0:
            kept[a] = ""
    return kept


def _without_runs(drafts: Sequence[Draft], rules: Sequence[str]) -> list[str]:
    """Many titles in a row are a cover, a table or a form: only the largest of them is one, and
    those with the number of a section."""
    kept = list(rules)
    start = 0
    while start < len(kept):
        end = start
        while end < len(kept) and kept[end]:
            end += 1
        if end - start > _MAX_RUN and not any("bookmark" in rule for rule in kept[start:end]):
            run = range(start, end)
            size = max(drafts[index].size for index in run)
            largest = [index for index in run if drafts[index].size >= _ALIKE * size]
            chosen = largest if len(largest) <= _MAX_RUN else largest[:1]
            for index in run:
                if index not in chosen and not is_section(drafts[index].whole):
                    kept[index] = ""
        start = end + 1
    return kept


def _without_lists(drafts: Sequence[Draft], rules: Sequence[str]) -> list[str]:
    """Numbered lines next to each other, number after number, are a list though they are bold."""
    kept = list(rules)
    for (a, first), (b, second) in pairwise(enumerate(drafts)):
        one, two = first.marker, second.marker
        if kept[a] and kept[b] and one and two and one[-1] == two[-1] and first.page == second.page:
            kept[a] = kept[b] = ""
    return kept
