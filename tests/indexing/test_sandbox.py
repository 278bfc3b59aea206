"""Whatever a parser does, the caller gets an answer in time and the next document is parsed.

The launcher, the supervisor and the template are tested here too, through the door they serve.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from ragstone.errors import (
    CorruptDocument,
    EncryptedDocument,
    LimitExceeded,
    ParameterError,
    RagstoneError,
    SourceNotFound,
)
from ragstone.indexing import progress, supervisor
from ragstone.indexing.launcher import FreshLauncher, Options
from ragstone.indexing.sandbox import Sandbox
from ragstone.limits import MIB, Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and groups of POSIX")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

HERE = Path(__file__).parent
BOUNDS = Limits(parse_seconds=0.6, parse_memory_bytes=200 * MIB)
ROOMY = Limits(parse_seconds=30)
Result = TypeVar("Result")
Body = Callable[[Sandbox], Awaitable[Result]]


@pytest.fixture(autouse=True)
def _functions_are_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """On `sys.path` of this process only: the sandbox has to carry it over."""
    monkeypatch.setattr(sys, "path", [str(HERE), *sys.path])


@pytest.fixture(params=["template", "fresh"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Tight bounds, each way of making workers."""
    launcher = None
    if request.param == "fresh":
        launcher = FreshLauncher(Options((), BOUNDS.parse_memory_bytes))
    made = Sandbox(workers=1, limits=BOUNDS, launcher=launcher)
    yield made
    assert made.process_ids == ()


def within(sandbox: Sandbox, body: Body[Result]) -> Result:
    async def run() -> Result:
        async with sandbox:
            return await body(sandbox)

    return asyncio.run(run())


def call(sandbox: Sandbox, function: str, payload: bytes = b"") -> Awaitable[bytes]:
    return sandbox.call(f"sandbox_functions:{function}", payload, name="a.pdf")


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(holds: Callable[[], bool], timeout_s: float = 5.0) -> bool:
    until = time.monotonic() + timeout_s
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


def error_then_answer(sandbox: Sandbox, function: str) -> tuple[RagstoneError, float]:
    """The error of one document and the seconds it took; the next one is parsed."""

    async def body(sandbox: Sandbox) -> tuple[RagstoneError, float]:
        await call(sandbox, "echo")
        began = time.monotonic()
        with pytest.raises(RagstoneError) as caught:
            await call(sandbox, function)
        spent = time.monotonic() - began
        assert await call(sandbox, "echo", b"next") == b"next"
        return caught.value, spent

    return within(sandbox, body)


@pytest.mark.parametrize("function", ["loop_in_c", "loop_deaf"])
def test_a_parser_that_loops_is_stopped_at_the_limit(sandbox: Sandbox, function: str) -> None:
    error, spent = error_then_answer(sandbox, function)
    assert isinstance(error, LimitExceeded)
    assert (error.limit, error.allowed, error.file) == ("parse_seconds", 0.6, "a.pdf")
    assert 0.5 < spent < 0.6 + 2


@pytest.mark.parametrize(
    ("function", "end"),
    [("segfault", "SIGSEGV"), ("leave", "exit code 3"), ("be_killed", "SIGKILL")],
)
def test_a_parser_that_crashes_is_a_corrupt_document(
    sandbox: Sandbox, function: str, end: str
) -> None:
    error, spent = error_then_answer(sandbox, function)
    assert isinstance(error, CorruptDocument)
    assert str(error).startswith(f"a.pdf: its parser crashed ({end}); ")
    assert spent < 2


@pytest.mark.parametrize("function", ["allocate_4_gb", "allocate_and_wrap"])
def test_a_parser_that_allocates_4_gb_is_over_the_limit(sandbox: Sandbox, function: str) -> None:
    error, spent = error_then_answer(sandbox, function)
    assert isinstance(error, LimitExceeded)
    assert (error.limit, error.file) == ("parse_memory_bytes", "a.pdf")
    if sys.platform == "linux":  # refused at once, and not met by the watcher after the fact
        assert error.value == "more"
    assert spent < 2


