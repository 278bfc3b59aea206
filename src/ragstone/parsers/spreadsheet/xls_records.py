"""Records of an Excel workbook of before 2007 (BIFF, [MS-XLS] 2.1.4) and the strings in them.

    for record in Records(stream): …

A record is at most 8224 bytes; what is longer goes on in CONTINUE records, and a text that is cut
there begins anew with its own flag.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

CONTINUE, EOF, BOF = 0x3C, 0x0A, 0x809
_MOST_CHARACTERS = 32_767 * 4


class Record(NamedTuple):
    """`pieces` are the record's own bytes and those of the CONTINUE records behind it."""

    offset: int
    kind: int
    pieces: Sequence[bytes]

    @property
    def data(self) -> bytes:
        return self.pieces[0]


def records(stream: bytes, offset: int = 0) -> Iterator[Record]:
    """The records from `offset` to the end of the substream that begins there."""
    at, depth = offset, 0
    while at + 4 <= len(stream):
        first = at
        kind, size = struct.unpack_from("<HH", stream, at)
        at += 4
        if at + size > len(stream):
            return
        pieces = [stream[at : at + size]]
        at += size
        while at + 4 <= len(stream):
            following, size = struct.unpack_from("<HH", stream, at)
            if following != CONTINUE or at + 4 + size > len(stream):
                break
            pieces.append(stream[at + 4 : at + 4 + size])
            at += 4 + size
        depth += (kind in (BOF, 0x409, 0x209, 0x009)) - (kind == EOF)
        # Charts stand inside a sheet as substreams of their own.
        if depth <= 1:
            yield Record(first, kind, pieces)
        if kind == EOF and depth <= 0:
            return


class Strings:
    """Reads texts out of the pieces of a record, one after another."""

    def __init__(self, pieces: Sequence[bytes], offset: int = 0) -> None:
        self._pieces = pieces
        self._piece, self._at = 0, offset

    @property
    def is_over(self) -> bool:
        return self._piece >= len(self._pieces)

    def take(self, size: int) -> bytes:
        """So many bytes, over the borders of pieces."""
        out = b""
        while size > 0 and not self.is_over:
            part = self._pieces[self._piece][self._at : self._at + size]
            out += part
            size -= len(part)
            self._at += len(part)
            self._settle()
        return out

    def skip(self, size: int) -> None:
        while size > 0 and not self.is_over:
            step = min(size, len(self._pieces[self._piece]) - self._at)
            size -= step
            self._at += step
            self._settle()

    def _settle(self) -> None:
        while not self.is_over and self._at >= len(self._pieces[self._piece]):
            self._piece, self._at = self._piece + 1, 0

    def text(self, width: int = 2) -> str | None:
        """The next text, whose length takes `width` bytes; None at the end."""
        head = self.take(width + 1)
        if len(head) < width + 1:
            return None
        count, flags = int.from_bytes(head[:width], "little"), head[width]
        runs = int.from_bytes(self.take(2), "little") if flags & 8 else 0
        extra = int.from_bytes(self.take(4), "little") if flags & 4 else 0
        text = self.characters(min(count, _MOST_CHARACTERS), is_wide=bool(flags & 1))
        self.skip(4 * runs + extra)
        return text

    def characters(self, count: int, *, is_wide: bool) -> str:
        """So many characters; behind the border of a piece a flag says again how wide they are."""
        out: list[str] = []
        while count > 0 and not self.is_over:
            piece = self._pieces[self._piece]
            size = 2 if is_wide else 1
            step = min(count, (len(piece) - self._at) // size)
            raw = piece[self._at : self._at + step * size]
            out.append(raw.decode("utf-16-le" if is_wide else "latin-1", "replace"))
            count -= step
            self._at += step * size
            if count > 0:
                self._piece, self._at = self._piece + 1, 0
                if not self.is_over and self._pieces[self._piece]:
                    is_wide = bool(self._pieces[self._piece][0] & 1)
                    self._at = 1
            self._settle()
        return "".join(out)
