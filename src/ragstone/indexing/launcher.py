"""The parent's side of making and ending worker processes.

`TemplateLauncher` keeps one template process that forks workers in milliseconds; `FreshLauncher`
starts a new interpreter per worker, for systems without `os.fork`. multiprocessing's forkserver and
spawn are of no use here: both import the caller's `__main__` again, and so run every script that
has no main guard a second time. The child's side is `template.py`.

    launcher = launcher_for_this_system(Options(preload=(), memory_bytes=2**31))
    channel, pid = launcher.start()
    end = launcher.end(pid, grace_s=1.0)     # "SIGSEGV", "exit code 3" or ""
    launcher.close()
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import site
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import ragstone
from ragstone.errors import RagstoneError
from ragstone.indexing.framing import Header, receive, send

logger = logging.getLogger("ragstone.indexing")

ENTRY = "ragstone.indexing.sandbox"
START_TIMEOUT_S = 120.0
"""For the imports of `preload` on a cold and busy machine; a fork takes milliseconds."""
CLOSE_TIMEOUT_S = 10.0
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class Options:
    """What a worker process is made with: modules imported before the first call, memory bound."""

    preload: tuple[str, ...]
    memory_bytes: int

    def hello(self) -> Header:
        return {
            "path": [entry or str(Path.cwd()) for entry in sys.path],
            "preload": list(self.preload),
            "memory_bytes": self.memory_bytes,
            "temporary": tempfile.gettempdir(),
        }


@dataclass(frozen=True, slots=True)
class Child:
    """A process that this one has started, the socket to it, and the folder that it has made."""

    process: subprocess.Popen[bytes]
    channel: socket.socket
    temporary: str = ""

    def reap(self, grace_s: float) -> int:
        """Its exit code; killed with its group when it is still there after `grace_s`."""
        try:
            return self.process.wait(grace_s)
        except subprocess.TimeoutExpired:
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            return self.process.wait()
        finally:
            if self.temporary:
                shutil.rmtree(self.temporary, ignore_errors=True)


class Launcher(Protocol):
    """Starts and ends workers. Every method blocks, and may be called from any thread."""

    def start(self) -> tuple[socket.socket, int]:
        """A new worker: its channel and its process id."""
        ...

    def end(self, pid: int, grace_s: float) -> str:
        """Reap a worker, killed when it is still there after `grace_s`.

        How it ended: a signal's name, "exit code n", or "" when that cannot be known.
        """
        ...

    def close(self) -> None:
        """End what is left; the launcher starts anew when it is used again."""
        ...

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The processes started and not yet reaped."""
        ...


def launcher_for_this_system(options: Options) -> Launcher:
    return TemplateLauncher(options) if hasattr(os, "fork") else FreshLauncher(options)


class TemplateLauncher:
    """Workers forked by one template process, which is started by the first `start`."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._lock = threading.Lock()
        self._template: Child | None = None
        self._workers: set[int] = set()

    @property
    def process_ids(self) -> tuple[int, ...]:
        template = self._template
        return () if template is None else (template.process.pid, *sorted(self._workers))

    def start(self) -> tuple[socket.socket, int]:
        with self._lock:
            try:
                return self._fork()
            except (EOFError, OSError):  # the template was killed, by whomever: once more
                self._drop()
            try:
                return self._fork()
            except (EOFError, OSError) as error:
                self._drop()
                raise _start_failure(str(error)) from error

    def end(self, pid: int, grace_s: float) -> str:
        with self._lock:
            if pid not in self._workers or self._template is None:
                return ""
            self._workers.discard(pid)
            control = self._template.channel
            try:
                send(control, {"do": "end", "pid": pid, "grace_s": grace_s})
                answer, _ = receive(control)
            except (EOFError, OSError):  # its workers have ended with it
                self._drop()
                return ""
            return _describe(answer["exit_code"])

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _fork(self) -> tuple[socket.socket, int]:
        if self._template is None:
            self._template = _start_process("template", self._options)
        control = self._template.channel
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                send(control, {"do": "fork"})
                socket.send_fds(control, [b"+"], [theirs.fileno()])
                answer, _ = receive(control)
            if "error" in answer:
                raise _start_failure(answer["error"])
        except BaseException:
            ours.close()
            raise
        self._workers.add(answer["pid"])
        return ours, answer["pid"]

    def _drop(self) -> None:
        """Hang up, which ends the template and its workers, and wait until it has ended."""
        template, self._template = self._template, None
        self._workers.clear()
        if template is not None:
            template.channel.close()
            template.reap(CLOSE_TIMEOUT_S)


class FreshLauncher:
    """Every worker a new interpreter: slower to start, works everywhere."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._workers: dict[int, Child] = {}

    @property
    def process_ids(self) -> tuple[int, ...]:
        return tuple(self._workers)

    def start(self) -> tuple[socket.socket, int]:
        try:
            child = _start_process("worker", self._options)
        except (EOFError, OSError) as error:
            raise _start_failure(str(error)) from error
        self._workers[child.process.pid] = child
        return child.channel, child.process.pid

    def end(self, pid: int, grace_s: float) -> str:
        return _describe(self._workers.pop(pid).reap(grace_s))

    def close(self) -> None:
        for pid in list(self._workers):
            self.end(pid, grace_s=0)


def _start_process(role: str, options: Options) -> Child:
    """Start `python -m ragstone.indexing.sandbox role` and wait until its imports are done."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            process = _popen(role, theirs)
    except BaseException:
        ours.close()
        raise
    child = Child(process, ours)
    try:
        ours.settimeout(START_TIMEOUT_S)
        send(ours, options.hello())
        answer, _ = receive(ours)
        if "trace" in answer:
            logger.debug("the parsing process could not be started\n%s", answer["trace"])
            raise _start_failure(answer["trace"].strip().splitlines()[-1])
    except BaseException:
        ours.close()
        child.reap(0)
        raise
    return replace(child, temporary=answer["temporary"])


def _popen(role: str, channel: socket.socket) -> subprocess.Popen[bytes]:
    # -P: a json.py in the folder that we happen to stand in must not be imported.
    command = [sys.executable, "-P", "-m", ENTRY, role, str(channel.fileno())]
    environment = {**os.environ, **_import_path(), **ONE_THREAD}
    # Notes of parsers and their C libraries would stand between the lines of a progress display.
    stderr = None if logger.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL
    if sys.platform == "win32":  # no descriptor is inherited there: the socket follows as bytes
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and entry
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            env=environment,
        )
        assert process.stdin is not None
        with process.stdin as stdin:
            stdin.write(channel.share(process.pid))
        return process
    return subprocess.Popen(  # noqa: S603 - our own interpreter and entry
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        env=environment,
        pass_fds=(channel.fileno(),),
        start_new_session=True,  # Ctrl-C is for the parent, which then ends us
    )


def _import_path() -> dict[str, str]:
    """PYTHONPATH that finds this very package; the whole path follows with the greeting.

    Our own `sys.path` is no good as PYTHONPATH: it would put a script's folder before the standard
    library while the interpreter starts.
    """
    root = str(Path(ragstone.__file__).parent.parent)
    if root in (*site.getsitepackages(), site.getusersitepackages()):
        return {}
    found = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": f"{found}{os.pathsep}{root}" if found else root}


def _describe(exit_code: int) -> str:
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"


def _start_failure(cause: str) -> RagstoneError:
    return RagstoneError(
        f"the parsing process could not be started ({cause}); the log of ragstone.indexing "
        "has more at level DEBUG"
    )
