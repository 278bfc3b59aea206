"""List items as Markdown: markers that a reader of it knows, and depths that it sees.

    lists = MarkdownLists(keep_bullets=False)
    lists.item(element, "Low water at noon.")      # "2. Low water at noon."

An item stands as far to the right as the text of the item above it begins, which is what makes it
nested: three columns in a list with numbers, two in one with bullets.
"""

from __future__ import annotations

import re

from ragstone.model.element import Element

#: What Markdown itself takes for a number or a bullet.
_KNOWN = re.compile(r"[0-9]{1,9}[.)]|[-*+]")
#: Signs that say more than that an item begins.
_BOXES = frozenset("☐☑☒□✓✔✗✘")


class MarkdownLists:
    """The lists that are open where the next element stands."""

    def __init__(self, *, keep_bullets: bool) -> None:
        self._keep_bullets = keep_bullets
        self._columns: list[int] = []  # where the text of the open item of each depth begins

    def close(self) -> None:
        """Something that is no list item has come."""
        self._columns.clear()

    def item(self, element: Element, text: str) -> str:
        """The item with its marker, all lines of it indented; a further paragraph of an item has
        no marker."""
        depth = min(int(element.facts.get("list_depth", 0)), len(self._columns))
        if is_further_paragraph(element):
            inside = self._columns[: depth + 1][-1:]
            return _indented(text, inside[0] if inside else 0)
        del self._columns[depth:]
        column = self._columns[-1] if self._columns else 0
        marker = self._marker(str(element.facts.get("list_marker", "-")))
        self._columns.append(column + len(marker.split(" ")[0]) + 1)
        return " " * column + f"{marker} " + _indented(text, self._columns[-1]).lstrip(" ")

    def _marker(self, printed: str) -> str:
        """A number as printed, a bullet for a bullet, and behind one whatever else was printed."""
        if _KNOWN.fullmatch(printed):
            return printed
        tells = any(sign.isalnum() or sign in _BOXES for sign in printed)
        return f"- {printed}" if tells or self._keep_bullets else "-"


def is_further_paragraph(element: Element) -> bool:
    """Whether it belongs to an item that has begun: such elements have an empty marker."""
    return element.facts.get("list_marker") == ""


def _indented(text: str, column: int) -> str:
    lines = text.split("\n")
    return "\n".join(" " * column + line if line else line for line in lines)
