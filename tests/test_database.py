"""One writer, many readers, one transaction: what holds whatever is raised, cancelled or killed."""

from __future__ import annotations

import asyncio
import threading
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
        with pytest.raises(StoreError, match="the disk is full; make room and try again"):
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
