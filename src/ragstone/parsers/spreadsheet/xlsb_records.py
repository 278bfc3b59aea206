"""Records of a binary workbook's parts ([MS-XLSB] 2.1.4): a number and its bytes each.

for kind, data in records(part): …
"""

from __future__ import annotations

import struct
from collections.abc import Iterator


def records(part: bytes) -> Iterator[tuple[int, bytes]]:
    """Every record in order; a part that is cut off ends with its last whole one."""
    at, end = 0, len(part)
    while at < end:
        kind = part[at]
        at += 1
        if kind & 0x80:
            if at >= end:
                return
            kind = (kind & 0x7F) | (part[at] & 0x7F) << 7
            at += 1
        size = shift = 0
        while at < end and shift < 28:
            byte = part[at]
            at += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
        if at + size > end:
            return
        yield kind, part[at : at + size]
        at += size


def wide_string(data: bytes, at: int) -> tuple[str, int]:
    """A text and where it ends; the length 0xFFFFFFFF stands for none."""
    if at + 4 > len(data):
        return "", len(data)
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    if count == 0xFFFFFFFF:
        return "", at
    end = min(len(data), at + 2 * count)
    return data[at:end].decode("utf-16-le", "replace"), end


def rich_string(data: bytes, at: int) -> str:
    """A text with looks of its parts or readings, which follow it."""
    return wide_string(data, at + 1)[0]
