"""What every record store must do, as tests to inherit.

class TestMyRecords(RecordsContract):
    @staticmethod
    def make():
        return MyRecords(...)     # empty, entered by `async with` and used once
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstone.errors import IllegalMove
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance
from ragstone.model.run import Run, Runs
from ragstone.model.section import Part, Section
from ragstone.records.base import RecordsBase
from ragstone.records.record import (
    MOVES,
    ChunkerConfig,
    DocumentStatus,
    EmbeddingModelConfig,
    KnowledgeBaseData,
    KnowledgeBaseRecord,
    KnowledgeDocumentData,
    KnowledgeDocumentRecord,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
Scenario = Callable[[RecordsBase], Awaitable[Any]]

_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["put", "delete", "sections"]),
        st.sampled_from(["a", "b", "ä/中"]),
        st.sampled_from(["kb", "other"]),
        st.integers(0, 3),
    ),
    max_size=10,
)


def knowledge_base(knowledge_base_id: str = "kb", **more: Any) -> KnowledgeBaseRecord:
    """A record of a knowledge base; `more`: fields of the record."""
    data = KnowledgeBaseData(
        name="notes 笔记",
        embedding_model_config=EmbeddingModelConfig(type="hashing", dimensions=256),
        chunker_config=ChunkerConfig(type="sentence", parameters={"max_characters": 600}),
        collection_name="notes",
    )
    times: dict[str, Any] = {"created_at": NOW, "updated_at": NOW}
    fields: dict[str, Any] = {"id": knowledge_base_id, "data": data}
    return KnowledgeBaseRecord(**times | fields | more)


def document(
    document_id: str = "a", filename: str = "tides.md", **more: Any
) -> KnowledgeDocumentRecord:
    """A record of a document; `more`: fields of the record."""
    data = KnowledgeDocumentData(filename=filename, metadata={"lang": "zh", "n": [1, None]})
    fields: dict[str, Any] = {"id": document_id, "knowledge_base_id": "kb", "data": data}
    return KnowledgeDocumentRecord(**fields | more)


def section(index: int, text: str = "Spring tide.\n大潮。\n") -> Section:
    """A section with a part and a run a line."""
    place = Provenance(page=3, boxes=(BBox(1, 2.5, 3, 4, 595, 842, page=3),))
    marks = frozenset({Mark.FOOTNOTE, Mark.QUOTED})
    return Section(
        content=TextBlock(text=text),
        source="tides.pdf",
        index=index,
        metadata={"page": 3},
        parts=(Part(0, 5, "e1", ElementType.TITLE, 1, marks, "<b>", ("Tides", "潮汐")),),
        runs=Runs([Run(0, place), Run(min(2, len(text)), Provenance(page=4))]),
    )


class RecordsContract:
    """Inherit, and give `make`."""

    @staticmethod
    def make() -> RecordsBase:
        """An empty record store."""
        raise NotImplementedError

    def run(self, scenario: Scenario) -> Any:
        """Run `scenario` with an entered record store."""

        async def entered() -> Any:
            async with self.make() as records:
                return await scenario(records)

        return asyncio.run(entered())

    # Knowledge bases.

    def test_a_knowledge_base_comes_back_as_it_went_in(self) -> None:
        async def scenario(records: RecordsBase) -> Any:
            await records.put_knowledge_base(knowledge_base())
            return await records.get_knowledge_base("kb")

        assert self.run(scenario) == knowledge_base()

    def test_putting_a_knowledge_base_again_replaces_it(self) -> None:
        async def scenario(records: RecordsBase) -> list[str]:
            await records.put_knowledge_base(knowledge_base())
            await records.put_knowledge_base(knowledge_base(user_id="me"))
            return [base.user_id for base in await records.list_knowledge_bases()]

        assert self.run(scenario) == ["me"]

    def test_knowledge_bases_are_listed_by_creation_then_id(self) -> None:
        early, late = NOW, NOW + timedelta(hours=1)
        # The same moment as `early` on another clock: it must not sort by its digits.
        elsewhere = early.astimezone(timezone(timedelta(hours=8)))

        async def scenario(records: RecordsBase) -> list[str]:
            for name, time in (("d", late), ("b", elsewhere), ("a", late), ("c", early)):
                await records.put_knowledge_base(knowledge_base(name, created_at=time))
            return [base.id for base in await records.list_knowledge_bases()]

        assert self.run(scenario) == ["b", "c", "a", "d"]

    def test_deleting_a_knowledge_base_takes_its_documents_and_sections_along(self) -> None:
        async def scenario(records: RecordsBase) -> list[Any]:
            await records.put_knowledge_base(knowledge_base())
            await records.put_knowledge_base(knowledge_base("other"))
            await records.put_document(document("a"))
            await records.put_document(document("b", knowledge_base_id="other"))
            await records.put_sections("a", 1, [section(0)])
            await records.put_sections("b", 1, [section(0)])
            await records.delete_knowledge_base("kb")
            return [
                await records.get_knowledge_base("kb"),
                await records.get_document("a"),
                await records.get_sections("a"),
                len(await records.get_sections("b")),
                [base.id for base in await records.list_knowledge_bases()],
            ]

        assert self.run(scenario) == [None, None, [], 1, ["other"]]

    # Documents.

    def test_a_document_comes_back_as_it_went_in(self) -> None:
        put = document(
            filename="潮汐 \udce9.md",  # a name the file system could not decode
            status=DocumentStatus.INDEXING,
            processing_node="node",
            lease_expires_at=NOW,
            version=3,
            content_hash="f00",
        )

        async def scenario(records: RecordsBase) -> Any:
            await records.put_document(put)
            return await records.get_document("a")

        assert self.run(scenario) == put

    def test_a_record_given_back_is_nobody_elses(self) -> None:
        async def scenario(records: RecordsBase) -> Any:
            mine = document()
            await records.put_document(mine)
            mine.data.metadata["lang"] = "en"
            found = await records.get_document("a")
            assert found is not None
            found.data.metadata["lang"] = "fr"
            again = await records.get_document("a")
            return again and again.data.metadata["lang"]

        assert self.run(scenario) == "zh"

    def test_documents_are_listed_by_name_then_id(self) -> None:
        async def scenario(records: RecordsBase) -> list[str]:
            for document_id, name in (("3", "b"), ("2", "b"), ("1", "中"), ("4", "a")):
                await records.put_document(document(document_id, name))
            await records.put_document(document("5", "a", knowledge_base_id="other"))
            return [found.id for found in await records.list_documents("kb")]

        assert self.run(scenario) == ["4", "2", "3", "1"]

    def test_documents_are_listed_by_status(self) -> None:
        async def scenario(records: RecordsBase) -> list[str]:
            await records.put_document(document("a", status=DocumentStatus.READY))
            await records.put_document(document("b"))
            await records.move("b", DocumentStatus.PARSING)
            found = await records.list_documents("kb", status=DocumentStatus.PARSING)
            return [record.id for record in found]

        assert self.run(scenario) == ["b"]

    def test_what_is_unknown_gives_nothing_and_no_error(self) -> None:
        async def scenario(records: RecordsBase) -> list[Any]:
            await records.delete_document("nobody")
            await records.delete_knowledge_base("none")
            await records.move("nobody", DocumentStatus.READY)
            await records.release_lease("nobody", "node")
            return [
                await records.get_document("nobody"),
                await records.get_knowledge_base("none"),
                await records.list_documents("none"),
                await records.get_sections("nobody"),
                await records.get_section("nobody", 0, 1),
                await records.acquire_lease("nobody", "node", NOW, 60),
            ]

        assert self.run(scenario) == [None, None, [], [], None, False]

    @pytest.mark.parametrize("old", DocumentStatus)
    @pytest.mark.parametrize("new", DocumentStatus)
    def test_only_legal_moves_are_made(self, old: DocumentStatus, new: DocumentStatus) -> None:
        async def scenario(records: RecordsBase) -> Any:
            await records.put_document(document(status=old))
            if new in MOVES[old]:
                await records.move("a", new, error="tides.md: why")
            else:
                with pytest.raises(IllegalMove, match=f"from {old.value} to {new.value}"):
                    await records.move("a", new)
            found = await records.get_document("a")
            return found and (found.status, found.data.error)

        expected = (new, "tides.md: why") if new in MOVES[old] else (old, None)
        assert self.run(scenario) == expected

    def test_a_move_without_error_clears_the_former_one(self) -> None:
        async def scenario(records: RecordsBase) -> Any:
            await records.put_document(document(version=2))
            await records.move("a", DocumentStatus.ERROR, error="why")
            await records.move("a", DocumentStatus.PENDING)
            return await records.get_document("a")

        assert self.run(scenario) == document(version=2)

    # Sections.

    def test_sections_come_back_in_order_with_parts_and_runs(self) -> None:
        picture = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
        runs = Runs.of_units("a\nb\n", 1, [(0, "$[0]"), (2, "$[1]")])
        lines = Section(content=TextBlock(text="a\nb\n"), source="n.yaml", index=1, runs=runs)
        sections = [section(0), lines, Section(content=picture, source="x.docx", index=2)]

        async def scenario(records: RecordsBase) -> list[Any]:
            await records.put_sections("a", 1, list(reversed(sections)))
            one = await records.get_section("a", 1, 1)
            return [await records.get_sections("a"), one, await records.get_section("a", 3, 1)]

        assert self.run(scenario) == [sections, lines, None]

    def test_sections_of_another_version_take_the_place_of_all_former_ones(self) -> None:
        async def scenario(records: RecordsBase) -> list[str]:
            await records.put_sections("a", 1, [section(i, "old") for i in range(3)])
            await records.put_sections("a", 2, [section(0, "new")])
            return [found.text for found in await records.get_sections("a")]

        assert self.run(scenario) == ["new"]

    def test_a_section_is_given_for_the_version_it_is_of_alone(self) -> None:
        async def scenario(records: RecordsBase) -> list[bool]:
            await records.put_sections("a", 2, [section(0)])
            found = [await records.get_section("a", 0, version) for version in (1, 2, 3)]
            return [each is not None for each in found]

        assert self.run(scenario) == [False, True, False]

    def test_deleting_a_document_takes_its_sections_along(self) -> None:
        async def scenario(records: RecordsBase) -> list[Any]:
            await records.put_document(document())
            await records.put_sections("a", 1, [section(0)])
            await records.delete_document("a")
            return [await records.get_document("a"), await records.get_sections("a")]

        assert self.run(scenario) == [None, []]

    @settings(
        deadline=None, max_examples=25, suppress_health_check=[HealthCheck.differing_executors]
    )
    @given(text=st.text(st.characters(), max_size=40))
    def test_any_text_of_a_section_survives(self, text: str) -> None:
        async def scenario(records: RecordsBase) -> Any:
            await records.put_sections("a", 1, [section(0, text)])
            return await records.get_section("a", 0, 1)

        assert self.run(scenario) == section(0, text)

    @settings(
        deadline=None, max_examples=25, suppress_health_check=[HealthCheck.differing_executors]
    )
    @given(steps=_STEPS)
    def test_any_sequence_of_writes_leaves_what_a_dictionary_would(
        self, steps: list[tuple[str, str, str, int]]
    ) -> None:
        documents: dict[str, KnowledgeDocumentRecord] = {}
        sections: dict[str, list[Section]] = {}

        async def scenario(records: RecordsBase) -> None:
            for action, document_id, base, number in steps:
                if action == "put":
                    record = document(document_id, knowledge_base_id=base, version=number)
                    documents[document_id] = record
                    await records.put_document(record)
                elif action == "sections":
                    sections[document_id] = [section(i) for i in range(number)]
                    await records.put_sections(document_id, 1, sections[document_id])
                else:
                    documents.pop(document_id, None)
                    sections.pop(document_id, None)
                    await records.delete_document(document_id)
            for base in ("kb", "other"):
                expected = [one for one in documents.values() if one.knowledge_base_id == base]
                expected.sort(key=lambda one: (one.data.filename, one.id))
                assert await records.list_documents(base) == expected
            for document_id in ("a", "b", "ä/中"):
                assert await records.get_sections(document_id) == sections.get(document_id, [])

        self.run(scenario)

    # Leases.

    def test_a_lease_is_held_by_one_node_until_it_expires(self) -> None:
        later = NOW + timedelta(seconds=61)

        async def scenario(records: RecordsBase) -> list[bool]:
            await records.put_document(document())
            return [
                await records.acquire_lease("a", "one", NOW, 60),
                await records.acquire_lease("a", "two", NOW, 60),
                await records.acquire_lease("a", "one", NOW + timedelta(seconds=30), 30),
                await records.acquire_lease("a", "two", later, 60),
                await records.acquire_lease("a", "one", later, 60),
            ]

        assert self.run(scenario) == [True, False, True, True, False]

    def test_a_lease_is_given_back_by_its_holder_only(self) -> None:
        async def scenario(records: RecordsBase) -> list[bool]:
            await records.put_document(document())
            found = [await records.acquire_lease("a", "one", NOW, 60)]
            await records.release_lease("a", "two")
            found.append(await records.acquire_lease("a", "two", NOW, 60))
            await records.release_lease("a", "one")
            await records.release_lease("a", "one")
            found.append(await records.acquire_lease("a", "two", NOW, 60))
            return found

        assert self.run(scenario) == [True, False, True]

    def test_of_many_that_want_a_lease_one_gets_it(self) -> None:
        async def scenario(records: RecordsBase) -> int:
            await records.put_document(document())
            wanted = (records.acquire_lease("a", f"node {i}", NOW, 60) for i in range(12))
            return sum(await asyncio.gather(*wanted))

        assert self.run(scenario) == 1
