"""The shared strings of a workbook: every text once, in the room of its bytes.

strings = SharedStrings()
strings.append("Hake")
strings[0]                          # "Hake"
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from html import escape

from ragstone.limits import MIB
from ragstone.parsers.spreadsheet.markup import plain

_ITEM_START = re.compile(r"<(\w{1,40}:)?si[\s/>]")
_ITEM = re.compile(r"<(?:\w{1,40}:)?si(?:\s[^<>/]*)?(?:/>|>(.*?)</(?:\w{1,40}:)?si>)", re.DOTALL)
_BLANK_ITEM = re.compile(r"<(?:\w{1,40}:)?si\s?/>")
_READING = re.compile(r"<(?:\w{1,40}:)?rPh\b")
_TEXT = re.compile(r"<(?:\w{1,40}:)?t(?:\s[^<>/]*)?(?:/>|>([^<]*)</)")
#: An item longer than this is damaged.
_LONGEST = 64 * MIB

#: About how many bytes the first strings may take, and a string beside its characters.
_ROOM, _OVERHEAD = 24_000_000, 64


class SharedStrings:
    """Texts by number; one that is not there is "", and so is one of blanks alone.

    `first` are the first of them as they are, which is quicker; the rest is packed.
    """

    def __init__(self) -> None:
        self.first: list[str] = []
        self._room = _ROOM
        self._bytes = bytearray()
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self.first) + len(self._ends) - 1

    def __getitem__(self, index: int) -> str:
        if 0 <= index < len(self.first):
            return self.first[index]
        index -= len(self.first)
        if not 0 <= index < len(self._ends) - 1:
            return ""
        return self._bytes[self._ends[index] : self._ends[index + 1]].decode()

    def append(self, text: str) -> None:
        text = "" if text.isspace() else text
        if self._room > 0:
            self._room -= _OVERHEAD + len(text)
            self.first.append(text)
            return
        self._bytes += text.encode("utf-8", "replace")
        self._ends.append(len(self._bytes))


def missing_texts(count: int, sheet: str) -> str:
    """The warning about texts that a sheet refers to and the file does not hold."""
    texts = "1 text" if count == 1 else f"{count} texts"
    return f"{texts} of the sheet {sheet} cannot be read: the file does not hold what it refers to"


def string_text(markup: str) -> str:
    """The text of a string item or an inline string: its runs without the readings above them."""
    if "<!" in markup:
        markup = _without_sections(markup)
    if "rPh" in markup:
        # Readings above Chinese characters are no text of the cell.
        first, *rest = _READING.split(markup)
        markup = first + "".join(part.partition("rPh>")[2] for part in rest)
    return plain("".join(match[1] or "" for match in _TEXT.finditer(markup)))


def _without_sections(markup: str) -> str:
    """The same with CDATA as escaped text, and without comments."""
    first, *rest = markup.split("<![CDATA[")
    out = [first]
    for part in rest:
        text, _, behind = part.partition("]]>")
        out += [escape(text), behind]
    first, *rest = "".join(out).split("<!--")
    return first + "".join(part.partition("-->")[2] for part in rest)


def read_strings(pieces: Iterable[str]) -> Iterator[str]:
    """The texts of the part `sharedStrings.xml`, in order. Linear: only whole items are looked at.

    Raises `ValueError` for an item that has no end.
    """
    rest, end = "", ""
    for piece in pieces:
        searched = max(0, len(rest) - 16)
        rest += piece
        if not end:
            found = _ITEM_START.search(rest)
            if found is None:
                continue
            end = f"</{found[1] or ''}si>"
        at = rest.rfind(end, searched)
        if at < 0:
            if len(rest) > _LONGEST:
                raise ValueError("a shared string has no end")
            continue
        at += len(end)
        for match in _ITEM.finditer(rest, 0, at):
            yield string_text(match[1] or "")
        rest = rest[at:]
    # Blank items may stand at the end.
    for _ in range(len(_BLANK_ITEM.findall(rest))):
        yield ""
