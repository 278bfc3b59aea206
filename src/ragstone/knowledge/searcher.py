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
from ragstone.search.citation import Citation
from ragstone.search.distinct import distinct
from ragstone.search.hit import Hit
from ragstone.search.query import Query
from ragstone.search.retrieve import MOST_PASSAGES, Candidate, retrieve
from ragstone.stores.base import VectorStoreBase

#: Searches made when documents change between finding a passage and citing it.
_TRIES = 3
#: Places of one text that a hit names beside its own.
_MOST_NAMED = 10
#: Scores that differ less are equal: sums of float32 differ in the last bits.
_TIE = 1e-5


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
        """The `top_k` hits, best first, no two of the same text; see `ragstone.search.retrieve`."""
        hits: list[Hit] = []
        for _ in range(_TRIES):
            found = await self._leaves(queries, top_k, metadata_filter, score_threshold)
            hits, overtaken = await self._cited(found)
            if not overtaken:
                break
        return hits

    async def _leaves(
        self,
        queries: Sequence[Query],
        top_k: int,
        metadata_filter: Mapping[str, Any] | None,
        score_threshold: float | None,
    ) -> list[list[Candidate]]:
        """The first `top_k` passages that are nobody's parent, equal ones together."""
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
            groups = distinct(each for each in found if PARENT_KEY not in each.chunk.metadata)
            if len(groups) >= top_k or len(found) < asked or asked >= MOST_PASSAGES:
                return groups[: min(top_k, MOST_PASSAGES)]
            asked *= 2  # parents and copies took the places of others

    async def _cited(self, found: Sequence[Sequence[Candidate]]) -> tuple[list[Hit], bool]:
        """Hits out of passages, and whether any was of a document that has another version by now;
        those are left out."""
        cite = Citer(self.parts.records)
        hits: list[Hit] = []
        overtaken = False
        for group in found:
            cited = [(each, await cite(each)) for each in group[: _MOST_NAMED + 1]]
            there = [(each, place) for each, place in cited if place is not None]
            overtaken |= len(there) < len(cited)
            if there:
                hits.append(_hit(there))
        return hits, overtaken


def _hit(group: Sequence[tuple[Candidate, Citation]]) -> Hit:
    """One hit out of passages of one text: that in a file itself, of those that fit it best."""
    highest = group[0][0].score
    best = min(
        group,
        key=lambda each: (
            highest - each[0].score > _TIE,
            each[1].provenance.member is not None,
        ),
    )
    candidate, citation = best
    return Hit(
        chunk=candidate.chunk,
        document_id=candidate.document_id,
        score=candidate.score,
        scores=candidate.scores,
        citation=citation,
        also_in=[place for each, place in group if each is not candidate],
    )
