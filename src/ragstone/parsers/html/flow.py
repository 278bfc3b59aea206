"""The text of one block as a browser would flow it, with the source line of every part.

White space collapses, `<br>` is a line end, a no-break space is a blank, and a line end between two
wide characters is nothing. Preformatted text is kept as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.html.line_mark import marked_pieces
from ragstone.text.script import joint

_BLANK = " \t\n\r\f\v\xa0"
#: Every run of blanks but a single space.
_UNEVEN = re.compile(rf"[{_BLANK}]{{2,}}|[{_BLANK[1:]}]")


class Flowed(NamedTuple):
    """A finished block: its text, first and last line, runs if they differ, and its facts."""

    text: str
    first_line: int
    last_line: int
    lines: tuple[Run, ...]
    facts: dict[str, Any]

    def place(self, rule: str) -> Provenance:
        return Provenance(line_start=self.first_line, line_end=self.last_line, rule=rule)


class Flow:
    """A block that is being read."""

    __slots__ = ("_blank", "_length", "_line_count", "_links", "_pieces", "_runs", "facts")

    def __init__(self, line_count: int) -> None:
        self._line_count = line_count
        self.facts: dict[str, Any] = {}
        self._pieces: list[str] = []
        self._length = 0
        self._blank = ""
        self._runs: list[tuple[int, int | None]] = []
        self._links: list[tuple[int, int, str]] = []

    @property
    def length(self) -> int:
        return self._length

    @property
    def is_untouched(self) -> bool:
        """Whether nothing at all has been added, blanks and facts included."""
        return not (self._pieces or self._blank or self.facts)

    def add(self, text: str, *, is_pre: bool = False) -> None:
        """A text node with its line marks."""
        for line, piece in marked_pieces(text):
            if is_pre:
                self._append(piece.replace("\xa0", " "), line)
                continue
            words = piece.strip(_BLANK)
            if not words:
                self._add_blank(piece)
                continue
            start = 0
            if len(words) < len(piece):
                start = piece.index(words)
                self._add_blank(piece[:start])
            even = _UNEVEN.sub(_collapsed, words)
            self._append(self._space_before(words) + even if self._blank else even, line)
            if start + len(words) < len(piece):
                self._add_blank(piece[start + len(words) :])

    def line_end(self) -> None:
        """A `<br>`."""
        self._blank = ""
        if self._pieces:
            self._append("\n", self._runs[-1][1] if self._runs else None)

    def bracket(self, sign: str) -> None:
        """A sign that stands where the page raises a number instead."""
        self._append(self._space_before(sign) + sign, self._runs[-1][1] if self._runs else None)

    def link(self, start: int, url: str) -> None:
        """What was added since `start` is a link to `url`."""
        if self._length > start:
            self._links.append((start, self._length, url))

    def finish(self, *, is_pre: bool = False) -> Flowed | None:
        """The block, or None when there is no text in it."""
        if not self._pieces:
            return None
        raw = self._pieces[0] if len(self._pieces) == 1 else "".join(self._pieces)
        text = raw.strip("\n").rstrip() if is_pre else raw.strip()
        if not text or text.isspace():
            return None
        cut = raw.index(text) if len(text) < len(raw) else 0
        facts = self.facts
        links = [
            {"text": raw[start:end].strip(), "url": url}
            for start, end, url in self._links
            if raw[start:end].strip()
        ]
        if links:
            facts["links"] = links
        return Flowed(text, *self._places(cut, cut + len(text)), facts)

    def _add_blank(self, blank: str) -> None:
        """Only whether there is one, and a line end in it, is kept: blanks may come without end."""
        if blank and self._blank != "\n":
            self._blank = "\n" if "\n" in blank else " "

    def _space_before(self, word: str) -> str:
        blank, self._blank = self._blank, ""
        if not blank or not self._pieces or self._pieces[-1].endswith("\n"):
            return ""
        return joint(self._pieces[-1], word) if "\n" in blank else " "

    def _append(self, text: str, line: int | None) -> None:
        # Blanks have no mark of their own: they belong to the words before or after them.
        if line is not None or not text.isspace():
            if not self._runs:
                self._runs.append((0, line))
            elif self._runs[-1][1] != line:
                self._runs.append((self._length, line))
        self._pieces.append(text)
        self._length += len(text)

    def _places(self, start: int, end: int) -> tuple[int, int, tuple[Run, ...]]:
        """First and last line, and the runs, of `start` to `end`.

        The whole file where one line is not known: a citation may be wide, never wrong.
        """
        if len(self._runs) == 1 and (line := self._runs[0][1]) is not None:
            return line, line, ()
        runs = {max(0, at - start): line for at, line in self._runs if at < end}
        lines = [line for line in runs.values() if line is not None]
        if not lines or len(lines) < len(runs):
            return 1, self._line_count, ()
        if len(runs) == 1:
            return lines[0], lines[0], ()
        places = [Run(at, line_place(line, line)) for at, line in zip(runs, lines, strict=True)]
        return min(lines), max(lines), tuple(places)


@lru_cache(maxsize=1024)
def line_place(first: int | None, last: int | None) -> Provenance:
    """The place of a part of a block; those of one line are one object."""
    return Provenance(line_start=first, line_end=last)


def _collapsed(blanks: re.Match[str]) -> str:
    """What stands for `blanks` between two words."""
    if "\n" not in blanks.group():
        return " "
    return joint(blanks.string[blanks.start() - 1], blanks.string[blanks.end()])
