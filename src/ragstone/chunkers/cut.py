"""A cut: one chunk as a chunker proposes it, before it becomes a `Chunk`."""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span


@dataclass(slots=True)  # frozen, it would take three times as long to make, and each chunk has one
class Cut:
    """One chunk of a section; changed by nobody but the chunker that makes it.

    - `span`: its place in the section's text, overlap with the chunk before included.
    - `reason`: why it ends where it ends; at the section's end the base says so itself.
    - `detail`: a clause about that end: which separator or limit, why no overlap was given.
    - `context`: what is kept beside the text, below the headings (table header, neighbours).
    - `path`: the headings above it where the chunker found them itself; `None` for those that the
      section's parts tell.
    - `level`, `parent`: for hierarchies; `parent` is the number of another cut of the section, in
      the order they are yielded, and comes before its children.
    """

    span: Span
    reason: BoundaryReason = BoundaryReason.HARD
    context: str = ""
    level: int = 0
    parent: int | None = None
    detail: str = ""
    path: tuple[str, ...] | None = None
