"""Hits: what a search gives back."""

from __future__ import annotations

from pydantic import BaseModel

from ragstone.model.chunk import Chunk
from ragstone.search.citation import Citation
from ragstone.search.retrieve import Scores


class Hit(BaseModel):
    """A passage that was found: its chunk, how well it fits and why, and where it stands."""

    chunk: Chunk
    document_id: str
    score: float
    scores: Scores
    citation: Citation
