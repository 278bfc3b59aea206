"""Hits: what a search gives back."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragstone.model.chunk import Chunk
from ragstone.search.citation import Citation
from ragstone.search.retrieve import Scores


class Hit(BaseModel):
    """A passage that was found: its chunk, how well it fits and why, and where it stands.

    `also_in`: other places of the same text, up to ten of them (a copy of the file, a mail that
    has it attached); it takes no second place among the hits.
    """

    chunk: Chunk
    document_id: str
    score: float
    scores: Scores
    citation: Citation
    also_in: list[Citation] = Field(default_factory=list[Citation])
