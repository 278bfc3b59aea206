"""What a signed message holds in its opaque form (S/MIME): the mail inside, unchecked.

    signed_content(part.data)           # the mail's bytes; None for what is encrypted or damaged

RFC 5652, 5.1 and 5.2: ContentInfo, SignedData, EncapsulatedContentInfo, in BER (X.690, 8.1), whose
lengths may be left open and whose strings may come in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: 1.2.840.113549.1.7.2, id-signedData.
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_SEQUENCE, _EXPLICIT = 0x30, 0xA0
_CONSTRUCTED, _OPEN = 0x20, 0x80
#: Values in values; a signed message has five.
_DEEPEST = 16


class _Value(NamedTuple):
    """A tagged value between two offsets; the next one begins at `behind`."""

    tag: int
    start: int
    end: int
    behind: int


def signed_content(data: bytes) -> bytes | None:
    """The content that is signed; None where there is none to be read."""
    try:
        outer = list(_inside(data, _value(data, 0, len(data), 0)))
        if not outer or data[outer[0].start : outer[0].end] != _SIGNED_DATA:
            return None
        [signed] = _inside(data, outer[1])
        content = next(v for v in _inside(data, signed) if v.tag == _SEQUENCE)
        held = next(v for v in _inside(data, content) if v.tag == _EXPLICIT)
        return b"".join(_octets(data, next(_inside(data, held)), 0))
    except (IndexError, ValueError, StopIteration):
        return None


def _value(data: bytes, at: int, limit: int, depth: int) -> _Value:
    """The value at `at`; raises `ValueError` or `IndexError` where there is none."""
    tag, size = data[at], data[at + 1]
    start = at + 2
    if size == _OPEN:
        if depth >= _DEEPEST:
            raise ValueError("values are nested too deeply")
        end = start
        while data[end : end + 2] != b"\0\0":
            end = _value(data, end, limit, depth + 1).behind
        return _Value(tag, start, end, end + 2)
    if size > _OPEN:
        width = size - _OPEN
        size = int.from_bytes(data[start : start + width], "big")
        start += width
    if start + size > limit:
        raise ValueError("a value is longer than what holds it")
    return _Value(tag, start, start + size, start + size)


def _inside(data: bytes, outer: _Value) -> Iterator[_Value]:
    at = outer.start
    while at < outer.end:
        found = _value(data, at, outer.end, 0)
        yield found
        at = found.behind


def _octets(data: bytes, value: _Value, depth: int) -> Iterator[bytes]:
    """The bytes of a string, which may be made of strings."""
    if not value.tag & _CONSTRUCTED:
        yield data[value.start : value.end]
        return
    if depth >= _DEEPEST:
        raise ValueError("strings are nested too deeply")
    for piece in _inside(data, value):
        yield from _octets(data, piece, depth + 1)
