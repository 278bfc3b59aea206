"""The records of a text: values between separators, with the lines that they stand on.

    list(Records("a,b\\n1,2\\n", ",").read(0))           # [(1, 1, ["a", "b"]), (2, 2, ["1", "2"])]

RFC 4180, and files that do not hold to it: quotes that never end.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

#: No bound of its own: the limits of the source hold.
LONGEST_VALUE = 2**31 - 1
#: Quotes that never end; after so many of them quotes mean nothing.
_MOST_BROKEN = 20
_NO_QUOTES: dict[str, Any] = {"quoting": csv.QUOTE_NONE}

#: (first line, last line, values); lines of the file, 1-based.
Record = tuple[int, int, list[str]]


class Records:
    """Reads the records of one text; `broken` are the lines where a quote begins and never ends."""

    def __init__(self, text: str, separator: str) -> None:
        self.broken: list[int] = []
        self._text, self._separator = text, separator

    def read(self, start: int) -> Iterator[Record]:
        """Each record with its lines, from code point `start`: 0, or behind a first line.

        A quote that never ends would take all of the rest: its line is read as it stands, and the
        reading goes on behind it.
        """
        csv.field_size_limit(LONGEST_VALUE)
        lines = _NumberedLines(self._text, start)
        while True:
            reader = csv.reader(lines, delimiter=self._separator)
            for values in reader:
                if lines.is_over and len(lines.taken) > 1 and lines.has_open_quote:
                    break
                yield lines.first, lines.last, values
                lines.taken.clear()
            else:
                return
            self.broken.append(lines.first)
            plain = next(csv.reader(lines.taken[:1], **_NO_QUOTES, delimiter=self._separator))
            yield lines.first, lines.first, plain
            if len(self.broken) >= _MOST_BROKEN:
                rest, first = lines.taken[1:], lines.first + 1
                quoteless = csv.reader(rest, **_NO_QUOTES, delimiter=self._separator)
                yield from ((first + at, first + at, values) for at, values in enumerate(quoteless))
                return
            lines.back_to(lines.first + 1)


class _NumberedLines:
    """The lines of a text for a reader of records; `taken` are those of the record being read."""

    def __init__(self, text: str, start: int) -> None:
        self._stream = io.StringIO(text, newline="")
        self._stream.seek(start)
        self._ahead: list[str] = []
        self.taken: list[str] = []
        self.last = 1 if start else 0
        self.is_over = False

    @property
    def first(self) -> int:
        """The number of the first line taken."""
        return self.last - len(self.taken) + 1

    @property
    def has_open_quote(self) -> bool:
        return sum(line.count('"') for line in self.taken) % 2 == 1

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._ahead.pop() if self._ahead else self._stream.readline()
        if not line:
            self.is_over = True
            raise StopIteration
        self.last += 1
        self.taken.append(line)
        return line

    def back_to(self, number: int) -> None:
        """Give the lines taken from that number on once more."""
        keep = number - self.first
        self._ahead = [*self._ahead, *reversed(self.taken[keep:])]
        self.last = number - 1
        self.taken = []
        self.is_over = False
