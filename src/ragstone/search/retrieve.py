"""Finding passages in one collection: by meaning, by words, fused.

    found = await retrieve(store, "notes", embedder, ["how high is the tide?"], top_k=5)

Nothing here knows knowledge bases, records or citations.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from ragstone.embedders.base import EmbedderBase
from ragstone.errors import ParameterError
from ragstone.model.chunk import Chunk
from ragstone.model.filter_syntax import parse_filter
from ragstone.search.fuse import LEXICAL_ONLY, Weights, by_words, nearness, trust
from ragstone.search.query import Query, passages_asked, query_texts
from ragstone.search.rerank import compare
from ragstone.stores.base import VectorSearchResult, VectorStoreBase

#: A passage of one version: (document_id, version, chunk_index).
_Passage = tuple[str, int, int]

#: Passages that each search fetches, or ten times `top_k` where that is more.
_FOUND = 50
#: Passages whose words are compared with the query's, or twice `top_k` where that is more.
_COMPARED = 20

#: More passages than this are not ranked, whatever `top_k` says.
MOST_PASSAGES = 1000


class Scores(BaseModel):
    """The parts of a score.

    - `dense`: cosine in -1…1.
    - `lexical`: BM25 / the query's highest BM25 · coverage in 0…1.
    - `late`: likeness of the words · trust in it, in -1…1; where it is not None the score is made
      of `dense` and of it, else of `dense` and `lexical`.

    0 where there is nothing to compare: no embedder, a chunk without vector, none of the words.
    """

    dense: float = 0.0
    lexical: float = 0.0
    late: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was found, with the score of the query it fits best.

    `version`: of its document, as it was when it was found. While a document is ingested anew,
    passages of both versions may come.
    """

    document_id: str
    version: int
    chunk: Chunk
    score: float
    scores: Scores

    @property
    def key(self) -> tuple[str, int]:
        """What tells passages apart: (document_id, chunk_index)."""
        return self.document_id, self.chunk.chunk_index


@dataclass(frozen=True, slots=True)
class _Search:
    """Where to search, how much of each kind to fetch, and of how many to compare the words."""

    store: VectorStoreBase
    collection: str
    embedder: EmbedderBase | None
    weights: Weights
    depth: int
    compared: int
    metadata_filter: Mapping[str, Any] | None

    @property
    def unrelated(self) -> float:
        return 0.0 if self.embedder is None else self.embedder.unrelated_cosine


async def retrieve(
    store: VectorStoreBase,
    collection: str,
    embedder: EmbedderBase | None,
    queries: Sequence[Query],
    *,
    top_k: int = 5,
    metadata_filter: Mapping[str, Any] | None = None,
    score_threshold: float | None = None,
    weights: Weights | None = None,
) -> list[Candidate]:
    """The passages for one query or several, best first; [] for no query.

    Candidates come from both searches, max(50, 10 · top_k) each. A cosine that is missing is looked
    up, missing words count 0. Where the embedder has word pieces and some passage a word of the
    query, the words of the first max(20, 2 · top_k) are compared with the query's (`rerank`), and
    these are all that is given; else all candidates are. The first `top_k` are what was asked for,
    the rest may hold the same text elsewhere. With several queries a passage has the score of the
    one it fits best. Ties: by document id, then chunk index. `score_threshold` is on the last
    score; without an embedder, or with a dense weight of 0, that is `Scores.lexical`, where 1.0 is
    the best passage by BM25 that also holds every word of the query.

    `ParameterError`: a `top_k` below 1, a filter that makes no sense.
    """
    top_k = passages_asked(top_k)
    if score_threshold is not None and not _is_number(score_threshold):
        raise ParameterError("score_threshold is no number; leave it out to see every passage")
    parse_filter(metadata_filter)
    texts = query_texts(queries)
    if not texts:
        return []
    weights = weights or Weights()
    if embedder is None or weights.dense == 0:
        embedder, weights = None, LEXICAL_ONLY
    top_k = min(top_k, MOST_PASSAGES)
    depth, compared = max(_FOUND, 10 * top_k), max(_COMPARED, 2 * top_k)
    search = _Search(store, collection, embedder, weights, depth, compared, metadata_filter)
    vectors: Sequence[Sequence[float] | None] = [None] * len(texts)
    if embedder is not None:
        vectors = (await embedder.embed_queries(texts)).tolist()
    rankings = await asyncio.gather(
        *(_one(search, text, vector) for text, vector in zip(texts, vectors, strict=True))
    )
    best: dict[_Passage, Candidate] = {}
    for candidate in (candidate for ranking in rankings for candidate in ranking):
        passage = _passage(candidate)
        known = best.get(passage)
        if known is None or candidate.score > known.score:
            best[passage] = candidate
    found = sorted(best.values(), key=_rank)
    if score_threshold is not None:
        found = [candidate for candidate in found if candidate.score >= score_threshold]
    return found


