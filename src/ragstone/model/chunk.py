"""Chunks: what is embedded, searched and cited. Each one is a slice of one section.

The first five fields are AgentScope's; what follows is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, Field

from ragstone.contracts import TokenCounter
from ragstone.model.block import DataBlock, TextBlock
from ragstone.model.span import Span


class BoundaryReason(StrEnum):
    """Why a chunk begins or ends where it does, from the strongest reason to the weakest."""

    DOCUMENT_START = "document_start"
    DOCUMENT_END = "document_end"
    SECTION = "section"
    HEADING = "heading"
    BLOCK = "block"
    TABLE_ROW = "table_row"
    CODE_SYMBOL = "code_symbol"
    PARAGRAPH = "paragraph"
    LINE = "line"
    SENTENCE = "sentence"
    SEPARATOR = "separator"
    SEMANTIC = "semantic"
    WORD = "word"
    TOKEN = "token"  # noqa: S105 - a unit of text, not a secret
    WINDOW = "window"
    GRAPHEME = "grapheme"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Boundary:
    """One end of a chunk: why it is there, and what it overlaps with its neighbour.

    Overlaps are in the chunker's own unit of size (characters unless it says otherwise);
    `detail` is a clause for people: which separator, which limit, why no overlap was given.
    """

    reason: BoundaryReason
    overlap_asked: int = 0
    overlap_given: int = 0
    detail: str = ""

    def in_words(self) -> str:
        """For people: `sentence: no blank line within the limit (overlap asked 50, given 31)`."""
        said = self.reason.value.replace("_", " ")
        if self.detail:
            said += f": {self.detail}"
        if self.overlap_asked or self.overlap_given:
            said += f" (overlap asked {self.overlap_asked}, given {self.overlap_given})"
        return said


def path_line(path: Sequence[str]) -> str:
    """The headings above a chunk as the first line of its context."""
    return " › ".join(path)


class Chunk(BaseModel):
    """A slice of a section.

    Invariants: `section_text[span.start:span.end] == text`; `chunk_index` runs from 0 to
    `total_chunks - 1` over the whole document; `context` (a line `A › B` of the headings above,
    then repeated table header or neighbours) is kept beside the text and never inside it; `key` is
    the same for the same chunk in the next version of its document.
    """

    content: TextBlock | DataBlock
    source: str
    chunk_index: int
    total_chunks: int
    metadata: dict[str, Any] = Field(default_factory=dict)
    span: Span | None = None
    section_index: int = 0
    heading_path: tuple[str, ...] = ()
    context: str = ""
    boundaries: tuple[Boundary, Boundary] = (
        Boundary(BoundaryReason.DOCUMENT_START),
        Boundary(BoundaryReason.DOCUMENT_END),
    )
    level: int = 0
    parent_index: int | None = None
    key: str = ""

    @property
    def text(self) -> str:
        """The chunk's text; "" for data."""
        return self.content.text if isinstance(self.content, TextBlock) else ""

    @property
    def beside(self) -> str:
        """The context below the line of headings: a table's header, neighbours, a path."""
        return self.context.removeprefix(path_line(self.heading_path)).lstrip("\n")

    def embedding_text(self, limit: int | None = None, count: TokenCounter = len) -> str:
        """What is embedded: context, a line end, text; without context where both exceed `limit`.

        `limit` is the embedder's window in the units of `count`. The text itself is never cut
        here: to keep it within the window is the chunker's work, to report it the pipeline's.
        """
        if not self.context:
            return self.text
        whole = f"{self.context}\n{self.text}"
        return whole if limit is None or count(whole) <= limit else self.text
