"""What only the embedded store promises: one transaction with others, other processes, kills."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.database import Database
from ragstone.records.sqlite import SQLiteRecords
from ragstone.stores.memory import MemoryStore
from ragstone.stores.sqlite import SQLiteStore
from ragstone.testing.records_contract import document
from ragstone.testing.store_suite import NAME, record

#: What a writer in another process begins with: `version(n)` are the chunks of version n.
PREAMBLE = """
import asyncio, sys
from ragstone.database import Database
from ragstone.stores.sqlite import SQLiteStore
from ragstone.testing.store_suite import NAME, record

def version(n):
    return [record("a", i, f"version{n} tide", [n, i, 1], version=n) for i in range(20 + n % 3)]

async def main(database, store):
"""


def version(number: int) -> list[Any]:
    count = 20 + number % 3
    return [
        record("a", i, f"version{number} tide", [number, i, 1], version=number)
        for i in range(count)
    ]


def start_writer(path: Path, work: str) -> subprocess.Popen[str]:
    """A process that runs `work` over the store at `path` and prints lines."""
    script = PREAMBLE + textwrap.indent(textwrap.dedent(work), "    ")
    script += (
        "\ndatabase = Database(sys.argv[1])\nasyncio.run(main(database, SQLiteStore(database)))"
    )
    return subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True
    )


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    assert process.stdout is not None
    process.stdout.close()


def run(path: Path, scenario: Any) -> Any:
    async def entered() -> Any:
        async with Database(path) as database:
            store = SQLiteStore(database)
            await store.create_collection(NAME, 3)
            return await scenario(database, store)

    return asyncio.run(entered())


async def texts(store: SQLiteStore) -> list[set[str]]:
    """The texts that each way of looking at document `a` gives, with their number."""
    found = [
        [chunk.text for chunk in await store.list_chunks(NAME, "a", limit=99)],
        [result.chunk.text for result in await store.search(NAME, [1, 1, 1], 99)],
        [result.chunk.text for result in await store.search_text(NAME, "tide", 99)],
        [result.chunk.text for result in await store.search_text(NAME, "tide", 99, {"no": None})],
    ]
    return [{f"{text} of {len(rows)}" for text in rows} for rows in found]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kb.sqlite"


def test_store_and_records_commit_together_or_not_at_all(path: Path) -> None:
    async def scenario(database: Database, store: SQLiteStore) -> list[int]:
        records = SQLiteRecords(database)

        async def put(document_id: str, fail: bool) -> None:
            async with database.unit() as unit:
                await store.within(unit).replace(NAME, document_id, [record(document_id, 0)])
                await records.within(unit).put_document(document(document_id))
                if fail:
                    raise LookupError

        with pytest.raises(LookupError):
            await put("a", fail=True)
        counts = [len(await store.list_documents(NAME)), len(await records.list_documents("kb"))]
        await put("b", fail=False)
        counts += [len(await store.list_documents(NAME)), len(await records.list_documents("kb"))]
        return counts

    assert run(path, scenario) == [0, 0, 1, 1]


def test_inside_a_unit_its_own_writes_are_seen_and_outside_they_are_not(path: Path) -> None:
    async def scenario(database: Database, store: SQLiteStore) -> None:
        await store.replace(NAME, "a", version(1))
        async with database.unit() as unit:
            inside = store.within(unit)
            await inside.replace(NAME, "a", version(2))
            assert await texts(inside) == [{"version2 tide of 22"}] * 4
            assert await texts(store) == [{"version1 tide of 21"}] * 4
        assert await texts(store) == [{"version2 tide of 22"}] * 4

    run(path, scenario)


def test_what_a_unit_wrote_and_undid_leaves_no_trace_in_memory(path: Path) -> None:
    async def scenario(database: Database, store: SQLiteStore) -> None:
        await store.replace(NAME, "a", version(1))

        async def search_and_fail() -> None:
            async with database.unit() as unit:
                await store.within(unit).replace(NAME, "a", version(2))
                await store.within(unit).search(NAME, [1, 1, 1])
                raise LookupError

        with pytest.raises(LookupError):
            await search_and_fail()
        assert await texts(store) == [{"version1 tide of 21"}] * 4
        await store.replace(NAME, "a", version(3))
        assert await texts(store) == [{"version3 tide of 20"}] * 4

    run(path, scenario)


def test_the_next_search_sees_what_another_process_wrote(path: Path) -> None:
    async def scenario(_: Database, store: SQLiteStore) -> None:
        await store.replace(NAME, "a", version(1))
        await store.replace(NAME, "b", [record("b", 0, "rope", [0, 0, 1])])
        assert await texts(store) == [{"version1 tide of 21"}, *(await texts(store))[1:]]
        writer = start_writer(path, 'await store.replace(NAME, "a", version(2)); database.close()')
        assert await asyncio.to_thread(writer.wait, 30) == 0
        assert writer.stdout is not None
        writer.stdout.close()
        listed, _near, worded, filtered = await texts(store)
        assert listed == worded == filtered == {"version2 tide of 22"}
        near = await store.search(NAME, [2, 21, 1], 1)
        assert near[0].chunk.text == "version2 tide"

    run(path, scenario)


def test_readers_see_the_old_version_or_the_new_one_and_never_a_mixture(path: Path) -> None:
    work = """
    for n in range(1, 100000):
        await store.replace(NAME, "a", version(n))
        if n == 1:
            print("started", flush=True)
    """

    async def scenario(_: Database, store: SQLiteStore) -> set[str]:
        await store.replace(NAME, "a", version(0))
        writer = start_writer(path, work)
        assert await asyncio.to_thread(read_line, writer) == "started"
        seen: set[str] = set()
        try:
            for _round in range(40):
                looks = await asyncio.gather(*(texts(store) for _ in range(2)))
                for view in (view for views in looks for view in views):
                    assert len(view) == 1, view
                    text = next(iter(view))
                    number = int(text.removeprefix("version").split()[0])
                    assert text.endswith(f" of {20 + number % 3}")
                    seen |= view
        finally:
            kill(writer)
        return seen

    assert len(run(path, scenario)) > 5, "the writer stood still, so nothing was tested"


def test_a_writer_killed_inside_its_transaction_leaves_the_old_version_whole(path: Path) -> None:
    work = """
    async with database.unit() as unit:
        # With next to no cache, uncommitted pages really are in the log when the kill comes.
        await unit.run(lambda c: c.exec_driver_sql("PRAGMA cache_size = 1").close())
        await store.within(unit).replace(NAME, "a", version(2))
        print("written", flush=True)
        await asyncio.sleep(60)
    """
    run(path, lambda _, store: store.replace(NAME, "a", version(1)))
    writer = start_writer(path, work)
    assert read_line(writer) == "written"
    kill(writer)

    async def scenario(_: Database, store: SQLiteStore) -> None:
        assert await texts(store) == [{"version1 tide of 21"}] * 4
        await store.replace(NAME, "a", version(2))
        assert await texts(store) == [{"version2 tide of 22"}] * 4

    run(path, scenario)


def test_a_writer_killed_at_any_moment_leaves_some_version_whole(path: Path) -> None:
    work = """
    print("started", flush=True)
    for n in range(1, 100000):
        await store.replace(NAME, "a", version(n))
    """
    run(path, lambda _, store: store.replace(NAME, "a", version(0)))
    for pause_s in (0.0, 0.021, 0.043):
        writer = start_writer(path, work)
        assert read_line(writer) == "started"
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(pause_s)
        kill(writer)

        async def scenario(database: Database, store: SQLiteStore) -> None:
            views = await texts(store)
            assert len(views[0]) == 1
            assert views == [views[0]] * 4
            checked = await database.read(
                lambda connection: connection.exec_driver_sql("PRAGMA integrity_check").all()
            )
            assert checked == [("ok",)]

        run(path, scenario)


def test_full_text_forgets_exactly_what_was_deleted(path: Path) -> None:
    async def scenario(database: Database, store: SQLiteStore) -> None:
        for number in range(6):
            await store.replace(NAME, "a", version(number))
            await store.insert(NAME, [record("b", i, f"rope {number}") for i in range(number)])
        await store.delete(NAME, "b")
        # FTS5 compares its index with the texts: an error when a single token is left over.
        check = "INSERT INTO store_text_1 (store_text_1, rank) VALUES ('integrity-check', 1)"
        await database.write(lambda connection: connection.exec_driver_sql(check))

    run(path, scenario)


_TEXTS = st.lists(
    st.lists(st.sampled_from(["tide", "ferry", "rope", "潮汐表", "大潮", "ab-12"]), max_size=6).map(
        " ".join
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None, max_examples=40)
@given(
    rows=_TEXTS,
    query=st.sampled_from(
        ["tide", "tide ferry rope", "潮汐", "潮", "ab-12 大潮", "潮 a 12", "tide zeppelin 飞艇"]
    ),
    wanted=st.sampled_from([None, {"even": True}]),
)
def test_full_text_scores_are_those_of_the_memory_store(
    rows: list[str], query: str, wanted: dict[str, bool] | None
) -> None:
    records = [record("a", i, text, metadata={"even": i % 2 == 0}) for i, text in enumerate(rows)]

    async def scenario() -> None:
        memory = MemoryStore()
        async with SQLiteStore() as store:
            for each in (memory, store):
                await each.create_collection(NAME, 0)
                await each.insert(NAME, records)
            found = await store.search_text(NAME, query, 9, wanted)
            expected = await memory.search_text(NAME, query, 9, wanted)
            assert [result.key for result in found] == [result.key for result in expected]
            assert [result.score for result in found] == pytest.approx(
                [result.score for result in expected], abs=1e-7
            )
            assert [result.coverage for result in found] == [result.coverage for result in expected]

    asyncio.run(scenario())


def test_a_store_with_a_path_of_its_own_keeps_what_was_written(path: Path) -> None:
    async def scenario() -> list[str]:
        parameters = SQLiteStore.Parameters(path=str(path))
        async with SQLiteStore(parameters) as store:
            await store.create_collection(NAME, 3)
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
        async with SQLiteStore(parameters) as store:
            return [result.document_id for result in await store.search(NAME, [1, 0, 0])]

    assert asyncio.run(scenario()) == ["a"]


def test_inside_a_unit_a_filter_sees_what_is_not_committed_yet(path: Path) -> None:
    async def found(store: SQLiteStore, wanted: dict[str, Any]) -> list[int]:
        return [
            len(await store.search(NAME, [1, 1, 1], 9, wanted)),
            len(await store.search_text(NAME, "tide", 9, wanted)),
            len(await store.list_documents(NAME, wanted)),
            len(await store.list_chunks(NAME, "a", metadata_filter=wanted)),
        ]

    async def scenario(database: Database, store: SQLiteStore) -> list[list[int]]:
        wanted = {"page": {"$gt": 1}}
        async with database.unit() as unit:
            inside = store.within(unit)
            await inside.insert(NAME, [record("a", 0, "tide", [1, 0, 0], metadata={"page": 2})])
            return [await found(inside, wanted), await found(store, wanted)]

    assert run(path, scenario) == [[1] * 4, [0] * 4]


def test_a_filtered_search_by_words_and_lists_load_no_vectors(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(database: Database, store: SQLiteStore) -> list[int]:
        await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0], metadata={"page": 2})])
        monkeypatch.setattr(store, "_cache", None)
        wanted = {"page": 2}
        return [
            len(await store.search_text(NAME, "tide", 9, wanted)),
            len(await store.list_documents(NAME, wanted)),
            len(await store.list_chunks(NAME, "a", metadata_filter=wanted)),
        ]

    assert run(path, scenario) == [1, 1, 1]
