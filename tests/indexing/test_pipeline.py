"""The write path over members in memory: who fails, who is dropped, which metadata are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Any, cast

import pytest

from ragstone.embedders.base import Vectors
from ragstone.embedders.cache import CachedEmbedder
from ragstone.embedders.hashing import HashingEmbedder
from ragstone.errors import EmbedderError, LimitExceeded, ParameterError, StoreError
from ragstone.indexing.events import FINAL, IngestEvent, Stage
from ragstone.indexing.invocation import resolve
from ragstone.indexing.pipeline import Members, Pipeline, Target
from ragstone.indexing.progress import Progress, told_to
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import CHUNK
from ragstone.records.memory import MemoryRecords
from ragstone.records.record import ChunkerConfig, DocumentStatus, KnowledgeDocumentRecord
from ragstone.sources.source import Source
from ragstone.stores.memory import MemoryStore
from samples import make_pdf


class PoisonedEmbedder(HashingEmbedder):
    """Fails where a text holds the word "poison"; `dead` fails always. Counts what it was asked."""

    def __init__(self, *, dead: bool = False) -> None:
        super().__init__()
        self.dead = dead
        self.calls = 0

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        if self.dead:
            raise EmbedderError("localhost cannot be reached; see whether the service runs")
        if any("poison" in text for text in texts):
            raise EmbedderError("the service refuses the request; use smaller chunks")
        return await super().embed_batch(texts)


class WrittenRecords(MemoryRecords):
    """Gives back what JSON made of a record, as every store on a disk does."""

    async def put_document(self, record: KnowledgeDocumentRecord) -> None:
        written = record.model_dump_json()
        await super().put_document(KnowledgeDocumentRecord.model_validate_json(written))


def _nobody(_done: int, _total: int) -> None:
    """Listens to no report."""


class InThisProcess:
    """Stands for the sandbox, without processes."""

    async def call(
        self, target: str, payload: bytes, *, name: str, progress: Progress | None = None
    ) -> bytes:
        with told_to(progress or _nobody):
            return cast(bytes, resolve(target)(payload))


@asynccontextmanager
async def _no_unit() -> AsyncGenerator[None]:
    yield None


class Bench:
    """A pipeline over members in memory, and what came of it."""

    def __init__(self, embedder: HashingEmbedder | CachedEmbedder | None = None, **target: Any):
        self.records, self.store = WrittenRecords(), MemoryStore()
        self.embedder = embedder or HashingEmbedder()
        members = Members(
            records=self.records,
            store=self.store,
            embedder=self.embedder,
            sandbox=cast(Sandbox, InThisProcess()),
            unit=_no_unit,
        )
        chunker = ChunkerConfig(type="recursive")
        self.pipeline = Pipeline(members, Target("kb", "docs", chunker, **target))
        asyncio.run(self.store.create_collection("docs", self.embedder.dimensions))

    def ingest(
        self,
        *sources: Source,
        metadata: dict[str, Any] | None = None,
        meanwhile: Callable[[IngestEvent], Any] | None = None,
    ) -> list[IngestEvent]:
        """The events; `meanwhile` is called, and awaited, at each."""

        async def run() -> list[IngestEvent]:
            events: list[IngestEvent] = []
            async for event in self.pipeline.ingest(sources, metadata):
                events.append(event)
                if meanwhile is not None and (work := meanwhile(event)) is not None:
                    await work
            return events

        return asyncio.run(run())

    def kept(self, source: str) -> dict[str, Any]:
        """The metadata of the chunks of the document called `source`."""
        [document] = [
            each for each in asyncio.run(self.store.list_documents("docs")) if each.source == source
        ]
        [chunk] = asyncio.run(self.store.list_chunks("docs", document.document_id))
        return chunk.metadata


def _final(events: Sequence[IngestEvent]) -> dict[str, Stage]:
    return {event.document: event.stage for event in events if event.stage in FINAL}


def _sources(*texts: str) -> list[Source]:
    return [Source.from_text(text, f"{n}.txt") for n, text in enumerate(texts)]


@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("poisoned", [{0}, {5}, {11}, {0, 1, 2, 3, 4}, set(range(1, 12))], ids=str)
def test_only_the_documents_that_cannot_be_embedded_fail(poisoned: set[int], cached: bool) -> None:
    embedder = PoisonedEmbedder()
    bench = Bench(CachedEmbedder(embedder) if cached else embedder)
    texts = [f"poison {n}" if n in poisoned else f"tide table {n}" for n in range(12)]
    final = _final(bench.ingest(*_sources(*texts)))
    assert {name for name, stage in final.items() if stage is Stage.ERROR} == {
        f"{n}.txt" for n in poisoned
    }
    assert len(final) == 12
    assert len(asyncio.run(bench.store.list_documents("docs"))) == 12 - len(poisoned)


class ShortSightedEmbedder(PoisonedEmbedder):
    """Reads ten characters of a text."""

    @property
    def context_tokens(self) -> int | None:
        return 10


def test_chunks_that_the_embedder_would_cut_are_told_before_any_is_embedded() -> None:
    bench = Bench(ShortSightedEmbedder())
    events = bench.ingest(*_sources("tide", "a longer text"))
    told = {(event.document, event.stage): event.warnings for event in events if event.warnings}
    assert set(told) == {("1.txt", Stage.INDEXING), ("1.txt", Stage.READY)}
    assert "longer than the 10 tokens" in told["1.txt", Stage.INDEXING][0]
    assert told["1.txt", Stage.READY] == told["1.txt", Stage.INDEXING]


def test_a_document_is_told_of_its_window_even_where_it_cannot_be_embedded() -> None:
    bench = Bench(ShortSightedEmbedder(dead=True))
    events = bench.ingest(*_sources("a longer text"))
    assert [event.stage for event in events if event.warnings] == [Stage.INDEXING]
    assert events[-1].stage is Stage.ERROR


def test_a_service_that_is_down_is_not_asked_again_for_every_document() -> None:
    embedder = PoisonedEmbedder(dead=True)
    bench = Bench(embedder)
    events = bench.ingest(*_sources(*(f"tide table {n}" for n in range(60))))
    assert set(_final(events).values()) == {Stage.ERROR}
    errors = [event.error or "" for event in events if event.stage is Stage.ERROR]
    assert all("cannot be reached" in error for error in errors)
    assert errors[7].startswith("7.txt: ")
    assert embedder.calls <= 6


def test_a_service_that_was_down_is_tried_again_by_the_next_ingestion() -> None:
    embedder = PoisonedEmbedder(dead=True)
    bench = Bench(embedder)
    sources = _sources(*(f"tide table {n}" for n in range(60)))
    bench.ingest(*sources)
    embedder.dead = False
    assert set(_final(bench.ingest(*sources)).values()) == {Stage.READY}


@pytest.mark.parametrize("versions", [0, 1])
@pytest.mark.parametrize("stage", [Stage.PARSING, Stage.CHUNKING, Stage.INDEXING])
def test_a_document_deleted_while_it_is_ingested_stays_deleted(stage: Stage, versions: int) -> None:
    bench = Bench()
    source = Source.from_text("tide", "a.txt")
    if versions:
        bench.ingest(source)

    async def delete(document_id: str) -> None:
        await bench.records.delete_document(document_id)
        await bench.store.delete("docs", document_id)

    enter = bench.pipeline._enter

    async def enter_and_delete(plan: Any, event: IngestEvent, now: Stage, emit: Any) -> None:
        await enter(plan, event, now, emit)
        if now is stage:
            await delete(plan.document_id)

    bench.pipeline._enter = enter_and_delete  # pyright: ignore[reportAttributeAccessIssue]
    events = bench.ingest(source, metadata={"again": True})
    assert events[-1].stage is Stage.DELETED
    assert events[-1].document_id is not None
    assert asyncio.run(bench.records.list_documents("kb")) == []
    assert asyncio.run(bench.store.list_documents("docs")) == []


def test_a_version_made_by_another_meanwhile_is_not_overwritten() -> None:
    bench = Bench()

    async def overtake(document_id: str) -> None:
        record = await bench.records.get_document(document_id)
        assert record is not None
        await bench.records.put_document(
            record.model_copy(update={"version": 7, "status": DocumentStatus.READY})
        )

    enter = bench.pipeline._enter

    async def enter_and_overtake(plan: Any, event: IngestEvent, now: Stage, emit: Any) -> None:
        await enter(plan, event, now, emit)
        if now is Stage.INDEXING:
            await overtake(plan.document_id)

    bench.pipeline._enter = enter_and_overtake  # pyright: ignore[reportAttributeAccessIssue]
    events = bench.ingest(Source.from_text("tide", "a.txt"))
    assert events[-1].stage is Stage.ERROR
    assert str(events[-1].error).startswith("a.txt: another ingestion made a version of it")
    [record] = asyncio.run(bench.records.list_documents("kb"))
    assert (record.version, record.status) == (7, DocumentStatus.READY)


@pytest.mark.parametrize(
    "metadata",
    [
        {"pages": (1, 2)},
        {"day": date(2026, 11, 30)},
        {"tags": {"b", "a", "c"}},
        {"deep": {"pairs": [(1, "a")]}},
        {1: "a number as a key"},
    ],
    ids=["tuple", "date", "set", "nested", "key"],
)
@pytest.mark.parametrize("place", ["call", "source"])
def test_metadata_that_json_writes_otherwise_make_one_version(
    metadata: dict[Any, Any], place: str
) -> None:
    bench = Bench()
    for expected in (Stage.READY, Stage.UNCHANGED, Stage.UNCHANGED):
        own = metadata if place == "source" else {}
        source = Source.from_text("tide", "a.txt", metadata=own)
        events = bench.ingest(source, metadata=metadata if place == "call" else None)
        assert events[-1].stage is expected


def test_metadata_of_another_type_are_other_metadata() -> None:
    bench = Bench()
    source = Source.from_text("tide", "a.txt")
    bench.ingest(source, metadata={"draft": 1})
    assert bench.ingest(source, metadata={"draft": True})[-1].stage is Stage.READY
    assert bench.kept("a.txt")["draft"] is True


def test_metadata_that_are_no_json_are_refused_before_anything_is_read() -> None:
    bench = Bench()
    with pytest.raises(ParameterError, match="'opened'"):
        bench.ingest(Source.from_text("tide", "a.txt"), metadata={"opened": object()})
    assert asyncio.run(bench.records.list_documents("kb")) == []


def test_a_source_whose_metadata_are_no_json_fails_alone() -> None:
    events = Bench().ingest(
        Source.from_text("tide", "bad.txt", metadata={"height": float("nan")}),
        Source.from_text("ebb", "good.txt"),
    )
    assert _final(events) == {"bad.txt": Stage.ERROR, "good.txt": Stage.READY}
    [error] = [event.error for event in events if event.error]
    assert error.startswith("bad.txt: ")
    assert "'height'" in error


def test_the_metadata_of_a_source_are_kept_with_its_chunks_and_its_record() -> None:
    bench = Bench()
    bench.ingest(Source.from_text("tide", "a.txt", metadata={"harbour": "Dover"}))
    assert bench.kept("a.txt")["harbour"] == "Dover"
    [record] = asyncio.run(bench.records.list_documents("kb"))
    assert record.data.metadata == {"harbour": "Dover"}


def test_metadata_win_in_the_order_of_knowledge_base_then_source_then_call() -> None:
    bench = Bench(metadata_filter={"a": "knowledge base"})
    source = Source.from_text("tide", "a.txt", metadata={"a": "source", "b": "source"})
    bench.ingest(source, metadata={"a": "call", "b": "call", "c": "call"})
    kept = bench.kept("a.txt")
    assert (kept["a"], kept["b"], kept["c"]) == ("knowledge base", "source", "call")


def test_other_metadata_of_a_source_are_a_new_version() -> None:
    bench = Bench()
    for harbour, expected in (
        ("Dover", Stage.READY),
        ("Dover", Stage.UNCHANGED),
        ("Deal", Stage.READY),
    ):
        source = Source.from_text("tide", "a.txt", metadata={"harbour": harbour})
        assert bench.ingest(source)[-1].stage is expected
    assert bench.kept("a.txt")["harbour"] == "Deal"


@pytest.mark.parametrize("error", [OSError("the disk"), StoreError("full")], ids=["other", "ours"])
def test_an_error_of_the_walk_comes_out_as_itself(error: Exception) -> None:
    def walk() -> Iterator[Source]:
        yield Source.from_text("tide", "a.txt")
        raise error

    bench = Bench()

    async def run() -> None:
        async for _ in bench.pipeline.ingest(walk()):
            pass

    with pytest.raises(type(error)) as caught:
        asyncio.run(run())
    assert caught.value is error


def test_an_unexpected_error_names_the_file_and_is_not_the_neighbours() -> None:
    class Odd(HashingEmbedder):
        async def embed_batch(self, texts: Sequence[str]) -> Vectors:
            if any("odd" in text for text in texts):
                raise KeyError("odd")
            return await super().embed_batch(texts)

    events = Bench(Odd()).ingest(*_sources("tide", "odd", "ebb"))
    assert [event.document for event in events if event.stage is Stage.ERROR] == ["1.txt"]


def test_a_file_of_pages_tells_how_many_are_read() -> None:
    pages = Source.from_bytes(make_pdf([["ebb"], ["tide"], ["flood"]]), "tides.pdf")
    events = Bench().ingest(pages)

    assert [(event.stage, event.done, event.total) for event in events][:6] == [
        (Stage.PENDING, None, None),
        (Stage.PARSING, None, None),
        (Stage.PARSING, 1, 3),
        (Stage.PARSING, 2, 3),
        (Stage.PARSING, 3, 3),
        (Stage.CHUNKING, None, None),
    ]


def test_a_document_that_is_chunked_past_its_limits_fails_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = InThisProcess.call

    async def bounded(self: InThisProcess, target: str, *arguments: Any, name: str, **more: Any):
        if target == CHUNK and name == "0.txt":
            raise LimitExceeded("parse_seconds", 120.1, allowed=120.0, file=name)
        return await whole(self, target, *arguments, name=name, **more)

    monkeypatch.setattr(InThisProcess, "call", bounded)
    events = Bench().ingest(*_sources("tide", "ebb"))
    stages = [event.stage.value for event in events if event.document == "0.txt"]
    assert stages == ["pending", "parsing", "chunking", "error"]
    [error] = [event.error for event in events if event.error]
    assert error.startswith("0.txt: parse_seconds is 120.0 and 120.1 was met")
    assert _final(events)["1.txt"] is Stage.READY
