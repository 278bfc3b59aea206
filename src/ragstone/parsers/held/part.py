"""A part of a container and the texts in it, as they are stored.

HeldPart("word/document.xml", ("The gate opens", " at seven."))
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeldPart:
    """One part: an XML part of a package, a page of a PDF, a web page.

    - `name`: as the container names it, "page 3" in a PDF.
    - `texts`: each one in which no reader may put anything in between.
    - `cells`: those with something in them, for a sheet; their numbers are not among `texts`, since
      a number is shown otherwise than it is stored.
    - `page`: 1-based, where the document's own pages are the same.
    """

    name: str
    texts: tuple[str, ...]
    cells: int = 0
    page: int | None = None