@on_linux
def test_memory_that_only_a_watcher_sees_is_bounded() -> None:
    limits = Limits(parse_seconds=30, parse_memory_bytes=150 * MIB)
    error, spent = error_then_answer(Sandbox(workers=1, limits=limits), "grow_in_shared_memory")
    assert isinstance(error, LimitExceeded)
    assert error.limit == "parse_memory_bytes"
    assert isinstance(error.value, int)
    assert 150 * MIB < error.value < 600 * MIB
    assert spent < 10


def test_a_parser_that_closes_the_channel_is_ended() -> None:
    error, spent = error_then_answer(Sandbox(workers=1, limits=ROOMY), "close_every_descriptor")
    assert isinstance(error, CorruptDocument)
    assert spent < 3


def test_a_worker_that_talks_nonsense_is_not_believed() -> None:
    error, spent = error_then_answer(Sandbox(workers=1, limits=ROOMY), "talk_nonsense")
    assert isinstance(error, CorruptDocument)
    assert "broken answer" in str(error)
    assert spent < 3


def test_an_unknown_error_names_its_first_line(sandbox: Sandbox) -> None:
    error, _ = error_then_answer(sandbox, "fail")
    assert isinstance(error, CorruptDocument)
    assert "its parser failed (ZeroDivisionError: of all things)" in str(error)


def test_errors_of_ours_arrive_whole_and_keep_the_worker() -> None:
    async def body(sandbox: Sandbox) -> None:
        before = await call(sandbox, "process_id")
        with pytest.raises(EncryptedDocument) as caught:
            await call(sandbox, "refuse", b"encrypted")
        assert (caught.value.page, caught.value.parser) == (2, "pdf")
        assert str(caught.value) == "a.pdf (page 2): a password is needed; give one"
        with pytest.raises(FileNotFoundError, match=r"gone\.txt") as missing:
            await call(sandbox, "refuse")
        assert type(missing.value) is SourceNotFound
        assert await call(sandbox, "process_id") == before

    within(Sandbox(workers=1, limits=ROOMY), body)


def test_a_function_that_is_not_there_is_a_wrong_parameter() -> None:
    async def body(sandbox: Sandbox) -> None:
        with pytest.raises(ParameterError, match="no_such"):
            await call(sandbox, "no_such")

    within(Sandbox(workers=1, limits=ROOMY), body)


def test_what_a_parser_prints_goes_nowhere(
    sandbox: Sandbox, capfd: pytest.CaptureFixture[str]
) -> None:
    async def body(sandbox: Sandbox) -> bytes:
        return await call(sandbox, "chatter", b"answer")

    assert within(sandbox, body) == b"answer"
    assert capfd.readouterr() == ("", "")


def test_200_mb_come_back() -> None:
    async def body(sandbox: Sandbox) -> bytes:
        return await call(sandbox, "large", b"200000000")

    assert len(within(Sandbox(workers=1, limits=ROOMY), body)) == 200_000_000


def test_30_mb_go_there_and_back() -> None:
    payload = os.urandom(1000) * 30_000

    async def body(sandbox: Sandbox) -> bool:
        return await call(sandbox, "echo", payload) == payload

    assert within(Sandbox(workers=1, limits=ROOMY), body)


def test_a_payload_over_the_memory_bound_is_over_the_limit() -> None:
    async def body(sandbox: Sandbox) -> None:
        with pytest.raises(LimitExceeded) as caught:
            await call(sandbox, "echo", bytes(300 * MIB))
        assert caught.value.limit == "parse_memory_bytes"
        assert await call(sandbox, "echo", b"next") == b"next"

    limits = Limits(parse_seconds=30, parse_memory_bytes=150 * MIB)
    within(Sandbox(workers=1, limits=limits), body)


def test_a_worker_is_replaced_after_its_documents(sandbox: Sandbox) -> None:
    sandbox.documents_per_worker = 2

    async def body(sandbox: Sandbox) -> list[bytes]:
        return [await call(sandbox, "process_id") for _ in range(5)]

    first, second, third, fourth, fifth = within(sandbox, body)
    assert first == second != third == fourth != fifth


