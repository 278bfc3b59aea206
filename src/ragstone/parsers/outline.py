"""The last step of every parser: ids for its elements, and the element each stands under.

Here too, for all formats alike, text with letters that no reader sees is marked suspicious; a table
is not, of which one bad cell would take all rows away.

An id derives from the text, its type and its ordinal among equals, so that the same bytes have the
same ids and a paragraph added above changes none of those below.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ragstone.model.block import content_id
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.text.concealed import hides_letters


def outline(elements: Iterable[Element]) -> tuple[Element, ...]:
    """`elements` with `id` and `parent_id` set.

    The parent of a title is the nearest title above it of a lower level; of a nested list item the
    item it hangs under; of anything else the nearest title. Titles that do not show (navigation,
    hidden text) are nobody's parent. A document inside an archive or a mail and a sheet of a
    workbook are an outline of their own.
    """
    seen: dict[tuple[str, ...], int] = {}
    inside: tuple[str | None, str | None] = (None, None)
    titles: list[tuple[int, str]] = []
    items: list[tuple[int, str]] = []
    done: list[Element] = []
    for element in elements:
        if element.type is not ElementType.TABLE and hides_letters(element.text):
            element = replace(element, marks=element.marks | {Mark.SUSPICIOUS})
        kind: tuple[str, ...] = (element.type, element.text)
        member, sheet = element.provenance.member, element.provenance.sheet
        if (member, sheet) != inside:
            inside = (member, sheet)
            titles, items = [], []
        if member is not None:
            kind = (*kind, member)
        ordinal = seen.get(kind, 0)
        seen[kind] = ordinal + 1
        identity = content_id(*kind, str(ordinal))
        above = titles
        if element.type is ElementType.LIST_ITEM:
            depth = int(element.facts.get("list_depth", 0))
            items = [item for item in items if item[0] < depth]
            above = items or titles
            items = [*items, (depth, identity)]
        elif items:
            items = []
        if element.type is ElementType.TITLE:
            level = element.level or 1
            above = [title for title in titles if title[0] < level]
            if not element.marks & LEFT_OUT:
                titles = [*above, (level, identity)]
        done.append(element.outlined(identity, above[-1][1] if above else None))
    return tuple(done)
