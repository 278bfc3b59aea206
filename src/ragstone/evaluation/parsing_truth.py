"""Labelled sets for parsing: PDF files, and what a reader finds in them.

    truths = load_parsing_truths(Path("pdf"), Path("markdown"))
    truths = load_parsing_truths(Path("pdf"), Path("tables.json"))

The truth is a folder with `NAME.md` for `NAME.pdf`, or one JSON object that gives for each name a
list of tables {page, html}.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from ragstone.errors import ParameterError


class TrueTable(BaseModel):
    """A table as it should be found: on which page (from 1), and its HTML."""

    page: int
    html: str


class ParsingTruth(BaseModel):
    """What one file holds: the Markdown of all of it, or its tables."""

    file: Path
    markdown: str | None = None
    tables: list[TrueTable] | None = None


def kind_of(truth: Path) -> Literal["markdown", "tables"]:
    """Whole pages (a folder), or tables alone (a file)."""
    return "markdown" if truth.is_dir() else "tables"


def load_parsing_truths(folder: Path, truth: Path) -> list[ParsingTruth]:
    """What is known of the PDF files in `folder`, sorted by name.

    Files without truth are left out, so a part of a set can be measured. A truth without its file
    is given: leaving it out would raise the score. `ParameterError` says what is wrong, as where
    none of the files is there.
    """
    if not folder.is_dir():
        raise ParameterError(f"{folder} is not a folder; give one that holds the PDF files")
    if not truth.exists():
        raise ParameterError(
            f"{truth} is not there; give a folder of Markdown or a JSON file of tables"
        )
    known = _markdown(folder, truth) if kind_of(truth) == "markdown" else _tables(folder, truth)
    if not known:
        raise ParameterError(f"{truth} says nothing about any file; see `--help` for its form")
    if not any(entry.file.is_file() for entry in known):
        raise ParameterError(
            f"{folder} has none of the files that {truth} tells of: no {known[0].file.name}, …"
        )
    return known


def _markdown(folder: Path, truth: Path) -> list[ParsingTruth]:
    found: list[ParsingTruth] = []
    for path in sorted(truth.glob("*.md")):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ParameterError(f"{path.name} cannot be read as UTF-8 ({error})") from error
        found.append(ParsingTruth(file=folder / f"{path.stem}.pdf", markdown=text))
    return found


def _tables(folder: Path, truth: Path) -> list[ParsingTruth]:
    try:
        content: dict[str, Any] = json.loads(truth.read_text(encoding="utf-8"))
        return [
            ParsingTruth(
                file=folder / f"{name}.pdf",
                tables=[TrueTable.model_validate(row) for row in rows],
            )
            for name, rows in sorted(content.items())
        ]
    except (OSError, ValueError, TypeError, AttributeError, ValidationError) as error:
        reason = "; ".join(str(error).split("\n")[:2])
        raise ParameterError(
            f"{truth.name} does not give a list of tables (page, html) for each name ({reason})"
        ) from error
