"""What the readers of one slide have in common."""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.model.mark import Mark
from ragstone.parsers.pptx.deck import Deck
from ragstone.parsers.pptx.placeholder import Inherited


@dataclass(frozen=True, slots=True)
class SlideContext:
    """What the elements of one slide have in common."""

    deck: Deck
    part: str
    number: int
    inherited: Inherited
    marks: frozenset[Mark] = frozenset()

    def address(self, relationship: str) -> str | None:
        """Where a link leads: an address, or "#slide3" inside the file."""
        found = self.deck.package.relationships(self.part).get(relationship)
        if found is None:
            return None
        if found.is_external:
            return found.target
        number = self.deck.number_of(found.target) if found.kind == "slide" else None
        return None if number is None else f"#slide{number}"
