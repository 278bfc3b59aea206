"""The markers of list items and numbered headings: they stand nowhere in the text."""

from __future__ import annotations

from collections.abc import Mapping

from ragstone.parsers.odf.styles import Level
from ragstone.text.numerals import chinese, circled, letters, roman


class Counter:
    """The numbers of one list, by depth (0-based)."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def next(self, depth: int, level: Level, start: int | None = None) -> None:
        """Count one item; `start` restarts at that number."""
        if start is not None:
            self._counts[depth] = start
        else:
            self._counts[depth] = self._counts.get(depth, level.start - 1) + 1
        self.close(depth + 1)

    def close(self, depth: int) -> None:
        """Deeper levels begin anew."""
        for deeper in [known for known in self._counts if known >= depth]:
            del self._counts[deeper]

    def marker(self, depth: int, levels: Mapping[int, Level]) -> str:
        """The marker of the item that was counted last at `depth`; "" for none."""
        level = levels.get(depth, Level(bullet="•"))
        if level.bullet is not None:
            return level.bullet
        if not level.format:
            return ""
        shown = [
            _formatted(self._counts.get(above, 1), levels[above].format)
            for above in range(max(0, depth - level.shown + 1), depth + 1)
            if above in levels and levels[above].format
        ]
        return f"{level.prefix}{'.'.join(shown)}{level.suffix}".strip()


def _formatted(number: int, style: str) -> str:
    """A number in a format of ODF 1.3 part 3, 19.506, or of LibreOffice's further ones."""
    if style in ("a", "A"):
        return letters(number).upper() if style == "A" else letters(number)
    if style in ("i", "I"):
        return roman(number).upper() if style == "I" else roman(number)
    if style.startswith(("一", "壹", "イ", "日")):
        return chinese(number)
    if style.startswith("①"):
        return circled(number)
    return str(number)
