"""One writer, many readers, one transaction: what holds whatever is raised, cancelled or killed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from ragstone.database import Database, Schema
from ragstone.errors import StoreError


def sql(statement: str) -> Any:
    return lambda connection: connection.exec_driver_sql(statement).all()


def change(statement: str) -> Any:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return work


def make_table(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE t (a)")


TABLE = Schema("test", 1, make_table)
PUT = change("INSERT INTO t VALUES (1)")
ALL = sql("SELECT a FROM t")


def run(path: Path, scenario: Any, **options: Any) -> Any:
    async def entered() -> Any:
        async with Database(path, **options) as database:
            database.declare(TABLE)
            return await scenario(database)

    return asyncio.run(entered())


async def put_and_fail(database: Database, fail: Any) -> None:
    """A unit that writes and then calls what fails."""
    async with database.unit() as unit:
        await unit.run(PUT)
        await unit.run(fail)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kb.sqlite"


def test_what_was_written_is_there_after_opening_again(path: Path) -> None:
    run(path, lambda database: database.write(PUT))
    assert run(path, lambda database: database.read(ALL)) == [(1,)]


def test_reading_before_anything_was_written_finds_the_declared_tables(path: Path) -> None:
    assert run(path, lambda database: database.read(ALL)) == []


def test_a_unit_is_seen_by_readers_when_it_has_ended_and_not_before(path: Path) -> None:
    async def scenario(database: Database) -> list[int]:
        async with database.unit() as unit:
            await unit.run(PUT)
            before = len(await database.read(ALL))
            await unit.run(PUT)
            inside = len(await unit.run(ALL))
        return [before, inside, len(await database.read(ALL))]

    assert run(path, scenario) == [0, 2, 2]


def test_an_error_inside_a_unit_undoes_all_of_it(path: Path) -> None:
    async def scenario(database: Database) -> list[Any]:
        with pytest.raises(ZeroDivisionError):
            await put_and_fail(database, lambda _: 1 / 0)
        await database.write(PUT)
        return await database.read(ALL)

    assert run(path, scenario) == [(1,)]


def test_an_error_inside_a_write_undoes_it(path: Path) -> None:
    def fail(connection: Connection) -> None:
        PUT(connection)
        raise LookupError

    async def scenario(database: Database) -> list[Any]:
        with pytest.raises(LookupError):
            await database.write(fail)
        return await database.read(ALL)

    assert run(path, scenario) == []


def test_a_unit_cancelled_in_the_middle_of_a_statement_is_undone(path: Path) -> None:
    async def scenario(database: Database) -> list[Any]:
        started, go_on = threading.Event(), threading.Event()

        def slow(connection: Connection) -> None:
            PUT(connection)
            started.set()
            go_on.wait(10)

        async def work() -> None:
            async with database.unit() as unit:
                await unit.run(slow)

        task = asyncio.create_task(work())
        await asyncio.to_thread(started.wait, 10)
        task.cancel()
        await asyncio.sleep(0)
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        await database.write(PUT)
        return await database.read(ALL)

    assert run(path, scenario) == [(1,)]


def test_writers_take_turns_in_the_order_of_asking(path: Path) -> None:
    order: list[int] = []

    async def scenario(database: Database) -> int:
        async def work(number: int) -> None:
            async with database.unit() as unit:
                order.append(number)
                await unit.run(PUT)
                await asyncio.sleep(0)
                order.append(number)
                await unit.run(PUT)

        await asyncio.gather(*(work(number) for number in range(4)))
        return len(await database.read(ALL))

    assert run(path, scenario) == 8
    assert order == [0, 0, 1, 1, 2, 2, 3, 3]


def test_a_writer_that_gives_up_waiting_does_not_stop_the_next(path: Path) -> None:
    async def scenario(database: Database) -> list[Any]:
        async with database.unit() as unit:
            waiting = [asyncio.create_task(database.write(PUT)) for _ in range(3)]
            await asyncio.sleep(0.01)
            waiting[0].cancel()
            waiting[1].cancel()
            await unit.run(PUT)
        await waiting[2]
        await asyncio.gather(*waiting, return_exceptions=True)
        return await database.read(ALL)

    assert run(path, scenario) == [(1,), (1,)]


def test_writing_past_ones_own_unit_is_refused_rather_than_waited_for(path: Path) -> None:
    async def scenario(database: Database) -> None:
        async with database.unit():
            await database.write(PUT)

    with pytest.raises(StoreError, match="within"):
        run(path, scenario)


def test_one_database_serves_several_event_loops(path: Path) -> None:
    database = Database(path)
    database.declare(TABLE)

    async def work() -> None:
        for _ in range(5):
            async with database.unit() as unit:
                await unit.run(PUT)

    threads = [threading.Thread(target=asyncio.run, args=(work(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(asyncio.run(database.read(ALL))) == 20
    database.close()


def test_a_read_sees_one_state_from_its_first_query_on(path: Path) -> None:
    async def scenario(database: Database) -> list[int]:
        seen, go_on = threading.Event(), threading.Event()
        counts: list[int] = []

        def twice(connection: Connection) -> None:
            counts.append(len(ALL(connection)))
            seen.set()
            go_on.wait(10)
            counts.append(len(ALL(connection)))

        reading = asyncio.create_task(database.read(twice))
        await asyncio.to_thread(seen.wait, 10)
        await database.write(PUT)
        go_on.set()
        await reading
        return [*counts, len(await database.read(ALL))]

    assert run(path, scenario) == [0, 0, 1]


def test_reading_refuses_changes(path: Path) -> None:
    with pytest.raises(StoreError, match=r"kb\.sqlite: it may not be written; give this user"):
        run(path, lambda database: database.read(PUT))


def test_another_writer_is_waited_for_and_then_named(path: Path) -> None:
    async def scenario(database: Database) -> Any:
        async with database.unit() as unit:
            await unit.run(PUT)
            async with Database(path, busy_timeout_s=0.05) as other:
                other.declare(TABLE)
                assert await other.read(ALL) == []
                await other.write(PUT)

    with pytest.raises(StoreError, match=r"kb\.sqlite: another process is writing; wait"):
        run(path, scenario)


def test_a_writer_waits_for_another_one_that_ends_in_time(path: Path) -> None:
    async def scenario(database: Database) -> int:
        async with Database(path) as other:
            other.declare(TABLE)
            async with database.unit() as unit:
                await unit.run(PUT)
                waiting = asyncio.create_task(other.write(PUT))
                await asyncio.sleep(0.05)
            await waiting
            return len(await database.read(ALL))

    assert run(path, scenario) == 2


def test_a_folder_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"none.kb\.sqlite: its folder is not there; make it"):
        run(tmp_path / "none" / "kb.sqlite", lambda database: database.write(PUT))


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="it is a folder; give the path of a file"):
        run(tmp_path, lambda database: database.read(ALL))


@pytest.mark.parametrize("content", [b"not a database at all" * 50, b"\0\xff" * 5000])
def test_a_file_that_is_no_database_is_named_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"kb\.sqlite: it is not a database; give another path"):
        run(path, lambda database: database.write(PUT))
    assert path.read_bytes() == content


def test_a_damaged_file_is_named(path: Path) -> None:
    fill = change(
        "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) "
        "SELECT randomblob(900) FROM n"
    )
    run(path, lambda database: database.write(fill))
    data = bytearray(path.read_bytes())
    data[3 * 4096 :] = b"\xee" * (len(data) - 3 * 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="it is damaged; remove it and build it again"):
        run(path, lambda database: database.read(sql("SELECT sum(length(a)) FROM t")))


def test_a_full_disk_is_named_and_loses_nothing_that_was_there(path: Path) -> None:
    big = change("INSERT INTO t VALUES (zeroblob(1000000))")

    async def scenario(database: Database) -> list[Any]:
        await database.write(PUT)
        await database.write(sql("PRAGMA max_page_count = 40"))
        with pytest.raises(StoreError, match="the disk is full, or that of temporary"):
            await database.write(big)
        with pytest.raises(StoreError, match="the disk is full"):
            await put_and_fail(database, big)
        await database.write(PUT)
        return await database.read(ALL)

    assert run(path, scenario) == [(1,), (1,)]


def test_a_file_of_another_version_of_the_tables_is_refused(path: Path) -> None:
    run(path, lambda database: database.write(PUT))

    async def scenario() -> None:
        async with Database(path) as database:
            database.declare(Schema("test", 2, make_table))
            await database.read(ALL)

    with pytest.raises(StoreError, match=r"another version of Ragstone \(test 1, not 2\); build"):
        asyncio.run(scenario())


def test_tables_declared_later_are_made_too(path: Path) -> None:
    run(path, lambda database: database.write(PUT))

    async def scenario(database: Database) -> Any:
        database.declare(Schema("more", 1, change("CREATE TABLE u (b)")))
        return await database.read(sql("SELECT a FROM t UNION SELECT b FROM u"))

    assert run(path, scenario) == [(1,)]


def test_tables_declared_while_a_transaction_is_open_wait_for_it(path: Path) -> None:
    async def scenario(database: Database) -> Any:
        async with database.unit() as unit:
            await unit.run(PUT)
            database.declare(Schema("more", 1, change("CREATE TABLE u (b)")))
            with pytest.raises(StoreError, match="another process is writing"):
                await database.read(ALL)
            await unit.run(PUT)
        return await database.read(sql("SELECT a FROM t UNION ALL SELECT b FROM u"))

    assert run(path, scenario, busy_timeout_s=0.05) == [(1,), (1,)]


def test_a_statement_that_cannot_be_run_is_named_with_the_file(path: Path) -> None:
    with pytest.raises(StoreError, match=r"kb\.sqlite: no such table: nowhere"):
        run(path, lambda database: database.read(sql("SELECT * FROM nowhere")))


def test_a_closed_database_says_so(path: Path) -> None:
    database = Database(path)
    database.close()
    database.close()
    with pytest.raises(StoreError, match="is closed"):
        asyncio.run(database.read(ALL))


def test_closing_leaves_one_file_and_no_thread(path: Path) -> None:
    before = threading.active_count()

    async def scenario(database: Database) -> None:
        await database.write(PUT)
        await database.read(ALL)

    run(path, scenario)
    assert [file.name for file in path.parent.iterdir()] == ["kb.sqlite"]
    assert threading.active_count() == before


def test_a_memory_database_is_gone_when_closed() -> None:
    database = Database(":memory:")
    database.declare(TABLE)
    asyncio.run(database.write(PUT))
    assert database.path.exists()
    database.close()
    assert not database.path.parent.exists()


# Where nothing may be written. Root may write everywhere: a child that has lost that power reads.

DROP = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []

READER = """
import asyncio, json, sys
from ragstone.database import Database, Schema
from ragstone.errors import StoreError