def _is_number(value: Any) -> bool:
    try:
        return not math.isnan(value)
    except TypeError:
        return False


async def _one(search: _Search, text: str, vector: Sequence[float] | None) -> list[Candidate]:
    """The candidates of one query, scored."""
    dense, lexical = await asyncio.gather(_dense(search, vector), _lexical(search, text))
    rows = {_passage(result): result for result in [*dense, *lexical]}
    cosines: dict[_Passage, float | None] = {_passage(result): result.score for result in dense}
    missing = [passage for passage in rows if passage not in cosines]
    if vector is not None and missing:
        keys = [rows[passage].key for passage in missing]
        known = await search.store.similarities(search.collection, vector, keys)
        cosines |= dict(zip(missing, known, strict=True))
    words = dict(zip(map(_passage, lexical), by_words(lexical), strict=True))
    near = {
        passage: 0.0 if cosine is None else nearness(cosine, search.unrelated)
        for passage, cosine in cosines.items()
    }
    found: list[Candidate] = []
    for passage, result in rows.items():
        scores = Scores(dense=cosines.get(passage) or 0.0, lexical=words.get(passage, 0.0))
        score = search.weights.fuse(near.get(passage, 0.0), scores.lexical)
        place = result.document_id, result.version, result.chunk
        found.append(Candidate(*place, score, scores))
    if search.embedder is None or not lexical or search.weights.late == 0:
        return found
    best = sorted(found, key=_rank)[: search.compared]
    passages = [candidate.chunk.embedding_text() for candidate in best]
    likenesses = await compare(search.embedder, text, passages)
    if likenesses is None:
        return found
    coverages = {_passage(result): result.coverage for result in lexical}
    highest = max(result.coverage for result in lexical[:_FOUND])
    ranked: list[Candidate] = []
    for candidate, likeness in zip(best, likenesses, strict=True):
        passage = _passage(candidate)
        late = likeness * trust(min(coverages.get(passage, 0.0), highest), highest)
        score = search.weights.fuse_late(near.get(passage, 0.0), late, highest)
        scores = candidate.scores.model_copy(update={"late": late})
        ranked.append(replace(candidate, score=score, scores=scores))
    return ranked


def _rank(candidate: Candidate) -> tuple[float, tuple[str, int]]:
    return -candidate.score, candidate.key


def _passage(found: VectorSearchResult | Candidate) -> _Passage:
    return found.document_id, found.version, found.chunk.chunk_index


async def _dense(search: _Search, vector: Sequence[float] | None) -> list[VectorSearchResult]:
    if vector is None:
        return []
    return await search.store.search(
        search.collection, vector, search.depth, search.metadata_filter
    )


async def _lexical(search: _Search, text: str) -> list[VectorSearchResult]:
    if search.weights.lexical == 0:
        return []
    return await search.store.search_text(
        search.collection, text, search.depth, search.metadata_filter
    )
