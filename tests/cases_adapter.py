"""Joins the public API to a checker of awkward files that wants `parse(path)` and `chunk(text)`.

`type` is the first of footnote, comment, hidden, notes, boilerplate (as `nav`) among an element's
marks, else the type's name; the document's facts and warnings stand in every element's metadata.
"""

from __future__ import annotations

import contextlib
import warnings
from pathlib import Path
from typing import Any

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.model.mark import Mark
from ragstone.parsers.catalog import PARSERS
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

_SHOWN_AS = {
    Mark.FOOTNOTE: "footnote",
    Mark.COMMENT: "comment",
    Mark.HIDDEN: "hidden",
    Mark.NOTES: "notes",
    Mark.BOILERPLATE: "nav",
}
_MEDIA_TYPES = {"text": "text/plain", "markdown": "text/markdown", "python": "text/x-python"}


def warmup() -> None:
    for row in PARSERS:
        with contextlib.suppress(ImportError):
            row.load()


def parse(path: str) -> list[dict[str, Any]]:
    document = _read(Source.from_path(path))
    return [_row(document, element) for element in document.elements]


def chunk(
    text_or_path: str | Path,
    chunk_size: int = 600,
    overlap: int = 0,
    format: str = "text",  # noqa: A002 - the checker calls it so
) -> list[dict[str, Any]]:
    if isinstance(text_or_path, Path):
        source = Source.from_path(text_or_path)
    else:
        source = Source.from_text(text_or_path, media_type=_MEDIA_TYPES[format])
    chunker = CHUNKERS.create("sentence", max_characters=chunk_size, chunk_overlap=overlap)
    chunks = chunker.chunk_sections(_read(source).sections(by="document"))
    return [{"text": c.text, "start": c.span.start, "end": c.span.end} for c in chunks if c.span]


def _read(source: Source) -> Document:
    document = read_document(source)
    for warning in document.warnings:
        warnings.warn(warning, stacklevel=3)
    return document


def _row(document: Document, element: Element) -> dict[str, Any]:
    row = element.to_dict()
    shown = [name for mark, name in _SHOWN_AS.items() if mark in element.marks]
    row["type"] = shown[0] if shown else row["type"]
    row["metadata"] = {
        **document.facts,
        "warnings": list(document.warnings),
        "filetype": document.media_type,
        **row["metadata"],
    }
    return row
