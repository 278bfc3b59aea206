"""A packed stream, read forwards in small steps and held to the limits at each of them.

Nothing is unpacked ahead of what is asked for, so that a bomb is noticed within one step. Several
streams in a row count as one, as gzip, bzip2 and xz have it.

    stream = Unpacked(source, memoryview(data), "gzip")
    stream.read(512)        # fewer bytes only at the end; stream.damage says when that came early
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import Literal, Protocol

from ragstone.limits import MIB
from ragstone.sources.source import Source

Packing = Literal["gzip", "bzip2", "xz", "deflate", "lzma"]

_STEP = 64 * 1024
#: The dictionary that an xz file may ask for: `xz -9` takes 65 MiB.
_MEMORY = 256 * MIB


class _Decompressor(Protocol):
    """What bz2's and lzma's decompressors have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Zlib:
    """zlib's decompressor with the interface of the others."""

    def __init__(self, window: int) -> None:
        self._inner = zlib.decompressobj(window)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max(0, max_length))


_MAKERS: dict[Packing, Callable[[], _Decompressor]] = {
    "gzip": lambda: _Zlib(31),
    "deflate": lambda: _Zlib(-15),
    "bzip2": bz2.BZ2Decompressor,
    "xz": lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY),
    "lzma": lambda: lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=_MEMORY),
}
#: How another stream behind the first begins; the others never have one.
_MAGIC: dict[Packing, bytes] = {"gzip": b"\x1f\x8b", "bzip2": b"BZh", "xz": b"\xfd7zXZ\0"}


class Unpacked:
    """What `packed` unpacks to.

    - `counts`: whether every byte is spent of `unpacked_bytes` as it comes; not where the size was
      declared and spent before. The ratio is checked either way.
    - `damage`: one clause, once the stream has ended before its end; "" until then.
    Raises `LimitExceeded` and nothing else.
    """

    def __init__(
        self, source: Source, packed: memoryview, packing: Packing, *, counts: bool = True
    ) -> None:
        self.damage = ""
        self._source, self._packed, self._counts = source, packed, counts
        self._packing: Packing = packing
        self._inner = _MAKERS[packing]()
        self._at = self._unpacked = 0
        self._is_over = False
        self._ready, self._taken = b"", 0

    def read(self, size: int) -> bytes:
        """The next `size` bytes; fewer at the end."""
        pieces: list[bytes] = []
        while size > 0:
            if self._taken == len(self._ready):
                self._ready, self._taken = self._step(), 0
                if not self._ready:
                    break
            piece = self._ready[self._taken : self._taken + size]
            self._taken += len(piece)
            size -= len(piece)
            pieces.append(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def skip(self, size: int) -> int:
        """Pass over `size` bytes without keeping them; how many there were."""
        passed = 0
        while passed < size and (piece := self.read(min(_STEP, size - passed))):
            passed += len(piece)
        return passed

    def _step(self) -> bytes:
        """Some more bytes, `_STEP` at the most; none at the end."""
        while not self._is_over:
            if self._inner.eof and not self._next_stream():
                break
            data = b""
            if self._inner.needs_input:
                data = bytes(self._packed[self._at : self._at + _STEP])
                self._at += len(data)
            is_last = self._inner.needs_input and not data
            try:
                piece = self._inner.decompress(data, _STEP)
            except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError):
                self._end("it is damaged")
                break
            if piece:
                self._count(len(piece))
                return piece
            if is_last and not self._inner.eof:
                self._end("it is cut off")
        return b""

    def _count(self, size: int) -> None:
        self._unpacked += size
        if self._counts:
            self._source.spend("unpacked_bytes", size)
        if self._unpacked > MIB:
            ratio = self._unpacked // max(1, self._at)
            self._source.limits.check("unpack_ratio", ratio, self._source.name)

    def _next_stream(self) -> bool:
        """Begin with the stream behind the one that has ended; whether there is one."""
        self._at -= len(self._inner.unused_data)
        magic = _MAGIC.get(self._packing)
        # xz pads with zeros to four bytes, tape blocks with zeros to anything.
        while self._at < len(self._packed) and not self._packed[self._at]:
            self._at += 1
        if magic is None or bytes(self._packed[self._at : self._at + len(magic)]) != magic:
            left = len(self._packed) - self._at
            self._end("other data stands behind its end" if magic and left else "")
            return False
        self._inner = _MAKERS[self._packing]()
        return True

    def _end(self, damage: str) -> None:
        self._is_over, self.damage = True, damage
