"""Places and sections as the command line spells them."""

from __future__ import annotations

from typing import cast, get_args

from ragstone.errors import ParameterError
from ragstone.model.provenance import Provenance
from ragstone.model.sectioning import SectionBy


def place_of(place: Provenance) -> str:
    """ "page 3", "lines 4–9", "slide 2", "sheet A B3:D7", or "" where nothing is known."""
    if place.page is not None:
        return f"page {place.page}"
    if place.slide is not None:
        return f"slide {place.slide}"
    if place.sheet is not None:
        return f"sheet {place.sheet} {place.cells or ''}".rstrip()
    if place.line_start is not None:
        if place.line_end in (None, place.line_start):
            return f"line {place.line_start}"
        return f"lines {place.line_start}–{place.line_end}"
    return place.path or ""


def section_by(value: str | None) -> SectionBy:
    """The option's value, or natural; `ParameterError` names the choices."""
    choices = get_args(SectionBy)
    if value is not None and value not in choices:
        raise ParameterError(f"--sections {value} is not one of {', '.join(choices)}")
    return cast(SectionBy, value or "natural")
