"""Titles that only their look tells, in word processors' files; no parser.

A short bold line of its own, clearly larger than the body, that is no sentence. Such titles have no
level until all of them are known: `ranked` gives each the rank of its size.

    looks_like_title("Galley hours", 18.0, body=11.0, is_bold=True)      # True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ragstone.model.element import Element, ElementType

#: The fact under which a title without a level keeps its size until it is ranked.
SIZE = "size"
_LARGER = 1.2
_MAX_CHARACTERS = 80
_MAX_LEVEL = 6
_SENTENCE_ENDS = frozenset(".,;:!?。，；：！？、…")


def looks_like_title(text: str, size: float, *, body: float, is_bold: bool) -> bool:
    """Whether a paragraph is a title; sizes in one unit, whichever it is."""
    return (
        is_bold
        and size >= _LARGER * body
        and len(text) <= _MAX_CHARACTERS
        and "\n" not in text
        and text[-1] not in _SENTENCE_ENDS
    )


def ranked(elements: Iterable[Element]) -> list[Element]:
    """Titles without a level get one: the rank of their size."""
    found = list(elements)
    sizes = sorted({element.facts[SIZE] for element in found if _is_open(element)}, reverse=True)
    return [
        replace(
            element,
            level=min(_MAX_LEVEL, 1 + sizes.index(element.facts[SIZE])),
            facts={key: fact for key, fact in element.facts.items() if key != SIZE},
        )
        if _is_open(element)
        else element
        for element in found
    ]


def _is_open(element: Element) -> bool:
    return element.type is ElementType.TITLE and element.level is None and SIZE in element.facts
