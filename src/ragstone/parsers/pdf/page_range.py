"""Page ranges as people write them: "1-3,7", "5-".

PageRange.parse("1-3,7").of(5)      # [1, 2, 3]
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PART = re.compile(r"\s*(\d{1,9})?\s*(-)?\s*(\d{1,9})?\s*")


@dataclass(frozen=True, slots=True)
class PageRange:
    """Pages from 1, both ends included; an end of None is the file's last page."""

    parts: tuple[tuple[int, int | None], ...]

    @classmethod
    def parse(cls, text: str) -> PageRange:
        """Parts between commas: a page, or two with a hyphen of which one may be missing.

        `ValueError` with a sentence for anything else.
        """
        return cls(tuple(_part(part) for part in text.split(",")))

    def of(self, page_count: int) -> list[int]:
        """The pages asked for that a file of `page_count` has, each once, in the file's order."""
        found: set[int] = set()
        for first, last in self.parts:
            end = page_count if last is None else min(last, page_count)
            found.update(range(first, end + 1))
        return sorted(found)


def _part(text: str) -> tuple[int, int | None]:
    match = _PART.fullmatch(text)
    first, hyphen, last = match.groups() if match else (None, None, None)
    if first is None and last is None:
        raise ValueError(f'{text.strip()!r} is no page range; write pages like "1-3,7"')
    start = int(first) if first is not None else 1
    end = int(last) if last is not None else (None if hyphen else start)
    if start < 1 or (end is not None and end < start):
        raise ValueError(f"the page range {text.strip()!r} is empty; pages count from 1")
    return start, end
