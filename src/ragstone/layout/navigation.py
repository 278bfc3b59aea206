"""Navigation of a printed web page: rows of short labels above the text of the first page.

They are marked as boilerplate: kept on the document, left out of its sections.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ragstone.layout.draft import Draft
from ragstone.model.mark import Mark
from ragstone.text.script import WIDE

#: So many labels in one row, none longer than this (wide characters count twice).
_MIN_LABELS, _MAX_LABEL = 5, 16
#: They stand in this uppermost part of the page.
_UPPER = 0.25


def marked(drafts: Sequence[Draft], heights: Mapping[int, float]) -> list[Draft]:
    """The same with rows of labels marked, on the first page and above its first title."""
    found = list(drafts)
    for index, draft in enumerate(drafts):
        if draft.page != drafts[0].page or draft.rule.startswith("title"):
            break
        if draft.is_open and draft.y0 < _UPPER * heights.get(draft.page, 0.0) and _is_row(draft):
            found[index] = replace(
                draft, rule="navigation: labels in a row", marks=draft.marks | {Mark.BOILERPLATE}
            )
    return found


def _is_row(draft: Draft) -> bool:
    if len(draft.lines) != 1 or len(draft.lines[0].boxes) < _MIN_LABELS:
        return False
    labels = draft.text.split()
    short = all(len(label) + len(WIDE.findall(label)) <= _MAX_LABEL for label in labels)
    digits = any(character.isdigit() for character in draft.text)
    return short and not digits and len(labels) <= 2 * len(draft.lines[0].boxes)