@on_linux
def test_a_worker_swollen_by_a_document_is_replaced() -> None:
    async def body(sandbox: Sandbox) -> list[bytes]:
        return [await call(sandbox, "leak") for _ in range(6)]

    limits = Limits(parse_seconds=30, parse_memory_bytes=200 * MIB)
    assert len(set(within(Sandbox(workers=1, limits=limits), body))) == 6


def test_twenty_calls_share_two_workers() -> None:
    async def body(sandbox: Sandbox) -> list[bytes]:
        return list(await asyncio.gather(*(call(sandbox, "nap") for _ in range(20))))

    naps = [answer.split() for answer in within(Sandbox(workers=2, limits=ROOMY), body)]
    times = [(float(began), float(ended)) for _, began, ended in naps]
    at_once = [sum(b <= began < e for b, e in times) for began, _ in times]
    assert len({pid for pid, _, _ in naps}) == 2
    assert max(at_once) == 2


def test_no_process_is_started_before_the_first_call() -> None:
    async def body(sandbox: Sandbox) -> None:
        assert sandbox.process_ids == ()
        await call(sandbox, "echo")
        assert len(sandbox.process_ids) == 2

    within(Sandbox(workers=1), body)


def test_a_cancelled_call_kills_its_worker(sandbox: Sandbox) -> None:
    sandbox.limits = ROOMY

    async def body(sandbox: Sandbox) -> None:
        worker = int(await call(sandbox, "process_id"))
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(call(sandbox, "loop_deaf"), 0.2)
        assert time.monotonic() - began < 2
        assert not is_running(worker)
        assert await call(sandbox, "echo", b"next") == b"next"

    within(sandbox, body)


def test_a_call_cancelled_in_the_queue_returns_at_once() -> None:
    async def body(sandbox: Sandbox) -> None:
        running = asyncio.ensure_future(call(sandbox, "loop_deaf"))
        await asyncio.sleep(0.3)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(call(sandbox, "echo"), 0.1)
        assert not running.done()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    within(Sandbox(workers=1, limits=ROOMY), body)


def test_calls_that_still_run_when_it_is_closed_raise() -> None:
    async def body(sandbox: Sandbox) -> list[object]:
        calls = [asyncio.ensure_future(call(sandbox, "loop_deaf")) for _ in range(3)]
        await asyncio.sleep(0.5)
        await sandbox.close()
        assert sandbox.process_ids == ()
        return list(await asyncio.gather(*calls, return_exceptions=True))

    for error in within(Sandbox(workers=2, limits=ROOMY), body):
        assert isinstance(error, RagstoneError)
        assert "closed" in str(error)


