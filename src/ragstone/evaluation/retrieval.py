"""How well search finds what answers a question: by BM25, by words, by meaning, by both.

    reports = await evaluate_retrieval(Path("chunk-dev"), "sentence", "use")
    reports[0].modes["both"].recall_at_5

`bm25` is the plain ranking of the store, to compare with; `words` is what search gives without an
embedder. Each set becomes a knowledge base in memory through the product's own parsers, chunker,
embedder, store and search. Recall: the share of gold characters inside the returned passages,
averaged over the questions. Hit at 1: the first passage holds some of a gold answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.database import Database
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.evaluation.indexed import WORDS, IndexedSet, Mode, index_set
from ragstone.evaluation.labelled import LabelledSet, load_retrieval_sets
from ragstone.evaluation.scores import judge, means
from ragstone.metrics.spans import shared
from ragstone.model.span import Span
from ragstone.search.fuse import Weights
from ragstone.stores.sqlite import SQLiteStore

TOP_K = 5


class RetrievalScores(BaseModel):
    """Means over all questions, in 0…1."""

    recall_at_5: float
    precision_at_5: float
    iou_at_5: float
    hit_at_1: float
    hit_at_5: float


class RetrievalReport(BaseModel):
    """One labelled set: scores by mode (bm25, words, meaning, both)."""

    name: str
    chunker: str
    embedder: str
    questions: int
    chunks: int
    modes: dict[str, RetrievalScores]


async def evaluate_retrieval(
    folder: Path, chunker_spec: str, embedder_spec: str
) -> list[RetrievalReport]:
    """A report for every labelled set in `folder`; `ParameterError` when there is none."""
    chunker = CHUNKERS.create_from(chunker_spec)
    embedder = EMBEDDERS.create_from(embedder_spec)
    modes = [
        WORDS,
        Mode("meaning", embedder, Weights(lexical=0.0)),
        Mode("both", embedder),
    ]
    reports: list[RetrievalReport] = []
    for labelled in load_retrieval_sets(folder):
        async with Database(":memory:") as database:
            indexed = await index_set(labelled, chunker, embedder, SQLiteStore(database))
            scores = {"bm25": await _score_bm25(labelled, indexed)}
            scores |= {mode.name: await _score(labelled, mode, indexed) for mode in modes}
        reports.append(
            RetrievalReport(
                name=labelled.name,
                chunker=chunker_spec,
                embedder=embedder_spec,
                questions=len(labelled.questions),
                chunks=sum(map(len, indexed.chunks.values())),
                modes=scores,
            )
        )
    return reports


async def _score(labelled: LabelledSet, mode: Mode, indexed: IndexedSet) -> RetrievalScores:
    rows: list[tuple[float, ...]] = []
    for question in labelled.questions:
        found = await indexed.search(question, mode, TOP_K)
        rows.append(_judge(indexed.gold(question), indexed.spans(found)))
    return means(RetrievalScores, rows)


async def _score_bm25(labelled: LabelledSet, indexed: IndexedSet) -> RetrievalScores:
    rows = [
        _judge(indexed.gold(question), await indexed.search_by_bm25(question, TOP_K))
        for question in labelled.questions
    ]
    return means(RetrievalScores, rows)


def _judge(
    gold: Sequence[Span], ranked: Sequence[Span]
) -> tuple[float, float, float, float, float]:
    """(recall, precision, IoU, hit at 1, hit at 5)."""
    hits = [shared(gold, [span]) > 0 for span in ranked]
    return *judge(gold, ranked), float(hits[0]) if hits else 0.0, float(any(hits))
