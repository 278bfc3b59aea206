"""Every bound on untrusted input, in one frozen object.

A parser asks the `Limits` of its source and never carries a number of its own. Raising a
bound is the caller's decision: `Limits(file_bytes=2 * GIB)`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.errors import LimitExceeded

MIB = 1024 * 1024
GIB = 1024 * MIB


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one document. Sizes in bytes, times in seconds.

    `parse_seconds` and `parse_memory_bytes` hold only in the sandbox, which kills the worker;
    all others are checked by the parsers themselves.
    """

    file_bytes: int = 512 * MIB
    """A file larger than this is refused before it is read."""
    text_characters: int = 200_000_000
    """Characters of text that one document may yield."""
    unpacked_bytes: int = GIB
    """What the members of one archive or office file may unpack to, together."""
    unpack_ratio: int = 1000
    """Unpacked size over packed size of one member past its first MiB (zip bombs)."""
    archive_members: int = 20_000
    nesting_depth: int = 6
    """Documents inside documents: attachments, archives in archives."""
    markup_depth: int = 400
    """Elements inside elements, quotes inside quotes."""
    table_cells: int = 2_000_000
    pages: int = 20_000
    parse_seconds: float = 120.0
    parse_memory_bytes: int = 2 * GIB

    def check(self, limit: str, value: int, file: str = "") -> None:
        """Raise `LimitExceeded` when `value` is over the bound named `limit`."""
        allowed = getattr(self, limit)
        if value > allowed:
            raise LimitExceeded(limit, value, allowed=allowed, file=file)


DEFAULT_LIMITS = Limits()
