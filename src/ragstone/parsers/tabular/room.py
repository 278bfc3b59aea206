"""What the tables of one file have taken of its limits, all together.

room = Room(source, html_cells=100_000)
room.take(cells=12, characters=80)
"""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.sources.source import Source


@dataclass(slots=True)
class Room:
    """Counts; `html_cells` is up to how many cells a table is given as HTML too."""

    source: Source
    html_cells: int
    cells: int = 0
    characters: int = 0

    def look_ahead(self, cells: int, characters: int) -> None:
        """So many more are gathered and not written yet; raises `LimitExceeded`."""
        check, name = self.source.limits.check, self.source.name
        check("sheet_cells", self.cells + cells, name)
        check("text_characters", self.characters + characters, name)

    def take(self, cells: int, characters: int) -> None:
        """So many more were written; raises `LimitExceeded`."""
        self.cells += cells
        self.characters += characters
        self.source.limits.check("sheet_cells", self.cells, self.source.name)
        self.source.limits.check("text_characters", self.characters, self.source.name)
