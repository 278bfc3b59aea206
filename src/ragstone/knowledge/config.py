"""What a knowledge base is made with. Embedder and chunker are pinned when it is made."""

from __future__ import annotations

import os

from pydantic import BaseModel, ConfigDict, Field

from ragstone.limits import DEFAULT_LIMITS, Limits
from ragstone.model.sectioning import SectionBy
from ragstone.search.fuse import Weights


class KnowledgeBaseConfig(BaseModel):
    """Options of `KnowledgeBase.open`. None means: as pinned, or the default for a new one.

    `embedder` and `chunker` are written `name` or `name:option=value,option=value`; the embedder
    "none" makes a knowledge base that is searched by words only.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str | None = None
    description: str = ""
    embedder: str | None = None
    chunker: str | None = None
    sections: SectionBy | None = None
    weights: Weights = Weights()
    limits: Limits = DEFAULT_LIMITS
    """Bounds on one document; not pinned."""
    workers: int = Field(default_factory=lambda: max(1, min(4, os.cpu_count() or 1)), ge=1)
    """Documents parsed side by side, each in a process of its own."""
    create: bool = True
    """Whether a knowledge base that is not there is made, or refused."""
