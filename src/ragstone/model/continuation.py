"""Continuations: paragraphs that a column's or page's end divides, joined again in sections.

The fact `continues` on the second part holds what stands between the two: " ", nothing in Chinese,
or "-" where a word is divided and the hyphen that ends the first part is none of the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ragstone.model.element import Element, ElementType

_DIVIDED = "-"
_PROSE = frozenset({ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM})
Row = TypeVar("Row", bound=tuple[Element, tuple[str, ...]])


def brought_together(rows: Sequence[Row]) -> list[Row]:
    """The same rows with every continuation right behind what it continues.

    Captions, pictures and tables that stand in between follow.
    """
    found: list[Row] = []
    for row in rows:
        if continues(row[0]) is None:
            found.append(row)
            continue
        index = len(found) - 1
        while index >= 0 and found[index][0].type not in _PROSE:
            index -= 1
        found.insert(index + 1 if index >= 0 else len(found), row)
    return found


def continues(element: Element) -> str | None:
    """What stands between the element and the one it continues; None when it continues none."""
    given = element.facts.get("continues")
    return given if isinstance(given, str) else None


def joint(before: str, element: Element) -> tuple[int, str] | None:
    """How `element` is put to a text: how many characters of it go, and what comes between.

    None when it is not a continuation, or the text does not end as the first part would.
    """
    given = continues(element)
    if given is None or not before:
        return None
    if given == _DIVIDED:
        return (1, "") if before[-1] in "-\u2010" else None
    return 0, given
