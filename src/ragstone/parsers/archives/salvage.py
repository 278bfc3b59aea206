"""The members of a ZIP whose directory is lost, by the headers that stand before each of them.

An archive that was cut off while it was copied has no directory, which stands at its end.

    for member in by_headers(data):
        member.info.filename, data[member.start : member.start + member.info.compress_size]

The format: APPNOTE.TXT 6.3.10, 4.3.7 (header), 4.3.9 (data descriptor), 4.5.3 (ZIP64).
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = struct.Struct("<4xHHHHHIIIHH")
_MARK = b"PK\x03\x04"
#: What stands behind a member whose header does not know its size, or behind that.
_BEHIND = re.compile(rb"PK(?:\x07\x08|\x03\x04|\x01\x02)")
_BEHIND_MARK = b"PK\x07\x08"
_DESCRIPTOR, _LARGE_DESCRIPTOR = struct.Struct("<III"), struct.Struct("<IQQ")
_UTF8, _SIZES_BEHIND = 0x800, 0x8
_ZIP64, _IN_ZIP64 = 1, 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Packed:
    """A member: what is said of it, where its data begin, and whether their end was found.

    Without its end, `info.compress_size` is what is left of the archive, and `info.file_size` may
    be less than what that unpacks to.
    """

    info: zipfile.ZipInfo
    start: int
    has_end: bool = True


def by_headers(data: bytes) -> Iterator[Packed]:
    """The members in their order, the last of them perhaps without its end; folders too.

    Symbolic links come as files that hold their target: only the directory tells them.
    """
    at = data.find(_MARK)
    while at >= 0:
        member = _member(data, at)
        if member is None:
            at = data.find(_MARK, at + len(_MARK))
            continue
        yield member
        at = data.find(_MARK, member.start + member.info.compress_size) if member.has_end else -1


def _member(data: bytes, at: int) -> Packed | None:
    """The member whose header begins at `at`; None where that is none, or is cut off itself."""
    if len(data) < at + _HEADER.size:
        return None
    _, flags, method, _, _, crc, packed_size, size, name_size, extra_size = _HEADER.unpack_from(
        data, at
    )
    start = at + _HEADER.size + name_size + extra_size
    if not name_size or start > len(data):
        return None
    raw = data[at + _HEADER.size : at + _HEADER.size + name_size]
    info = zipfile.ZipInfo(raw.decode("utf-8" if flags & _UTF8 else "cp437", "replace"))
    info.extra = data[start - extra_size : start]
    info.flag_bits, info.compress_type, info.header_offset = flags, method, at
    large = _zip64_sizes(info.extra)
    if large is not None and _IN_ZIP64 in (size, packed_size):
        size, packed_size = large
    if flags & _SIZES_BEHIND and not packed_size:
        found = _sizes_behind(data, start, is_large=large is not None)
        if found is None:
            info.compress_size = _without_cut_sizes(data, start) - start
            return Packed(info, start, has_end=False)
        crc, packed_size, size = found
    info.CRC, info.file_size = crc, size
    info.compress_size = min(packed_size, len(data) - start)
    return Packed(info, start, has_end=start + packed_size <= len(data))


def _without_cut_sizes(data: bytes, start: int) -> int:
    """The end of `data`, but for sizes behind its last member that were cut off themselves."""
    mark = _BEHIND_MARK[:3]
    at = data.rfind(mark, max(start, len(data) - len(_BEHIND_MARK) - _LARGE_DESCRIPTOR.size))
    is_mark = at >= 0 and _BEHIND_MARK.startswith(data[at : at + len(_BEHIND_MARK)])
    return at if is_mark else len(data)


def _zip64_sizes(extra: bytes) -> tuple[int, int] | None:
    """Unpacked and packed size in the extra field for large files, if it is there."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        if kind == _ZIP64 and size >= 16 and at + 20 <= len(extra):
            return struct.unpack_from("<QQ", extra, at + 4)
        at += 4 + size
    return None


def _sizes_behind(data: bytes, start: int, *, is_large: bool) -> tuple[int, int, int] | None:
    """Checksum, packed and unpacked size that stand behind the data which begin at `start`.

    Their packed size proves them: the data themselves may hold anything that looks like an end.
    """
    descriptor = _LARGE_DESCRIPTOR if is_large else _DESCRIPTOR
    for found in _BEHIND.finditer(data, start):
        if found[0] == _BEHIND_MARK:
            end, at = found.start(), found.end()
        else:  # old programs write no mark before it
            end = at = found.start() - descriptor.size
        if at < start or at + descriptor.size > len(data):
            continue
        crc, packed_size, size = descriptor.unpack_from(data, at)
        if packed_size == end - start:
            return crc, packed_size, size
    return None
