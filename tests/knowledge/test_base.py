"""The knowledge base end to end: events, versions, search, citations, deletion."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.errors import KnowledgeBaseNotFound, ParameterError, RagstoneError, StoreError
from ragstone.indexing.events import IngestEvent, IngestSummary, Stage
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.parts import OptionalParts
from ragstone.model.block import TextBlock
from ragstone.model.section import Section
from ragstone.search.fuse import Weights
from ragstone.search.hit import Hit
from ragstone.sources.source import Source
from ragstone.stores.memory import MemoryStore

CONFIG = KnowledgeBaseConfig(embedder="hashing", workers=1)


async def _add(kb: KnowledgeBase, *paths: Path, **metadata: object) -> list[IngestEvent]:
    return [event async for event in kb.add(paths, metadata)]


def _stages(events: Sequence[IngestEvent], name: str) -> list[str]:
    return [event.stage.value for event in events if event.document == name]


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tides.md").write_text(
        "# Tides\n\nThe spring tide reaches seven metres.\n\n"
        "# Ferries\n\nThe ferry leaves at nine.\n"
    )
    (folder / "潮汐.txt").write_text("大潮时水位最高可达七米。\n渡轮九点开船。\n")
    return folder


def test_a_document_passes_every_stage_in_order(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[IngestEvent]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            return await _add(kb, docs)

    events = asyncio.run(run())
    expected = ["pending", "parsing", "chunking", "indexing", "ready"]
    assert _stages(events, "tides.md") == expected
    assert _stages(events, "潮汐.txt") == expected


def test_a_hit_carries_its_lines_heading_path_and_exact_quote(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[Hit]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            return await kb.search("when does the ferry leave", top_k=1)

    [hit] = asyncio.run(run())
    citation = hit.citation
    assert citation.source == "tides.md"
    assert citation.heading_path == ("Ferries",)
    assert citation.quote == hit.chunk.text
    lines = (docs / "tides.md").read_text().splitlines(keepends=True)
    place = citation.provenance
    assert place.line_start is not None
    assert place.line_end is not None
    assert citation.quote.strip() in "".join(lines[place.line_start - 1 : place.line_end])


def test_a_passage_is_found_by_a_heading_it_stands_under(tmp_path: Path) -> None:
    text = "# Harbour\n\n" + "".join(f"## Part {n}\n\nOil is checked.\n\n" for n in (1, 2))
    source = Source.from_text(text + "## Cranes\n\n" + "The hook is raised at noon. " * 40, "h.md")

    async def run() -> list[Hit]:
        config = KnowledgeBaseConfig(embedder="hashing", chunker="sentence", workers=1)
        async with await KnowledgeBase.open(tmp_path / "kb", config) as kb:
            assert [event.error async for event in kb.add(source)][-1] is None
            return await kb.search("harbour cranes", top_k=2)

    hits = asyncio.run(run())
    assert {hit.chunk.heading_path for hit in hits} == {("Harbour", "Cranes")}
    assert not hits[1].chunk.text.startswith("#")
    assert min(hit.scores.lexical for hit in hits) > 0
    assert min(hit.scores.dense for hit in hits) > 0


def test_a_chinese_question_finds_the_chinese_document(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[Hit]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            return await kb.search("大潮的水位是多少", top_k=1)

    assert asyncio.run(run())[0].citation.source == "潮汐.txt"


@pytest.mark.parametrize("kind", [str, Path, Source.from_path])
def test_one_path_needs_no_list_around_it(
    docs: Path, tmp_path: Path, kind: Callable[[Path], str | Path | Source]
) -> None:
    async def run() -> set[str]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            return {event.document async for event in kb.add(kind(docs / "tides.md"))}

    assert asyncio.run(run()) == {"tides.md"}


def test_a_closed_knowledge_base_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        kb = await KnowledgeBase.open(tmp_path / "kb", CONFIG)
        await kb.close()
        with pytest.raises(RagstoneError, match="closed; open it again"):
            await kb.list_records()
        with pytest.raises(RagstoneError, match="closed; open it again"):
            await _add(kb, tmp_path)

    asyncio.run(run())


def test_the_same_bytes_again_do_nothing(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[IngestEvent]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
        async with await KnowledgeBase.open(tmp_path / "kb") as kb:
            return await _add(kb, docs)

    assert {event.stage for event in asyncio.run(run())} == {Stage.UNCHANGED}


def test_changed_bytes_replace_the_old_version(docs: Path, tmp_path: Path) -> None:
    async def run() -> tuple[IngestSummary, list[str]]:
        summary = IngestSummary()
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            (docs / "tides.md").write_text("# Tides\n\nThe pier was closed for good.\n")
            for event in await _add(kb, docs):
                summary.count(event)
            [document] = [d for d in await kb.list_documents() if d.source == "tides.md"]
            chunks = await kb.list_chunks(document.document_id)
            return summary, [chunk.text for chunk in chunks]

    summary, texts = asyncio.run(run())
    assert (summary.replaced, summary.unchanged, summary.added) == (1, 1, 0)
    assert "closed for good" in texts[0]
    assert not any("ferry" in text for text in texts)


def test_a_changed_file_that_cannot_be_read_leaves_the_old_version_searchable(
    docs: Path, tmp_path: Path
) -> None:
    async def run() -> tuple[list[IngestEvent], list[Hit]]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            (docs / "tides.md").write_bytes(bytes(range(256)) * 50)
            events = await _add(kb, docs)
            return events, await kb.search("when does the ferry leave", top_k=1)

    events, hits = asyncio.run(run())
    assert _stages(events, "tides.md")[-1] == "error"
    assert "ferry" in hits[0].chunk.text


def test_every_stored_chunk_is_a_slice_of_its_stored_section(docs: Path, tmp_path: Path) -> None:
    async def run() -> int:
        count = 0
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            for document in await kb.list_documents():
                sections = await kb.get_sections(document.document_id)
                for chunk in await kb.list_chunks(document.document_id, limit=1000):
                    assert chunk.span is not None
                    text = sections[chunk.section_index].text
                    assert text[chunk.span.start : chunk.span.end] == chunk.text
                    count += 1
        return count

    assert asyncio.run(run()) >= 3


def test_a_deleted_document_is_gone_from_search_and_list(docs: Path, tmp_path: Path) -> None:
    async def run() -> tuple[bool, bool, list[str]]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            [record] = [r for r in await kb.list_records() if r.data.filename == "tides.md"]
            first = await kb.delete_document(record.id)
            again = await kb.delete_document(record.id)
            hits = await kb.search("ferry", top_k=10)
            return first, again, [hit.citation.source for hit in hits]

    first, again, sources = asyncio.run(run())
    assert first
    assert not again
    assert "tides.md" not in sources


def test_metadata_given_at_ingestion_filters_a_search(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs / "tides.md", team="harbour")
            await _add(kb, docs / "潮汐.txt", team="港口")
            hits = await kb.search("ferry 渡轮", 10, metadata_filter={"team": "港口"})
            return [hit.citation.source for hit in hits]

    assert set(asyncio.run(run())) == {"潮汐.txt"}


def test_a_threshold_leaves_weak_hits_out(docs: Path, tmp_path: Path) -> None:
    async def run() -> tuple[list[Hit], list[Hit]]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs)
            every = await kb.search("ferry", 10)
            return every, await kb.search("ferry", 10, score_threshold=every[0].score)

    every, strong = asyncio.run(run())
    assert len(every) > len(strong) == 1


def test_search_by_words_needs_no_embedder(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[Hit]:
        config = KnowledgeBaseConfig(embedder="none", workers=1)
        async with await KnowledgeBase.open(tmp_path / "kb", config) as kb:
            await _add(kb, docs)
            return await kb.search("渡轮几点开船", top_k=1)

    assert asyncio.run(run())[0].citation.source == "潮汐.txt"


def test_embedder_and_chunker_are_pinned(tmp_path: Path) -> None:
    async def run(config: KnowledgeBaseConfig) -> None:
        await (await KnowledgeBase.open(tmp_path / "kb", config)).close()

    asyncio.run(run(CONFIG))
    asyncio.run(run(KnowledgeBaseConfig()))
    for option in ({"embedder": "none"}, {"chunker": "recursive"}, {"sections": "document"}):
        with pytest.raises(ParameterError, match=f"the {next(iter(option))} of .* is pinned to"):
            asyncio.run(run(KnowledgeBaseConfig(**option)))


def test_a_knowledge_base_that_is_not_there_can_be_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseNotFound, match="no knowledge base at"):
        asyncio.run(KnowledgeBase.open(tmp_path / "kb", KnowledgeBaseConfig(create=False)))
    assert not (tmp_path / "kb").exists()


@pytest.mark.parametrize("create", [True, False])
def test_a_folder_that_cannot_be_reached_is_one_sentence(tmp_path: Path, create: bool) -> None:
    path = tmp_path / ("k" * 300)  # too long a name fails as a folder without permission does
    with pytest.raises(StoreError, match=r"cannot be reached .* right to enter its folder"):
        asyncio.run(KnowledgeBase.open(path, KnowledgeBaseConfig(create=create)))


def test_members_of_ones_own_take_chunks_with_metadata_precedence() -> None:
    async def run() -> list[Hit]:
        chunker = CHUNKERS.create("sentence")
        section = Section(
            content=TextBlock(text="The tide is high."), source="a", metadata={"b": "chunk"}
        )
        chunks = await chunker.chunk([section])
        embedder = EMBEDDERS.create("hashing")
        kb = KnowledgeBase("n", "d", embedder, MemoryStore(), "c", {"a": "filter"})
        document_id = await kb.insert_document(chunks, document_metadata={"a": 1, "b": 2, "c": 3})
        assert [d.document_id for d in await kb.list_documents()] == [document_id]
        return await kb.search("tide")

    [hit] = asyncio.run(run())
    assert hit.chunk.metadata == {"a": "filter", "b": "chunk", "c": 3}


def test_two_filters_over_one_collection_never_see_each_other() -> None:
    async def run() -> tuple[list[Hit], list[Hit]]:
        store, embedder = MemoryStore(), EMBEDDERS.create("hashing")
        chunker = CHUNKERS.create("sentence")
        chunks = await chunker.chunk([Section(content=TextBlock(text="The tide."), source="a")])
        one, two = (
            KnowledgeBase("n", "", embedder, store, "c", {"tenant": name}) for name in ("1", "2")
        )
        await one.insert_document(chunks)
        return await one.search("tide"), await two.search("tide")

    mine, theirs = asyncio.run(run())
    assert len(mine) == 1
    assert theirs == []


def test_adding_paths_needs_an_opened_knowledge_base() -> None:
    async def run() -> None:
        kb = KnowledgeBase("n", "", None, MemoryStore(), "c")
        async for _ in kb.add(["x"]):
            pass

    with pytest.raises(RagstoneError, match=r"KnowledgeBase\.open"):
        asyncio.run(run())


def test_closing_the_stream_early_keeps_what_was_committed_whole(
    docs: Path, tmp_path: Path
) -> None:
    async def run() -> list[str]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            stream = kb.add([docs])
            async for event in stream:
                if event.stage is Stage.READY:
                    break
            await stream.aclose()  # type: ignore[attr-defined]
            known = {d.source for d in await kb.list_documents()}
            events = await _add(kb, docs)
            assert {e.document for e in events if e.stage is Stage.UNCHANGED} <= known
            return sorted(d.source for d in await kb.list_documents())

    assert asyncio.run(run()) == ["tides.md", "潮汐.txt"]


def test_metadata_stay_with_a_document_and_changed_ones_are_taken_over(
    docs: Path, tmp_path: Path
) -> None:
    async def run() -> list[dict[str, object]]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await _add(kb, docs / "tides.md", acl="hr")
            (docs / "tides.md").write_text("# Tides\n\nOther words.\n")
            await _add(kb, docs / "tides.md")
            first = (await kb.list_records())[0].data.metadata
            await _add(kb, docs / "tides.md", acl="legal", year=2024)
            return [first, (await kb.list_records())[0].data.metadata]

    assert asyncio.run(run()) == [{"acl": "hr"}, {"acl": "legal", "year": 2024}]


def test_a_knowledge_base_inside_the_folder_is_no_document(docs: Path) -> None:
    async def run() -> list[IngestEvent]:
        async with await KnowledgeBase.open(docs / "kb", CONFIG) as kb:
            return await _add(kb, docs) + await _add(kb, docs)

    assert {event.document for event in asyncio.run(run())} == {"tides.md", "潮汐.txt"}


def test_two_ingestions_at_once_take_turns(docs: Path, tmp_path: Path) -> None:
    async def run() -> list[list[IngestEvent]]:
        one = await KnowledgeBase.open(tmp_path / "kb", CONFIG)
        two = await KnowledgeBase.open(tmp_path / "kb", CONFIG)
        async with one, two:
            return list(await asyncio.gather(_add(one, docs), _add(two, docs), _add(one, docs)))

    runs = asyncio.run(run())
    assert not [event for events in runs for event in events if event.error]
    ready = [event for events in runs for event in events if event.stage is Stage.READY]
    assert len(ready) == 2


def test_wrong_options_leave_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="no embedder called foo"):
        asyncio.run(KnowledgeBase.open(tmp_path / "kb", KnowledgeBaseConfig(embedder="foo")))
    assert not (tmp_path / "kb").exists()


def test_an_embedder_that_cannot_be_made_leaves_no_knowledge_base_behind(tmp_path: Path) -> None:
    config = KnowledgeBaseConfig(embedder="openai")
    with pytest.raises(ParameterError, match="base_url is needed"):
        asyncio.run(KnowledgeBase.open(tmp_path / "kb", config))
    assert not (tmp_path / "kb").exists()


@pytest.mark.parametrize("blank", ["", " "])
def test_a_blank_path_is_no_place_for_a_knowledge_base(blank: str) -> None:
    with pytest.raises(ParameterError, match="the path given is blank"):
        asyncio.run(KnowledgeBase.open(blank, CONFIG))


def test_members_of_ones_own_may_come_with_weights() -> None:
    async def run() -> list[Hit]:
        chunks = await CHUNKERS.create("sentence").chunk(
            [Section(content=TextBlock(text="The tide is high."), source="a")]
        )
        embedder, words = EMBEDDERS.create("hashing"), Weights(dense=0.0, lexical=1.0)
        parts = OptionalParts(weights=words)
        kb = KnowledgeBase("n", "", embedder, MemoryStore(), "c", parts=parts)
        await kb.insert_document(chunks)
        return await kb.search("tide")

    [hit] = asyncio.run(run())
    assert (hit.scores.dense, hit.score) == (0.0, hit.scores.lexical)
