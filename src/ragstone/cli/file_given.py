"""The file that a command reads, or standard input where its name is `-`."""

from __future__ import annotations

import sys
from pathlib import Path

from ragstone.errors import SourceNotFound
from ragstone.limits import Limits
from ragstone.sources.source import Source

_NAME = "standard input"


def source_given(file: Path, limits: Limits) -> Source:
    """`file` as a source; `-` is read now, as plain text unless its content is of another format.

    Raises `LimitExceeded` once more has come than a file may have.
    """
    if str(file) != "-":
        return Source.from_path(file, limits=limits)
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - a caller may close it
        raise SourceNotFound(_NAME, "it is closed", "give a file")
    data = sys.stdin.buffer.read(limits.file_bytes + 1)
    limits.check("file_bytes", len(data), _NAME)
    return Source.from_bytes(data, _NAME, media_type="text/plain", limits=limits)
