"""The text of one block as a browser would flow it, with the source line of every part.

White space collapses, `<br>` is a line end, a no-break space is a blank, and a line end between two
wide characters is nothing. Preformatted text is kept as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.html.line_mark import marked_pieces
from ragstone.text.script import joint

_BLANK = " \t\n\r\f\v\xa0"
#: Every run of blanks but a single space.
_UNEVEN = re.compile(rf"[{_BLANK}]{{2,}}|[{_BLANK[1:]}]")


@dataclass(frozen=True, slots=True)
class Flowed:
    """A finished block: its text, first and last line, runs if they differ, and its facts."""

    text: str
    first_line: int
    last_line: int
    lines: tuple[Run, ...]
    facts: dict[str, Any]

    def place(self, rule: str) -> Provenance:
        return Provenance(line_start=self.first_line, line_end=self.last_line, rule=rule)


@dataclass(slots=True)
class Flow:
    """A block that is being read."""

    line_count: int
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    _pieces: list[str] = field(default_factory=list[str])
    _length: int = 0
    _blank: str = ""
    _runs: list[tuple[int, int | None]] = field(default_factory=list[tuple[int, int | None]])
    _links: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])

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
            start = piece.index(words)
            self._add_blank(piece[:start])
            self._append(self._space_before(words) + _UNEVEN.sub(_collapsed, words), line)
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
        raw = "".join(self._pieces)
        text = raw.strip("\n").rstrip() if is_pre else raw.strip()
        if not text.strip():
            return None
        cut = raw.index(text)
        facts = dict(self.facts)
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
        if not self._runs or self._runs[-1][1] != line:
            self._runs.append((self._length, line))
        self._pieces.append(text)
        self._length += len(text)

    def _places(self, start: int, end: int) -> tuple[int, int, tuple[Run, ...]]:
        """First and last line, and the runs, of `start` to `end`.

        The whole file where one line is not known: a citation may be wide, never wrong.
        """
        runs = {max(0, at - start): line for at, line in self._runs if at < end}
        lines = [line for line in runs.values() if line is not None]
        if not lines or len(lines) < len(runs):
            return 1, self.line_count, ()
        if len(runs) == 1:
            return lines[0], lines[0], ()
        places = (
            Run(at, Provenance(line_start=line, line_end=line))
            for at, line in zip(runs, lines, strict=True)
        )
        return min(lines), max(lines), tuple(places)


def _collapsed(blanks: re.Match[str]) -> str:
    """What stands for `blanks` between two words."""
    if "\n" not in blanks.group():
        return " "
    return joint(blanks.string[blanks.start() - 1], blanks.string[blanks.end()])
