"""Notes: what annotations say, among the drafts of their page.

Text that somebody wrote on the page (`free_text`) is read where it stands: behind what it fills in
on its line, else below what it stands under. Comments, form values and what is hidden come last.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.draft import Draft
from ragstone.layout.page import Annotation, PageLayout
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox

#: What an annotation's kind marks its text as, and what its name is.
_NOTED = {"form_value": (Mark.FORM_VALUE, "field"), "comment": (Mark.COMMENT, "author")}
#: On one line stands what is not higher than so many times the note, and shares half of it.
_LINE, _SHARED = 2.0, 0.5
#: How many drafts are looked at for the notes of a page, together: enough for a thousand notes.
#: Those past it are read last, from top to bottom.
_MOST_LOOKS = 1_000_000


def with_notes(drafts: Sequence[Draft], page: PageLayout) -> list[Draft]:
    """The drafts of a page in reading order, and its notes among them."""
    found = list(drafts)
    written = [note for note in page.annotations if _is_written(note)]
    looks = _MOST_LOOKS
    for note in sorted(written, key=lambda note: (note.box[1], note.box[0])):
        draft = _noted(note, page)
        looks -= len(found)
        found.insert(_place(draft, found) if looks >= 0 else len(found), draft)
    return found + [_noted(note, page) for note in page.annotations if not _is_written(note)]


def _is_written(note: Annotation) -> bool:
    return note.kind == "free_text" and not note.hidden


def _place(note: Draft, drafts: Sequence[Draft]) -> int:
    """Before which of the drafts a note is read."""
    middle = (note.y0 + note.y1) / 2
    before = [
        (draft.x1, index)
        for index, draft in enumerate(drafts)
        if draft.x1 <= note.x0 + 1 and _are_level(draft, note)
    ]
    if before:
        return max(before)[1] + 1
    above = [(draft.y1, index) for index, draft in enumerate(drafts) if draft.y0 < middle]
    under = [row for row in above if _share_width(drafts[row[1]], note)]
    return max(under or above, default=(0.0, -1))[1] + 1


def _are_level(draft: Draft, note: Draft) -> bool:
    height, own = draft.y1 - draft.y0, note.y1 - note.y0
    shared = min(draft.y1, note.y1) - max(draft.y0, note.y0)
    return height <= _LINE * own and shared >= _SHARED * min(height, own)


def _share_width(draft: Draft, note: Draft) -> bool:
    return min(draft.x1, note.x1) > max(draft.x0, note.x0)


def _noted(annotation: Annotation, page: PageLayout) -> Draft:
    x0, y0, x1, y1 = (round(edge, 2) for edge in annotation.box)
    box = BBox(x0, y0, x1, y1, round(page.width, 2), round(page.height, 2), page.number)
    mark, named = _NOTED.get(annotation.kind, (None, ""))
    marks = {mark} if mark is not None else set[Mark]()
    return Draft(
        page.number,
        -1,
        " ".join(annotation.text.split()),
        x0,
        y0,
        x1,
        y1,
        placed=((0, (box,)),),
        rule=annotation.kind,
        marks=frozenset(marks | {Mark.HIDDEN} if annotation.hidden else marks),
        facts={named: annotation.name} if annotation.name else {},
    )