def make(connection): connection.exec_driver_sql("CREATE TABLE t (a)")
def put(connection): connection.exec_driver_sql("INSERT INTO t VALUES (7)")
counted = []
def count(connection):
    counted.append(1)
    return connection.exec_driver_sql("SELECT count(*) FROM t").scalar()
def wait():
    print("waiting", flush=True)
    sys.stdin.readline()
calls = []
def slow(connection):
    calls.append(count(connection))
    if len(calls) == 1:
        wait()
    calls[-1] += count(connection)
    return calls

async def main(path, do):
    async with Database(path) as database:
        database.declare(Schema("test", 1, make))
        answers = []
        for letter in do:
            if letter == "r":
                answers.append(await database.read(count))
            elif letter == "n":
                answers.append(len(counted))
            elif letter == "s":
                answers.append(await database.read(slow))
            elif letter == "w":
                try:
                    await database.write(put)
                except StoreError as error:
                    answers.append(str(error))
            else:
                wait()
        print(json.dumps(answers))

try:
    asyncio.run(main(*sys.argv[1:]))
except StoreError as error:
    print(json.dumps(str(error)))
"""


@pytest.fixture
def kept(path: Path) -> Iterator[Path]:
    """A database with one row, in a folder where other users may read and nothing else."""
    run(path, lambda database: database.write(PUT))
    lock(path)
    yield path
    path.parent.chmod(0o755)


def lock(path: Path) -> None:
    for file in path.parent.iterdir():
        file.chmod(0o444)
    path.parent.chmod(0o555)


def unlock(path: Path) -> None:
    path.parent.chmod(0o755)
    for file in path.parent.iterdir():
        file.chmod(0o644)


def start(path: Path, do: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*DROP, sys.executable, "-W", "error", "-c", READER, str(path), do],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answers(child: subprocess.Popen[str]) -> Any:
    out, err = child.communicate("\n", timeout=60)
    assert err == ""
    return json.loads(out)


def until_it_waits(child: subprocess.Popen[str]) -> None:
    assert child.stdout is not None
    assert child.stdout.readline() == "waiting\n"


def test_where_nothing_may_be_written_one_reads_and_may_not_write(kept: Path) -> None:
    row, refusal, again = answers(start(kept, "rwr"))
    assert (row, again) == (1, 1)
    assert refusal == (
        f"{kept}: it may not be written; give this user permission for it and its folder"
    )
    assert [file.name for file in kept.parent.iterdir()] == ["kb.sqlite"]


@pytest.mark.parametrize("folder", [0o755, 0o555])
def test_reading_a_file_that_may_not_be_written_leaves_nothing_beside_it(
    kept: Path, folder: int
) -> None:
    """SQLite would leave a log that its owner may not write."""
    kept.parent.chmod(0o755)
    kept = kept.rename(kept.with_name("kb? #1 100% 库.sqlite"))
    kept.parent.chmod(folder)
    assert answers(start(kept, "r")) == [1]
    assert list(kept.parent.iterdir()) == [kept]


def test_a_file_that_may_be_written_in_a_folder_that_may_not_is_read(kept: Path) -> None:
    kept.chmod(0o644)
    assert answers(start(kept, "r")) == [1]


def test_a_file_reached_through_a_link_is_read_with_its_log(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "a folder? #1 100%" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(path)

    async def scenario(database: Database) -> Any:
        await database.write(PUT)
        lock(path)
        link.parent.chmod(0o555)
        return await asyncio.to_thread(answers, start(link, "r"))

    seen = run(path, scenario)
    unlock(path)
    link.parent.chmod(0o755)
    assert seen == [1]


def test_a_live_writer_is_seen_by_one_who_may_not_write(path: Path) -> None:
    async def scenario(database: Database) -> Any:
        await database.write(PUT)
        lock(path)
        child = start(path, "r-r")
        await asyncio.to_thread(until_it_waits, child)
        await database.write(PUT)
        return await asyncio.to_thread(answers, child)

    seen = run(path, scenario)
    unlock(path)
    assert seen == [1, 2]


@pytest.mark.parametrize("goes_on", [False, True], ids=["ended", "still open"])
def test_a_writer_that_comes_later_is_seen_by_one_who_may_not_write(
    kept: Path, goes_on: bool
) -> None:
    async def scenario(database: Database) -> Any:
        await database.write(PUT)
        lock(kept)
        return await asyncio.to_thread(answers, child) if goes_on else None

    child = start(kept, "r-r")
    until_it_waits(child)
    unlock(kept)
    seen = run(kept, scenario)
    assert (seen if goes_on else answers(child)) == [1, 2]


def test_what_was_opened_before_another_user_wrote_is_read_no_more(kept: Path) -> None:
    child = start(kept, "r-rn")
    until_it_waits(child)
    unlock(kept)
    run(kept, lambda database: database.write(PUT))
    lock(kept)
    assert answers(child) == [1, 2, 2]


def test_a_read_in_whose_middle_another_user_wrote_is_done_again(kept: Path) -> None:
    child = start(kept, "s")
    until_it_waits(child)
    unlock(kept)
    run(kept, lambda database: database.write(PUT))
    lock(kept)
    [calls] = answers(child)
    assert len(calls) == 2
    assert calls[-1] == 2 + 2


@pytest.mark.parametrize("index", [True, False], ids=["whole", "without -shm"])
def test_a_log_left_by_a_killed_writer_is_read_or_said_to_be_missing(
    path: Path, tmp_path: Path, index: bool
) -> None:
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()

    async def scenario(database: Database) -> None:
        await database.write(PUT)
        for ending in ("", "-wal", "-shm") if index else ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")

    run(path, scenario)
    lock(copy)
    found = answers(start(copy, "r"))
    unlock(copy)
    assert found == (
        [1]
        if index
        else f"{copy}: it was not closed and may not be written, so its last changes cannot be "
        "read; let its owner open it once"
    )


def test_a_knowledge_base_that_may_only_be_read_is_searched_and_listed(tmp_path: Path) -> None:
    def ragstone(*arguments: str, drop: bool = True) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", "-m", "ragstone.cli", *arguments]
        return subprocess.run(
            [*(DROP if drop else []), *command, "--kb", str(kb)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    kb, docs = tmp_path / "kb", tmp_path / "tides.md"
    docs.write_text("The harbour master keeps the tide tables.")
    ragstone("ingest", str(docs), "--embedder", "hashing", drop=False)
    lock(kb / "ragstone.sqlite")
    before = set(kb.iterdir())
    found, listed, refused = (
        ragstone("search", "tide"),
        ragstone("list"),
        ragstone("delete", "tides.md"),
    )
    after = set(kb.iterdir())
    unlock(kb / "ragstone.sqlite")
    assert "harbour master" in found.stdout
    assert "tides.md" in listed.stdout
    assert found.stderr == ""
    assert listed.stderr == "kb: chunker balanced, sections natural, embedder hashing\n"
    assert "may not be written; give this user permission" in refused.stderr
    assert after == before
