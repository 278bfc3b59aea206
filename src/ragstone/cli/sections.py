"""Sections as the command line spells them."""

from __future__ import annotations

from typing import cast, get_args

from ragstone.errors import ParameterError
from ragstone.model.sectioning import SectionBy


def section_by(value: str | None) -> SectionBy:
    """The option's value, or natural; `ParameterError` names the choices."""
    choices = get_args(SectionBy)
    if value is not None and value not in choices:
        raise ParameterError(f"--sections {value} is not one of {', '.join(choices)}")
    return cast(SectionBy, value or "natural")
