"""How well search finds what answers a question: by words, by meaning, by both.

    reports = await evaluate_retrieval(Path("chunk-dev"), "sentence", "use")
    reports[0].modes["both"].recall_at_5

Each set becomes a knowledge base in memory through the product's own parsers, chunker, embedder,
store and search. Recall: the share of gold characters inside the returned passages, averaged over
the questions. Hit at 1: the first passage holds some of a gold answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from ragstone.chunkers.base import ChunkerBase
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.database import Database
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.evaluation.labelled import LabelledSet, Question, load_retrieval_sets
from ragstone.indexing.vectors import embed_documents
from ragstone.metrics.spans import recall, shared, size
from ragstone.model.chunk import Chunk
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.search.fuse import Weights
from ragstone.search.retrieve import Candidate, retrieve
from ragstone.sources.source import Source
from ragstone.stores.sqlite import SQLiteStore

TOP_K = 5
_COLLECTION = "evaluation"


class RetrievalScores(BaseModel):
    """Means over all questions, in 0…1."""

    recall_at_5: float
    precision_at_5: float
    iou_at_5: float
    hit_at_1: float
    hit_at_5: float


class RetrievalReport(BaseModel):
    """One labelled set: scores by mode (words, meaning, both)."""

    name: str
    chunker: str
    embedder: str
    questions: int
    chunks: int
    modes: dict[str, RetrievalScores]


@dataclass(frozen=True, slots=True)
class _Mode:
    name: str
    embedder: EmbedderBase | None
    weights: Weights


async def evaluate_retrieval(
    folder: Path, chunker_spec: str, embedder_spec: str
) -> list[RetrievalReport]:
    """A report for every labelled set in `folder`; `ParameterError` when there is none."""
    chunker = CHUNKERS.create_from(chunker_spec)
    embedder = EMBEDDERS.create_from(embedder_spec)
    modes = [
        _Mode("words", None, Weights()),
        _Mode("meaning", embedder, Weights(lexical=0.0)),
        _Mode("both", embedder, Weights()),
    ]
    reports: list[RetrievalReport] = []
    for labelled in load_retrieval_sets(folder):
        async with Database(":memory:") as database:
            store = SQLiteStore(database)
            index = await _build(labelled, chunker, embedder, store)
            scores = {mode.name: await _score(labelled, mode, store, index) for mode in modes}
        reports.append(
            RetrievalReport(
                name=labelled.name,
                chunker=chunker_spec,
                embedder=embedder_spec,
                questions=len(labelled.questions),
                chunks=index.chunks,
                modes=scores,
            )
        )
    return reports


@dataclass(frozen=True, slots=True)
class _Index:
    """Where each section begins in its text, by text and section index."""

    starts: dict[str, list[int]]
    chunks: int

    def span(self, name: str, chunk: Chunk) -> Span:
        assert chunk.span is not None
        start = self.starts[name][chunk.section_index]
        return Span(start + chunk.span.start, start + chunk.span.end)


async def _build(
    labelled: LabelledSet, chunker: ChunkerBase, embedder: EmbedderBase, store: SQLiteStore
) -> _Index:
    await store.create_collection(_COLLECTION, embedder.dimensions)
    starts: dict[str, list[int]] = {}
    total = 0
    for name, text in labelled.texts.items():
        kind = "text/markdown" if name.endswith(".md") else "text/plain"
        sections = read_document(Source.from_text(text, name, kind)).sections()
        ends = [0]
        for section in sections:
            ends.append(ends[-1] + len(section.text))
        if ends[-1] != len(text):
            raise ValueError(f"{name}: sections hold {ends[-1]} of {len(text)} characters")
        starts[name] = ends
        chunks = await chunker.chunk(sections)
        total += len(chunks)
        [rows] = await embed_documents(embedder, [chunks])
        await store.replace(_COLLECTION, name, rows.records(name, 1, {}, {}))
    return _Index(starts, total)


async def _score(
    labelled: LabelledSet, mode: _Mode, store: SQLiteStore, index: _Index
) -> RetrievalScores:
    rows: list[tuple[float, ...]] = []
    for question in labelled.questions:
        found = await retrieve(
            store, _COLLECTION, mode.embedder, [question.text], top_k=TOP_K, weights=mode.weights
        )
        rows.append(_judge(question, found, index))
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return RetrievalScores(**dict(zip(RetrievalScores.model_fields, means, strict=True)))


def _judge(
    question: Question, found: Sequence[Candidate], index: _Index
) -> tuple[float, float, float, float, float]:
    """(recall, precision, IoU, hit at 1, hit at 5); passages of other texts hold nothing gold."""
    gold = question.spans
    ranked = [
        index.span(candidate.document_id, candidate.chunk)
        if candidate.document_id == question.corpus
        else Span(0, 0)
        for candidate in found
    ]
    strays = sum(len(c.chunk.text) for c in found if c.document_id != question.corpus)
    both = shared(gold, ranked)
    hits = [shared(gold, [span]) > 0 for span in ranked]
    return (
        recall(gold, ranked),
        both / ((size(ranked) + strays) or 1),
        both / ((size([*gold, *ranked]) + strays) or 1),
        float(hits[0]) if hits else 0.0,
        float(any(hits)),
    )
