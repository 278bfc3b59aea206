"""The read path of a knowledge base: passages that are nobody's parent, each with its citation.

searcher = Searcher(store, "notes", embedder, OptionalParts(records=records))
hits = await searcher.search(["how high is the tide?"], top_k=5)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragstone.embedders.base import EmbedderBase
from ragstone.indexing.vectors import PARENT_KEY
from ragstone.knowledge.citer import Citer
from ragstone.knowledge.parts import OptionalParts
from ragstone.search.hit import Hit
from ragstone.search.query import Query
from ragstone.search.retrieve import MOST_PASSAGES, Candidate, retrieve
from ragstone.stores.base import VectorStoreBase

#: Searches made when documents change between finding a passage and citing it.
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches one collection.

    A citation is of the version that its passage is of. When another version was committed between
    the two reads, the search is made again; what is overtaken in the last one too is left out.
    """

    store: VectorStoreBase
    collection: str
    embedder: EmbedderBase | None
    parts: OptionalParts

    async def search(
        self,
        queries: Sequence[Query],
        top_k: int,
        *,
        metadata_filter: Mapping[str, Any] | None = None,
        score_threshold: float | None = None,
    ) -> list[Hit]:
        """The `top_k` hits, best first; see `ragstone.search.retrieve`."""
        hits: list[Hit] = []
        for _ in range(_TRIES):
            found = await self._leaves(queries, top_k, metadata_filter, score_threshold)
            hits = await self._cited(found)
            if len(hits) == len(found):
                break
        return hits

    async def _leaves(
        self,
        queries: Sequence[Query],
        top_k: int,
        metadata_filter: Mapping[str, Any] | None,
        score_threshold: float | None,
    ) -> list[Candidate]:
        """The first `top_k` passages that are nobody's parent."""
        asked = top_k
        while True:
            found = await retrieve(
                self.store,
                self.collection,
                self.embedder,
                queries,
                top_k=asked,
                metadata_filter=metadata_filter,
                score_threshold=score_threshold,
                weights=self.parts.weights,
            )
            leaves = [each for each in found if PARENT_KEY not in each.chunk.metadata]
            if len(leaves) >= top_k or len(found) < asked or asked >= MOST_PASSAGES:
                return leaves[:top_k]
            asked *= 2  # parents took the places of others

    async def _cited(self, found: Sequence[Candidate]) -> list[Hit]:
        """Hits out of passages, without those whose document has another version by now."""
        cite = Citer(self.parts.records)
        hits: list[Hit] = []
        for candidate in found:
            citation = await cite(candidate)
            if citation is not None:
                hits.append(
                    Hit(
                        chunk=candidate.chunk,
                        document_id=candidate.document_id,
                        score=candidate.score,
                        scores=candidate.scores,
                        citation=citation,
                    )
                )
        return hits