def test_a_cancelled_close_still_ends_every_process() -> None:
    async def body(sandbox: Sandbox) -> None:
        await call(sandbox, "echo")
        closing = asyncio.ensure_future(sandbox.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        assert await asyncio.to_thread(wait_until, lambda: sandbox.process_ids == ())

    within(Sandbox(workers=1, limits=ROOMY), body)


def test_it_works_again_after_it_was_closed_and_in_another_event_loop() -> None:
    async def body(sandbox: Sandbox) -> bytes:
        return await call(sandbox, "echo", b"again")

    sandbox = Sandbox(workers=1, limits=ROOMY)
    assert [within(sandbox, body), within(sandbox, body)] == [b"again", b"again"]


def test_a_worker_killed_while_it_was_idle_is_replaced(sandbox: Sandbox) -> None:
    async def body(sandbox: Sandbox) -> None:
        worker = int(await call(sandbox, "process_id"))
        os.kill(worker, signal.SIGKILL)
        assert wait_until(lambda: not is_running(worker))
        assert int(await call(sandbox, "process_id")) != worker

    within(sandbox, body)


@on_linux
def test_a_template_that_was_killed_is_replaced_and_takes_its_workers_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(sandbox: Sandbox) -> None:
        worker = int(await call(sandbox, "process_id"))
        os.kill(sandbox.process_ids[0], signal.SIGKILL)
        assert wait_until(lambda: not is_running(worker))
        assert int(await call(sandbox, "process_id")) != worker

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    within(Sandbox(workers=1, limits=ROOMY), body)
    assert not list(tmp_path.iterdir())


@on_linux
def test_a_document_that_is_read_while_the_template_is_killed_is_read_again(tmp_path: Path) -> None:
    async def body(sandbox: Sandbox) -> bytes:
        begun = tmp_path / "begun"
        asked = asyncio.ensure_future(call(sandbox, "nap_once", bytes(begun)))
        while not begun.exists():
            await asyncio.sleep(0.01)
        os.kill(sandbox.process_ids[0], signal.SIGKILL)
        return await asked

    assert within(Sandbox(workers=1, limits=ROOMY), body) == b"read again"


@on_linux
def test_a_document_that_kills_the_template_is_an_error_in_the_end() -> None:
    async def body(sandbox: Sandbox) -> None:
        with pytest.raises(CorruptDocument, match=r"a\.pdf: its parser crashed"):
            await call(sandbox, "kill_the_template")
        assert await call(sandbox, "echo", b"next") == b"next"

    within(Sandbox(workers=1, limits=ROOMY), body)


@on_linux
def test_a_killed_worker_leaves_no_file_and_no_program(sandbox: Sandbox, tmp_path: Path) -> None:
    note = tmp_path / "note"

    async def body(sandbox: Sandbox) -> None:
        with pytest.raises(LimitExceeded):
            await call(sandbox, "litter", os.fsencode(note))
        folder, program = note.read_text().split()
        assert not Path(folder).exists()
        assert wait_until(lambda: not is_running(int(program)))

    within(sandbox, body)


@on_linux
def test_closing_leaves_no_process_and_no_zombie(sandbox: Sandbox) -> None:
    async def body(sandbox: Sandbox) -> tuple[int, ...]:
        await call(sandbox, "echo")
        return sandbox.process_ids

    for pid in within(sandbox, body):
        assert not Path(f"/proc/{pid}").exists()


@on_linux
def test_a_worker_holds_its_channel_and_nothing_else_of_ours() -> None:
    async def body(sandbox: Sandbox) -> list[dict[str, object]]:
        calls = (call(sandbox, "surroundings") for _ in range(2))
        return [json.loads(answer) for answer in await asyncio.gather(*calls)]

    first, second = within(Sandbox(workers=2, limits=ROOMY), body)
    places = {str(seen.pop("temporary")) for seen in (first, second)}
    assert first == second
    assert first == {"descriptors": 4, "group": True, "core": 0, "blas": "1", "threads": 1}
    assert not any(Path(place).exists() for place in places)


def run_script(script: Path, source: str) -> subprocess.Popen[str]:
    script.write_text(textwrap.dedent(source), encoding="utf-8")
    command = [sys.executable, "-W", "error", str(script)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_script_of_three_lines_needs_no_main_guard(tmp_path: Path) -> None:
    source = """\
        import asyncio; from ragstone.indexing.sandbox import Sandbox; print("once")
        async def main(s): return await s.call("beside:shout", b"a", name="a"), await s.close()
        print(asyncio.run(main(Sandbox()))[0])
        """
    (tmp_path / "beside.py").write_text("def shout(payload): return payload.upper()\n")
    # An interpreter that starts up with the script's folder on its path would import this one.
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(9)")
    with run_script(tmp_path / "script.py", source) as script:
        out, err = script.communicate(timeout=30)
    assert (out.splitlines(), err, script.returncode) == (["once", "b'A'"], "", 0)


@on_linux
@pytest.mark.parametrize("forgets", [False, True])
def test_nothing_outlives_a_parent_that_was_killed(tmp_path: Path, forgets: bool) -> None:
    """Not even when a child that the parent forked still holds copies of its sockets."""
    source = f"""\
        import asyncio, os, sys, time
        sys.path.insert(0, {str(HERE)!r})
        from ragstone.indexing.sandbox import Sandbox

        async def main():
            sandbox = Sandbox(workers=2)
            calls = [sandbox.call("sandbox_functions:" + name, b"", name="a")
                     for name in ("loop_in_c", "echo")]
            running = [asyncio.ensure_future(call) for call in calls]
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            while len(sandbox.process_ids) < 3:
                await asyncio.sleep(0.01)
            if {forgets} and not os.fork():
                time.sleep(20)
                os._exit(0)
            print(*sandbox.process_ids, flush=True)
            await asyncio.sleep(60)

        asyncio.run(main())
        """
    with run_script(tmp_path / "script.py", source) as script:
        assert script.stdout is not None
        pids = [int(pid) for pid in script.stdout.readline().split()]
        try:
            assert len(pids) == 3
            assert all(map(is_running, pids))
        finally:
            script.kill()
        assert wait_until(lambda: not any(map(is_running, pids)))
        if forgets:
            script.stdout.close()


def test_a_preload_that_fails_says_why() -> None:
    async def body(sandbox: Sandbox) -> None:
        with pytest.raises(RagstoneError, match=r"could not be started .*no_such_module"):
            await call(sandbox, "echo")

    within(Sandbox(preload=("no_such_module",)), body)


@pytest.mark.parametrize(("workers", "documents"), [(0, 1), (1, 0)])
def test_a_sandbox_of_nothing_is_refused(workers: int, documents: int) -> None:
    with pytest.raises(ParameterError, match="at least 1"):
        Sandbox(workers, documents_per_worker=documents)


@pytest.mark.parametrize("error", [MemoryError, RuntimeError, OSError])
def test_a_worker_that_was_left_in_the_middle_of_an_answer_is_not_asked_again(
    sandbox: Sandbox, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parent's own trouble: the answer that nobody waited for would be taken for the next."""

    async def body(sandbox: Sandbox) -> None:
        assert await call(sandbox, "echo", b"before") == b"before"
        worker = int(await call(sandbox, "process_id"))
        with monkeypatch.context() as patched:
            patched.setattr(supervisor, "_Watch", _failing_at_the_second_look(error))
            with pytest.raises(error):
                await call(sandbox, "nap")
        assert wait_until(lambda: not is_running(worker))
        assert await call(sandbox, "echo", b"after") == b"after"

    within(sandbox, body)


def _failing_at_the_second_look(error: type[Exception]) -> type[supervisor._Watch]:
    """By then the question is sent, and a worker that naps has not answered it."""

    class Failing(supervisor._Watch):
        looks = 0

        def look(self) -> float:
            Failing.looks += 1
            if Failing.looks == 2:
                raise error
            return super().look()

    return Failing


def told(reports: list[list[object]]) -> list[tuple[int, int]]:
    """What a caller hears of these reports."""
    heard: list[tuple[int, int]] = []

    async def body(sandbox: Sandbox) -> None:
        loop = asyncio.get_running_loop()

        def listen(done: int, total: int) -> None:
            assert asyncio.get_running_loop() is loop
            heard.append((done, total))

        payload = json.dumps(reports).encode()
        answer = await sandbox.call(
            "sandbox_functions:tell", payload, name="a.pdf", progress=listen
        )
        assert answer == b"told"
        assert await call(sandbox, "echo", b"next") == b"next"

    within(Sandbox(workers=1, limits=ROOMY), body)
    return heard


def test_what_a_worker_reports_is_heard_before_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "INTERVAL_S", 0.0)

    assert told([[1, 3], [2, 3], [3, 3]]) == [(1, 3), (2, 3), (3, 3)]


def test_reports_that_come_too_fast_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "INTERVAL_S", 60.0)

    assert told([[done, 500] for done in range(500)]) == []


def test_a_call_that_nobody_listens_to_may_report() -> None:
    async def body(sandbox: Sandbox) -> bytes:
        return await call(sandbox, "tell", b"[[1, 2]]")

    assert within(Sandbox(workers=1, limits=ROOMY), body) == b"told"


@pytest.mark.parametrize("report", [["1", 2], [1.5, 2], [True, 2]])
def test_a_report_that_is_no_two_numbers_is_a_broken_answer(report: list[object]) -> None:
    with pytest.raises(CorruptDocument, match="broken answer"):
        told([report])
