"""A labelled set, chunked and searchable: built through the product's own parts.

    async with Database(":memory:") as database:
        indexed = await index_set(labelled, chunker, embedder, SQLiteStore(database))
        found = await indexed.search(question, WORDS, top_k=5)
        recall(indexed.gold(question), indexed.spans(found))

All spans here lie in one long text, the set's texts one after the other: a passage of another text
is then simply a span without gold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ragstone.chunkers.base import ChunkerBase
from ragstone.embedders.base import EmbedderBase
from ragstone.evaluation.labelled import LabelledSet, Question
from ragstone.indexing.vectors import PARENT_KEY, DocumentVectors, embed_documents
from ragstone.knowledge.parts import OptionalParts
from ragstone.knowledge.searcher import Searcher
from ragstone.model.chunk import Chunk
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.search.fuse import Weights
from ragstone.search.hit import Hit
from ragstone.sources.source import Source
from ragstone.stores.sqlite import SQLiteStore

_COLLECTION = "evaluation"


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of searching: by words alone without an embedder."""

    name: str
    embedder: EmbedderBase | None = None
    weights: Weights = field(default_factory=Weights)


WORDS = Mode("words")


@dataclass(frozen=True, slots=True)
class IndexedSet:
    """The chunks of a set by text, in a store; `starts` says where each section begins.

    Chunks that have children are left out, as a knowledge base's search leaves them out.
    """

    store: SQLiteStore
    starts: dict[str, list[int]]
    chunks: dict[str, list[Chunk]]

    def gold(self, question: Question) -> list[Span]:
        """The gold spans of a question."""
        start = self.starts[question.corpus][0]
        return [Span(start + span.start, start + span.end) for span in question.spans]

    def span(self, name: str, chunk: Chunk) -> Span:
        """Where a chunk of the text called `name` stands."""
        assert chunk.span is not None
        start = self.starts[name][chunk.section_index]
        return Span(start + chunk.span.start, start + chunk.span.end)

    def spans(self, found: Sequence[Hit]) -> list[Span]:
        """Where the passages found stand, in their order."""
        return [self.span(hit.document_id, hit.chunk) for hit in found]

    async def search(self, question: Question, mode: Mode, top_k: int) -> list[Hit]:
        """The product's search over all texts of the set."""
        parts = OptionalParts(weights=mode.weights)
        searcher = Searcher(self.store, _COLLECTION, mode.embedder, parts)
        return await searcher.search([question.text], top_k)

    async def search_by_bm25(self, question: Question, top_k: int) -> list[Span]:
        """Where the first passages stand by BM25 alone, as the store ranks them."""
        found = await self.store.search_text(_COLLECTION, question.text, top_k)
        return [self.span(result.document_id, result.chunk) for result in found]


async def index_set(
    labelled: LabelledSet, chunker: ChunkerBase, embedder: EmbedderBase | None, store: SQLiteStore
) -> IndexedSet:
    """Parse, chunk, embed and store every text; without an embedder only words can be searched."""
    await store.create_collection(_COLLECTION, embedder.dimensions if embedder else 1)
    indexed = IndexedSet(store, {}, {})
    at = 0
    for name, text in labelled.texts.items():
        kind = "text/markdown" if name.endswith(".md") else "text/plain"
        sections = read_document(Source.from_text(text, name, kind)).sections()
        ends = [at]
        for section in sections:
            ends.append(ends[-1] + len(section.text))
        at += len(text)
        if ends[-1] != at:
            held = ends[-1] - ends[0]
            raise ValueError(f"{name}: sections hold {held} of {len(text)} characters")
        indexed.starts[name] = ends
        rows = DocumentVectors(await chunker.chunk(sections), embedder)
        await embed_documents(embedder, [rows])
        records = rows.records(name, 1, {}, {})
        await store.replace(_COLLECTION, name, records)
        chunks = [record.chunk for record in records]
        indexed.chunks[name] = [chunk for chunk in chunks if PARENT_KEY not in chunk.metadata]
    return indexed
