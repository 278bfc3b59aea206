"""Citations: the place of a passage in its file, as a person would look it up.

citation = cite(hit.chunk, section)
citation.where()      # "report.pdf, page 3" · "notes.md, lines 12–18" · "a.zip/b.pdf, page 3"
citation.quote        # the passage, exactly
"""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragstone.model.chunk import Chunk
from ragstone.model.provenance import Provenance
from ragstone.model.section import Section
from ragstone.model.span import Span


class Citation(BaseModel):
    """Where a passage stands. `quote` is its exact text; `uri` names the original where known."""

    source: str
    provenance: Provenance = Field(default_factory=Provenance)
    heading_path: tuple[str, ...] = ()
    quote: str = ""
    uri: str = ""

    def where(self) -> str:
        """The place for people: file, then page, slide, cells, lines or time."""
        place = self.provenance.where()
        # A document in an archive is named as a file in a folder is.
        joint = ", " if self.provenance.member is None else "/"
        return f"{self.source}{joint}{place}" if place else self.source


def cite(chunk: Chunk, section: Section | None, *, uri: str = "") -> Citation:
    """The citation of `chunk`, which was cut from `section`.

    Without the section (a store without records) the place is what the chunk's metadata tell. A
    chunk of data stands where its section begins; its quote is its context (alt text, caption).
    """
    if section is None:
        place = Provenance(page=_number(chunk, "page"), slide=_number(chunk, "slide"))
    else:
        place = section.place(chunk.span or Span(0, 0))
    return Citation(
        source=chunk.source,
        provenance=place,
        heading_path=chunk.heading_path,
        quote=chunk.text or chunk.context,
        uri=uri,
    )


def _number(chunk: Chunk, key: str) -> int | None:
    value = chunk.metadata.get(key)
    return value if isinstance(value, int) else None
