"""Every bound on untrusted input, in one frozen object.

A parser asks the `Limits` of its source and never carries a number of its own. Raising a bound is
the caller's decision: `Limits(file_bytes=2 * GIB)`, `ragstone ingest --limit file_bytes=2GiB`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from ragstone.errors import LimitExceeded, ParameterError

MIB = 1024 * 1024
GIB = 1024 * MIB


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one document. Sizes in bytes, times in seconds.

    `parse_seconds` and `parse_memory_bytes` hold only in the sandbox, which kills the worker;
    all others are checked by the parsers themselves. Raises `ParameterError` for one that is no
    number of 0 or more, whole where it counts.
    """

    file_bytes: int = 512 * MIB
    """A file larger than this is refused before it is read."""
    text_characters: int = 200_000_000
    """Characters of text that one document may yield."""
    unpacked_bytes: int = GIB
    """What one archive or office file and all that is nested inside may unpack to, together."""
    unpack_ratio: int = 1000
    """Unpacked size over packed size of one member past its first MiB (zip bombs)."""
    archive_members: int = 20_000
    """Members of an archive, parts of a mail, with all that is nested inside, together."""
    nesting_depth: int = 6
    """Documents inside documents: attachments, archives in archives."""
    markup_depth: int = 400
    """Elements inside elements, quotes inside quotes."""
    table_cells: int = 2_000_000
    """Cells of the tables of a text document; those of one sheet or CSV file are `sheet_cells`."""
    sheet_cells: int = 50_000_000
    """Cells with something in them of one workbook or CSV file; their rows are read one by one."""
    pages: int = 20_000
    """Pages of a PDF, slides of a presentation."""
    picture_bytes: int = 32 * MIB
    """What the pictures taken out of one document hold together; those past it are only placed."""
    picture_pixels: int = 1_000_000_000
    """Width times height of a picture file; a larger one is refused by its header, undecoded."""
    fetch_seconds: float = 60.0
    """All of fetching one document from the network: its name, redirects and a slow answer."""
    redirects: int = 5
    """How many times a server may send us on before it gives the document."""
    parse_seconds: float = 120.0
    """All of reading one document, and again all of cutting it; where workers do that."""
    parse_memory_bytes: int = 2 * GIB
    """What a worker may take while it reads or cuts one document."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value: object = getattr(self, field.name)
            known = int | float if field.type == "float" else int
            if isinstance(value, bool) or not isinstance(value, known) or not 0 <= value < math.inf:
                kind = "number" if field.type == "float" else "whole number"
                raise ParameterError(f"the limit {field.name} is {value}; give a {kind}, 0 or more")

    @property
    def unusual(self) -> dict[str, int | float]:
        """Those that differ from `DEFAULT_LIMITS`, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: value for name, value in values.items() if value != getattr(DEFAULT_LIMITS, name)
        }

    def check(self, limit: str, value: int, file: str = "") -> None:
        """Raise `LimitExceeded` when `value` is over the bound named `limit`."""
        allowed = getattr(self, limit)
        if value > allowed:
            raise LimitExceeded(limit, value, allowed=allowed, file=file)


DEFAULT_LIMITS = Limits()
