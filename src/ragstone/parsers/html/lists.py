"""Lists of a web page while they are open, and the numbers in attributes.

open_list("ol", {"start": "3"}).next_number     # 3
"""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.parsers.html.context import Attributes


@dataclass(slots=True)
class OpenList:
    """An open list and the number of its next item."""

    is_numbered: bool
    next_number: int
    step: int


def open_list(tag: str, attributes: Attributes) -> OpenList:
    """The list that a tag begins."""
    step = -1 if "reversed" in attributes else 1
    return OpenList(tag == "ol", number_of(attributes.get("start"), 1), step)


def number_of(value: str | None, otherwise: int) -> int:
    """The number in an attribute; `otherwise` for none, and for nonsense."""
    try:
        return int(value) if value else otherwise
    except ValueError:
        return otherwise
