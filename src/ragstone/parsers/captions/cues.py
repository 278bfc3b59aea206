"""The cues of a caption file: WebVTT (W3C, 2019) and SubRip, as files in the wild have them.

A line with an arrow begins a cue. In WebVTT a blank line ends it; in SubRip, where texts may hold
blank lines, the next cue does. Times may lack their hours, have hours of many digits, and a comma
or a point before the fraction.

    read_cues("1\\n00:00:01,5 --> 00:00:02,0\\nHigh tide", is_vtt=False).cues[0].lines    # ["High …
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ragstone.model.run import LINE_END

_ARROW = re.compile(r"\s*(\S{1,40}?)\s*-{2,3}>\s*(\S{1,40})(?:\s.*)?")
_TIME = re.compile(r"(?:(\d{1,7}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?")
_NUMBER = re.compile(r"\s*\d{1,9}\s*")
_HEADER = re.compile(r"\ufeff?WEBVTT(?:[ \t]+(.*))?")
#: What follows the first line of a WebVTT file, up to a blank line: "Language: en".
_FIELD = re.compile(r"([A-Za-z][\w-]{0,40})\s*[:=]\s*(.{1,400})")
_SILENT = ("STYLE", "REGION")


@dataclass(slots=True)
class Cue:
    """One cue: its times in seconds, None where they cannot be read, and its lines as they stand.

    `line` is the number of the line with the times.
    """

    line: int
    start_s: float | None
    end_s: float | None
    lines: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Captions:
    """What a file holds: cues, notes (line, text), the header's fields, lines outside every cue."""

    cues: list[Cue] = field(default_factory=list[Cue])
    notes: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    header: dict[str, str] = field(default_factory=dict[str, str])
    outside: int = 0
    unread_times: list[int] = field(default_factory=list[int])


def seconds(text: str) -> float | None:
    """A time such as "1:02:03.5" or "02:03,500" in seconds; None for what is none."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hours, minutes, rest, fraction = found.groups(default="0")
    milliseconds = int(fraction[:3].ljust(3, "0"))
    return int(hours) * 3600 + int(minutes) * 60 + int(rest) + milliseconds / 1000


def read_cues(text: str, *, is_vtt: bool) -> Captions:
    """All of a file; nothing in it raises."""
    reader = _Reader(is_vtt)
    for number, line in enumerate(LINE_END.split(text), start=1):
        reader.add(number, line)
    reader.end()
    return reader.found


class _Reader:
    """Takes the lines of a file one by one."""

    def __init__(self, is_vtt: bool) -> None:
        self.found = Captions()
        self._is_vtt = is_vtt
        self._cue: Cue | None = None
        self._block: list[tuple[int, str]] = []
        """Lines behind a blank one of which it is not known yet whether they name a cue."""
        self._is_header = False

    def add(self, number: int, line: str) -> None:
        if number == 1 and (said := _HEADER.fullmatch(line.rstrip())):
            self._is_vtt = self._is_header = True
            title = (said[1] or "").strip(" -\t")
            self.found.header |= {"title": title} if title else {}
        elif (times := _ARROW.fullmatch(line)) is not None and ":" in times[1]:
            self._begin(number, times)
        elif not line.strip():
            self._blank()
        elif self._is_header:
            field_ = _FIELD.fullmatch(line.strip())
            if field_ is not None:
                self.found.header.setdefault(field_[1].lower(), field_[2])
        elif self._cue is not None:
            self._cue.lines.append(line)
        else:
            self._block.append((number, line))

    def end(self) -> None:
        self._close_block()

    def _begin(self, number: int, times: re.Match[str]) -> None:
        self._is_header = False
        start, end = seconds(times[1]), seconds(times[2])
        if start is None or end is None:
            self.found.unread_times.append(number)
        before = self._cue.lines if self._cue is not None else None
        if before and _NUMBER.fullmatch(before[-1]):
            # The number of this cue.
            before.pop()
        elif self._cue is None and self._block:
            # A WebVTT cue may have any name.
            self._block.pop()
        self._close_block()
        self._cue = Cue(number, start, end if end is None or start is None else max(start, end))
        self.found.cues.append(self._cue)

    def _blank(self) -> None:
        self._is_header = False
        if self._is_vtt:
            self._cue = None
            self._close_block()

    def _close_block(self) -> None:
        """The lines of a block that names no cue."""
        block, self._block = self._block, []
        if not block:
            return
        number, first = block[0]
        word = first.split(maxsplit=1)[0] if first.strip() else ""
        if self._is_vtt and word == "NOTE":
            text = "\n".join([first.strip()[4:], *(line for _, line in block[1:])]).strip()
            if text:
                self.found.notes.append((number, text))
        elif not (self._is_vtt and word in _SILENT):
            self.found.outside += len(block)
