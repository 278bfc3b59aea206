"""The names at the root of an OLE2 file ([MS-CFB]), which tell what kind of document it is.

    root_names(data)            # ["Workbook", "\\x05SummaryInformation"]

Documents inside it (a sheet in a letter, an attachment) have names of the same kind deeper down, so
that a search through the bytes would take one for the other.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_HEADER_DIFAT = 109
_NONE = 0xFFFFFFFA
_MOST_SECTORS = 2048
_ENTRY = 128


def root_names(data: bytes) -> list[str]:
    """The names of the streams and storages at the root, as the directory has them; [] where it
    cannot be read."""
    try:
        entries = b"".join(_directory(data))
        return list(_children(entries))
    except (struct.error, IndexError):
        return []


def _directory(data: bytes) -> Iterator[bytes]:
    """The sectors of the directory, in order."""
    (shift,) = struct.unpack_from("<H", data, 30)
    size = 1 << shift if shift in (9, 12) else 512
    (sector,) = struct.unpack_from("<I", data, 48)
    allocation = _allocation_sectors(data, size)
    seen: set[int] = set()
    while sector < _NONE and sector not in seen and len(seen) < _MOST_SECTORS:
        seen.add(sector)
        start = (sector + 1) * size
        yield data[start : start + size]
        per_sector = size // 4
        table = allocation[sector // per_sector]
        (sector,) = struct.unpack_from("<I", data, (table + 1) * size + sector % per_sector * 4)


def _allocation_sectors(data: bytes, size: int) -> list[int]:
    """Where the allocation table stands: its first sectors in the header, the rest in a chain."""
    found = list(struct.unpack_from(f"<{_HEADER_DIFAT}I", data, 76))
    (sector,) = struct.unpack_from("<I", data, 68)
    seen: set[int] = set()
    while sector < _NONE and sector not in seen and len(seen) < _MOST_SECTORS:
        seen.add(sector)
        *more, sector = struct.unpack_from(f"<{size // 4}I", data, (sector + 1) * size)
        found += more
    return found


def _children(entries: bytes) -> Iterator[str]:
    """The names under the root entry: a tree of left and right neighbours."""
    pending = [struct.unpack_from("<I", entries, 76)[0]]
    seen: set[int] = set()
    while pending:
        number = pending.pop()
        at = number * _ENTRY
        if number >= _NONE or number in seen or at + _ENTRY > len(entries):
            continue
        seen.add(number)
        (length,) = struct.unpack_from("<H", entries, at + 64)
        name = entries[at : at + min(length, 64)].decode("utf-16-le", "replace")
        yield name.partition("\0")[0]
        pending += struct.unpack_from("<II", entries, at + 68)
