"""The page that a command writes beside its answer: never over the file it is about."""

from __future__ import annotations

from pathlib import Path

from ragstone.cli.output import fail


def is_same(output: Path, file: Path) -> bool:
    """Whether both are one file, by whatever names."""
    try:
        return output.samefile(file)
    except OSError:  # one is not there, or may not be reached: reading and writing say which
        return False


def write_page(output: Path, page: str) -> None:
    """Write the page; a sentence and exit code 1 where that is not possible."""
    try:
        output.write_text(page, encoding="utf-8")
    except OSError as error:
        fail(f"{output} cannot be written: {error.strerror or error}", code=1)
