"""Citations: the place of a passage in its file, as a person would look it up.

citation = cite(hit.chunk, section)
citation.where()      # "report.pdf, page 3" · "notes.md, lines 12–18"
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
        return ", ".join([self.source, *_places(self.provenance)])


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


def _places(place: Provenance) -> list[str]:
    found: list[str] = []
    if place.path is not None:
        found.append(place.path)
    if place.page is not None:
        pages = [box.page for box in place.boxes if box.page is not None]
        found.append(_range("page", "pages", place.page, max([place.page, *pages])))
    if place.slide is not None:
        found.append(f"slide {place.slide}")
    if place.sheet is not None:
        found.append(f"sheet {place.sheet}")
    if place.cells is not None:
        found.append(f"{'cells' if ':' in place.cells else 'cell'} {place.cells}")
    if place.line_start is not None:
        end = place.line_start if place.line_end is None else place.line_end
        found.append(_range("line", "lines", place.line_start, end))
    if place.time_start_s is not None:
        end_s = place.time_start_s if place.time_end_s is None else place.time_end_s
        found.append(f"{_clock(place.time_start_s)}–{_clock(end_s)}")
    return found


def _range(one: str, many: str, first: int, last: int) -> str:
    return f"{one} {first}" if first == last else f"{many} {first}–{last}"


def _clock(seconds: float) -> str:
    """0:35, 1:02:07; whole seconds, rounded down."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
