"""Tables continued on the next page, put together in the document pass.

Furniture, footnotes and a caption that says "continued" may stand between the parts. Not here: what
tells that two tables are one (`continuation`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.draft import Draft
from ragstone.layout.hyphenation import Words
from ragstone.layout.rendering import html_of, text_of
from ragstone.layout.tables.continuation import continues, joined
from ragstone.layout.tables.table import PageTable
from ragstone.model.element import ElementType

_FURNITURE = frozenset({ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER})
_CONTINUED = re.compile(
    r"continued|cont['’]?d\b|cont\.|fortsetzung|fortgesetzt|suite|续", re.IGNORECASE
)
_CAPTION_CHARACTERS = 200


def joined_tables(drafts: Sequence[Draft], words: Words) -> list[Draft]:
    """The same, each table whole in the place where it begins; furniture and notes are typed."""
    found: list[Draft] = []
    #: Of the table that may go on: its place in `found`, and its last part.
    at, part = -1, None
    for draft in drafts:
        table = draft.source if isinstance(draft.source, PageTable) else None
        if table is None:
            if not _may_stand_between(draft):
                at, part = -1, None
            found.append(draft)
        elif part is not None and _follows(part, table) and continues(part, table):
            found[at] = _whole(found[at], table, words)
            part = table
        else:
            at, part = len(found), table
            found.append(draft)
    return found


def _may_stand_between(draft: Draft) -> bool:
    if draft.type in _FURNITURE or draft.marks:
        return True
    return len(draft.text) <= _CAPTION_CHARACTERS and _CONTINUED.search(draft.text) is not None


def _follows(part: PageTable, table: PageTable) -> bool:
    return part.box.page is not None and table.box.page == part.box.page + 1


def _whole(draft: Draft, table: PageTable, words: Words) -> Draft:
    above = draft.source
    if not isinstance(above, PageTable):
        return draft
    whole = joined(above, table)
    text, places = text_of(whole, words)
    return replace(draft, text=text, placed=places, html=html_of(whole, words), source=whole)
