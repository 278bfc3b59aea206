"""Workbooks as Markdown: every sheet under its name."""

from __future__ import annotations

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.views.markdown import to_markdown


def line(text: str, sheet: str, level: int | None = None) -> Element:
    kind = ElementType.UNCATEGORIZED_TEXT if level is None else ElementType.TITLE
    return Element(kind, text, level=level, provenance=Provenance(sheet=sheet))


def test_the_name_of_a_sheet_is_a_heading_over_its_titles() -> None:
    elements = (line("Catches", "Fish", 1), line("Hake", "Fish"), line("Brest", "The  ports"))
    document = Document("a.xlsx", "application/x-sheet", elements)
    assert to_markdown(document) == "# Fish\n\n## Catches\n\nHake\n\n# The ports\n\nBrest\n"
