"""What the container of a file holds, by its media type; None where nobody has looked.

    held_in(source, PPTX)     # [HeldPart("ppt/slides/slide1.xml", ("Tides", …)), …]

Only for a file that its parser has read: its packages are installed then.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from ragstone.parsers.held.part import HeldPart
from ragstone.parsers.signatures import DOCX, EPUB, ODP, ODS, ODT, PDF, PPTX, XLSX
from ragstone.sources.source import Source

_READERS = {
    DOCX: "ragstone.parsers.held.office:word_parts",
    PPTX: "ragstone.parsers.held.office:presentation_parts",
    XLSX: "ragstone.parsers.held.sheets:workbook_parts",
    ODT: "ragstone.parsers.held.office:open_document_parts",
    ODS: "ragstone.parsers.held.office:open_document_parts",
    ODP: "ragstone.parsers.held.office:open_document_parts",
    EPUB: "ragstone.parsers.held.office:book_parts",
    PDF: "ragstone.parsers.held.pages:page_parts",
    "text/html": "ragstone.parsers.held.web:web_parts",
    "application/xhtml+xml": "ragstone.parsers.held.web:web_parts",
}


def held_in(source: Source, media_type: str) -> list[HeldPart] | None:
    """The parts of `source`; None for a format that is not looked into.

    Raises the errors of reading the container.
    """
    target = _READERS.get(media_type)
    if target is None:
        return None
    module, _, function = target.partition(":")
    parts: Any = getattr(import_module(module), function)
    found: Iterable[HeldPart] = parts(source)
    return list(found)
