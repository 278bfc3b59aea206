"""What can be asked of every parser of tables."""

from __future__ import annotations

from pydantic import Field

from ragstone.parsers.base import ParserBase


class TabularParameters(ParserBase.Parameters):
    """How much of a large table is given in which form."""

    html_cells: int = Field(default=100_000, ge=0)
    """Cells up to which a table is given as HTML too; that of a larger one has its header alone.
    The text has all rows always."""
