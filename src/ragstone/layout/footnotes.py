"""Footnotes: small text at the foot of a page or column that begins with the mark of a note.

They are read after the page's body, and marked, so that a sentence that goes on over the page is
not cut by them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ragstone.layout.body import Body
from ragstone.layout.draft import Draft, with_paragraph
from ragstone.layout.paragraphs import unmarked
from ragstone.model.element import FURNITURE, ElementType
from ragstone.model.mark import Mark

#: "3 See", "[3] See", "12. See", "*See", "†", "①", "注1", "1We cannot".
_NOTE = re.compile(
    r"\s*(?:\[\d{1,3}\]|[(（]\d{1,3}[)）]|\d{1,3}[.)]?(?=\s*[^\W\d]|\s*[\"'“‘«(<])|[*†‡§¶]{1,3}|[①-⑳]|注\s?\d{0,2}[:：]?)\s*\S"
)
#: Notes are set at most this many times as large as the body.
_SMALLER = 0.93
#: They begin in the lower part of the page.
_LOWER = 0.4


def footnoted(drafts: Sequence[Draft], body: Body, heights: dict[int, float]) -> list[Draft]:
    """The same with footnotes marked and moved behind the body of their page."""
    found: list[Draft] = []
    for page, group in groupby(drafts, key=lambda draft: draft.page):
        rows = list(group)
        notes = _notes(rows, body, heights.get(page, 0.0))
        notes |= {i for i, draft in enumerate(rows) if Mark.FOOTNOTE in draft.marks}
        if not notes:
            found += rows
            continue
        last = max(i for i, draft in enumerate(rows) if draft.type not in FURNITURE)
        tail = rows[last + 1 :]
        found += [draft for i, draft in enumerate(rows[: last + 1]) if i not in notes]
        found += [_marked(rows[i], body) for i in sorted(notes)]
        found += tail
    return found


def _notes(rows: Sequence[Draft], body: Body, height: float) -> set[int]:
    """The numbers of the drafts that are notes: from the foot of each block upwards."""
    found: set[int] = set()
    for _, group in groupby(enumerate(rows), key=lambda row: row[1].block):
        tail: list[int] = []
        confirmed = 0
        for index, draft in reversed(list(group)):
            if draft.type in FURNITURE or draft.paragraph is None:
                if draft.paragraph is None:
                    break
                continue
            small = draft.is_open and 0 < draft.size <= _SMALLER * body.size
            if not small or draft.y0 < _LOWER * height or draft.in_figure:
                break
            tail.append(index)
            if _NOTE.match(_whole(draft)):
                confirmed = len(tail)
        found.update(tail[:confirmed])
    return found


def _whole(draft: Draft) -> str:
    return draft.marker + draft.text if draft.marker else draft.text


def _marked(draft: Draft, body: Body) -> Draft:
    if Mark.FOOTNOTE in draft.marks:
        return draft
    if draft.paragraph is not None and draft.marker:
        draft = with_paragraph(draft, unmarked(draft.paragraph, body))
    rule = "footnote: small at the foot, with its mark"
    return replace(
        draft.typed(ElementType.NARRATIVE_TEXT, rule), marks=draft.marks | {Mark.FOOTNOTE}
    )
