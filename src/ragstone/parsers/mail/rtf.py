"""RTF as Outlook keeps it in mails: packed, and most often HTML in disguise.

    rtf = unpacked_rtf(data)                # MS-OXRTFCP: the packing "LZFu"
    html = html_in_rtf(rtf)                 # MS-OXRTFEX: HTML that RTF was made of; None without

RTF that is RTF is left to the parser of that format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ragstone.text.code_pages import of_charset, of_code_page

_PACKED, _PLAIN = b"LZFu", b"MELA"
_HEADER_BYTES = 16
#: MS-OXRTFCP, 2.1.2.1: what the window holds at the start.
_PRESET = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    b"\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier"
    b"{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_WINDOW = 4096


def unpacked_rtf(data: bytes) -> bytes:
    """The RTF in a property PR_RTF_COMPRESSED; what can be had of a damaged one, b"" for none."""
    if len(data) < _HEADER_BYTES:
        return b""
    size = int.from_bytes(data[4:8], "little")
    if data[8:12] == _PLAIN:
        return data[_HEADER_BYTES : _HEADER_BYTES + size]
    if data[8:12] != _PACKED:
        return b""
    window = bytearray(_PRESET.ljust(_WINDOW, b"\0"))
    write = len(_PRESET)
    found = bytearray()
    at = _HEADER_BYTES
    while at < len(data) and len(found) < size:
        flags = data[at]
        at += 1
        for bit in range(8):
            if at >= len(data):
                break
            if not flags >> bit & 1:
                piece, at = data[at : at + 1], at + 1
            else:
                reference, at = int.from_bytes(data[at : at + 2], "big"), at + 2
                start, length = reference >> 4, (reference & 15) + 2
                if start == write:
                    return bytes(found[:size])
                piece = _copied(window, start, length, write)
            for byte in piece:
                window[write] = byte
                write = (write + 1) % _WINDOW
            found += piece
    return bytes(found[:size])


def _copied(window: bytearray, start: int, length: int, write: int) -> bytes:
    """`length` bytes of the window from `start`, which may run into those just being written."""
    distance = (write - start) % _WINDOW
    return bytes(window[(start + index % distance) % _WINDOW] for index in range(length))


_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|[\r\n]+"
    rb"|([^\\{}\r\n]+)",
    re.DOTALL,
)
_TEXT_OF_WORD = {
    b"par": "\r\n",
    b"line": "\r\n",
    b"tab": "\t",
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
    b"bullet": "•",
    b"endash": "–",
    b"emdash": "—",
}
_IGNORED = frozenset(
    {b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"object", b"header", b"footer"}
)
_DEEPEST = 2000


@dataclass(slots=True)
class _Group:
    """What is true inside one pair of braces."""

    is_ignored: bool = False
    is_tag: bool = False
    is_rtf_only: bool = False
    is_starred: bool = False
    is_font_table: bool = False
    skip: int = 1
    font: int = -1


@dataclass(slots=True)
class _Reader:
    """Fills `found` while it walks through the tokens."""

    page: str = "cp1252"
    fonts: dict[int, str] = field(default_factory=dict[int, str])
    found: list[str] = field(default_factory=list[str])
    held: bytearray = field(default_factory=bytearray)
    group: _Group = field(default_factory=_Group)
    stack: list[_Group] = field(default_factory=list[_Group])
    to_skip: int = 0

    def say(self, text: str) -> None:
        if not (self.group.is_ignored or self.group.is_rtf_only):
            self.flush()
            self.found.append(text)

    def hold(self, data: bytes) -> None:
        """Bytes in the code page of the font; a character may come in two escapes."""
        if self.to_skip:
            skipped = min(self.to_skip, len(data))
            self.to_skip -= skipped
            data = data[skipped:]
        if not (self.group.is_ignored or self.group.is_rtf_only):
            self.held += data

    def flush(self) -> None:
        if self.held:
            page = self.fonts.get(self.group.font, self.page)
            self.found.append(self.held.decode(page, "replace"))
            self.held.clear()

    def brace(self, brace: bytes) -> None:
        self.flush()
        self.to_skip = 0
        if brace == b"{" and len(self.stack) < _DEEPEST:
            old = self.group
            self.stack.append(old)
            self.group = _Group(
                old.is_ignored,
                old.is_tag,
                old.is_rtf_only,
                False,
                old.is_font_table,
                old.skip,
                old.font,
            )
        elif brace == b"}" and self.stack:
            self.group = self.stack.pop()

    def word(self, name: bytes, number: int | None) -> None:
        group = self.group
        if name == b"u" and number is not None:
            self.say(_character(number))
            self.to_skip = group.skip
        elif name == b"htmlrtf":
            self.flush()
            group.is_rtf_only = number != 0
        elif name == b"htmltag":
            group.is_tag, group.is_ignored = True, False
        elif name == b"uc":
            group.skip = max(0, min(number or 0, 10))
        elif name == b"ansicpg" and number:
            self.page = of_code_page(number) or self.page
        elif name == b"f" and number is not None:
            self.flush()
            group.font = number
        elif name == b"fcharset" and group.is_font_table and number is not None:
            self.fonts[group.font] = of_charset(number) or self.page
        elif name in _IGNORED or (group.is_starred and name not in _TEXT_OF_WORD):
            group.is_ignored = True
            group.is_font_table = name == b"fonttbl"
        elif name in _TEXT_OF_WORD:
            self.say(_TEXT_OF_WORD[name])
        if name != b"u":
            group.is_starred = False

    def symbol(self, symbol: bytes) -> None:
        if symbol == b"*":
            self.group.is_starred = True
        elif symbol in b"{}\\":
            self.hold(symbol)
        elif symbol == b"~":
            self.say("\xa0")


def html_in_rtf(rtf: bytes) -> str | None:
    """The HTML that `rtf` was made of; None when it was made of none."""
    if b"\\fromhtml" not in rtf[:2000]:
        return None
    reader = _Reader()
    for match in _TOKEN.finditer(rtf):
        name, number, code, symbol, brace, text = match.groups()
        if name is not None:
            reader.word(name, None if number is None else int(number))
        elif code is not None:
            reader.hold(bytes.fromhex(code.decode("ascii")))
        elif symbol is not None:
            reader.symbol(symbol)
        elif brace is not None:
            reader.brace(brace)
        elif text is not None:
            reader.hold(text)
    reader.flush()
    return _joined("".join(reader.found))


def _joined(text: str) -> str:
    """Surrogates that came one by one as the characters they are."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _character(number: int) -> str:
    number %= 0x10000
    return chr(number) if number else ""
