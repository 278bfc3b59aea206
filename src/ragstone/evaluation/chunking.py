"""How well chunkers serve search, side by side: at five passages, and at equal token budgets.

    reports = await evaluate_chunking(Path("chunk-dev"), ["balanced", "sentence"], "use")
    reports[0].modes["words"].budget.recall

Larger chunks always look better at a fixed number of passages, so the budget is the fairer
measure: passages in their order until 1,000 tokens are full, the last one cut off there. The
measures are those of `metrics.spans`, averaged over the questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from ragstone.chunkers.base import ChunkerBase
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.packing import HardLimits
from ragstone.database import Database
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.cache import CachedEmbedder
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.evaluation.indexed import WORDS, IndexedSet, Mode, index_set
from ragstone.evaluation.labelled import LabelledSet, Question, load_retrieval_sets
from ragstone.evaluation.scores import SpanScores, judge, means
from ragstone.metrics.spans import precision_omega
from ragstone.model.span import Span
from ragstone.search.hit import Hit
from ragstone.stores.sqlite import SQLiteStore
from ragstone.text.tokens import token_counter

TOP_K = 5
BUDGET_TOKENS = 1000
#: Passages fetched to fill the budget: enough for chunks of 25 tokens.
_DEPTH = 40
_count = token_counter("cl100k")


class ModeScores(BaseModel):
    """One way of searching: the first five passages, and the first 1,000 tokens."""

    top_5: SpanScores
    budget: SpanScores


class ChunkingReport(BaseModel):
    """One chunker on one labelled set; `mean_tokens` is the mean length of its chunks."""

    name: str
    chunker: str
    embedder: str | None
    questions: int
    chunks: int
    mean_tokens: float
    precision_omega: float
    modes: dict[str, ModeScores]


async def evaluate_chunking(
    folder: Path, chunker_specs: Sequence[str], embedder_spec: str | None
) -> list[ChunkingReport]:
    """A report for every labelled set and chunker, by words and (with an embedder) by both.

    Raises `ParameterError` for a folder without labelled sets and for a spec that is wrong.
    """
    chunkers = {spec: CHUNKERS.create_from(spec) for spec in chunker_specs}
    return await evaluate_chunkers(folder, chunkers, embedder_spec)


async def evaluate_chunkers(
    folder: Path, chunkers: Mapping[str, ChunkerBase], embedder_spec: str | None
) -> list[ChunkingReport]:
    """`evaluate_chunking` for chunkers that were made already, under the names given."""
    # Every chunker is asked the same questions, and some make the same chunks.
    embedder = CachedEmbedder(EMBEDDERS.create_from(embedder_spec)) if embedder_spec else None
    reports: list[ChunkingReport] = []
    for labelled in load_retrieval_sets(folder):
        for name, chunker in chunkers.items():
            async with Database(":memory:") as database:
                indexed = await index_set(labelled, chunker, embedder, SQLiteStore(database))
                reports.append(await _report(labelled, name, embedder, indexed))
                reports[-1].embedder = embedder_spec
    return reports


async def _report(
    labelled: LabelledSet, spec: str, embedder: EmbedderBase | None, indexed: IndexedSet
) -> ChunkingReport:
    modes = [WORDS, *([Mode("both", embedder)] if embedder else [])]
    texts = [chunk.text for chunks in indexed.chunks.values() for chunk in chunks]
    omegas = [_omega(question, indexed) for question in labelled.questions]
    return ChunkingReport(
        name=labelled.name,
        chunker=spec,
        embedder=None,
        questions=len(labelled.questions),
        chunks=len(texts),
        mean_tokens=sum(map(_count, texts)) / (len(texts) or 1),
        precision_omega=sum(omegas) / (len(omegas) or 1),
        modes={mode.name: await _score(labelled, mode, indexed) for mode in modes},
    )


def _omega(question: Question, indexed: IndexedSet) -> float:
    name = question.corpus
    spans = [indexed.span(name, chunk) for chunk in indexed.chunks[name]]
    return precision_omega(indexed.gold(question), spans)


async def _score(labelled: LabelledSet, mode: Mode, indexed: IndexedSet) -> ModeScores:
    first: list[tuple[float, float, float]] = []
    within: list[tuple[float, float, float]] = []
    for question in labelled.questions:
        gold = indexed.gold(question)
        found = await indexed.search(question, mode, _DEPTH)
        first.append(judge(gold, indexed.spans(found[:TOP_K])))
        within.append(judge(gold, within_budget(found, indexed.spans(found), BUDGET_TOKENS)))
    return ModeScores(top_5=means(SpanScores, first), budget=means(SpanScores, within))


def within_budget(found: Sequence[Hit], spans: Sequence[Span], budget_tokens: int) -> list[Span]:
    """The spans of the first passages that have `budget_tokens` together, the last one shortened.

    Text that two passages share is paid for twice, as a reader's context window would.
    """
    kept: list[Span] = []
    left = budget_tokens
    for hit, span in zip(found, spans, strict=True):
        text = hit.chunk.text
        tokens = _count(text)
        if tokens > left:
            if left:
                reach = HardLimits(max_tokens=left, count_tokens=_count).reach(text, 0, len(text))
                kept.append(Span(span.start, span.start + reach))
            break
        kept.append(span)
        left -= tokens
    return kept
