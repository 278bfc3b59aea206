"""The child's side of the sandbox: the template process, and the worker that it forks.

The template imports the parsers once, reads no document, starts no thread, and forks a worker
whenever its parent asks over the control socket. A worker answers one request after another over a
channel of its own. Where there is no `os.fork`, the worker is a fresh process with the same loop.
The parent's side is `launcher.py`.

Nothing outlives the parent: the template ends at the end of the control socket and takes its
workers along, and the kernel kills a worker whose template is gone (Linux).

    python -m ragstone.indexing.sandbox template 5      # 5: the control socket, inherited
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from ragstone.indexing.framing import Header, receive, send
from ragstone.indexing.invocation import OUT_OF_MEMORY, invoke
from ragstone.indexing.progress import told_to

PARENT_CHECK_S = 1.0
PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Serve as `template` or as `worker` over the inherited socket: `[role, descriptor]`."""
    role, descriptor = arguments
    parent = os.getppid()  # before the imports, which it may not live to see the end of
    channel = _inherited(descriptor)
    with channel, suppress(EOFError, OSError):  # the parent has gone: so do we
        hello, _ = receive(channel)
        temporary = _prepared(channel, hello)
        if temporary is None:
            return
        try:  # whoever makes a folder is the one to remove it: the parent may be gone by now
            send(channel, {"temporary": temporary})
            if role == "template":
                Template(channel, hello["memory_bytes"], temporary, parent).serve()
            else:
                confine(hello["memory_bytes"], temporary, parent)
                work(channel)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _inherited(descriptor: str) -> socket.socket:
    if sys.platform == "win32":  # a socket is handed over as bytes on stdin
        return socket.fromshare(sys.stdin.buffer.read())
    os.set_inheritable(int(descriptor), False)
    return socket.socket(fileno=int(descriptor))


def _prepared(channel: socket.socket, hello: Header) -> str | None:
    """Take over the parent's import path, import what it names, and make a folder for files.

    None when that fails, which the parent is told.
    """
    sys.path[:] = hello["path"]
    try:
        for module in hello["preload"]:
            importlib.import_module(module)
        return tempfile.mkdtemp(prefix="ragstone-sandbox-", dir=hello["temporary"])
    except Exception:  # noqa: BLE001 - reported to the parent, which raises
        send(channel, {"trace": traceback.format_exc()})
        return None


class Template:
    """Forks workers, reaps them, and sweeps up what they left in their temporary folders."""

    def __init__(
        self, control: socket.socket, memory_bytes: int, temporary: str, parent: int
    ) -> None:
        self.control, self.memory_bytes = control, memory_bytes
        self.temporary, self.parent = temporary, parent
        self.folders: dict[int, str] = {}

    def serve(self) -> None:
        """Do what the parent asks until it hangs up or is gone."""
        gc.collect()
        gc.freeze()  # a collection in a worker would copy every page that it shares with us
        orders: dict[str, Callable[[Header], dict[str, Any]]] = {
            "fork": self._fork,
            "end": self._end,
        }
        try:
            while self._is_asked():
                order, _ = receive(self.control)
                send(self.control, orders[order["do"]](order))
        finally:
            for pid in list(self.folders):
                self._end({"pid": pid, "grace_s": 0})

    def _is_asked(self) -> bool:
        """Wait for an order; False when the parent is gone.

        A child that the parent forked may hold a copy of its socket, and then no end arrives.
        """
        with DefaultSelector() as selector:
            selector.register(self.control, EVENT_READ)
            while not selector.select(PARENT_CHECK_S):
                if os.getppid() != self.parent:
                    return False
        return True

    def _fork(self, _order: Header) -> dict[str, Any]:
        _, descriptors, _, _ = socket.recv_fds(self.control, 1, 1)
        descriptor = descriptors[0]
        try:
            folder = tempfile.mkdtemp(dir=self.temporary)
            template = os.getpid()
            pid = os.fork()
            if pid == 0:
                self._become_worker(descriptor, folder, template)
        except OSError as error:
            return {"error": str(error)}
        finally:
            os.close(descriptor)
        with suppress(OSError):  # the worker does the same; whoever comes first
            os.setpgid(pid, pid)
        self.folders[pid] = folder
        return {"pid": pid}

    def _become_worker(self, descriptor: int, folder: str, template: int) -> None:
        """Never returns: what stands above on the stack is the template's."""
        code = 70
        try:
            self.control.close()
            os.set_inheritable(descriptor, False)
            confine(self.memory_bytes, folder, template)
            work(socket.socket(fileno=descriptor))
            code = 0
        finally:
            os._exit(code)

    def _end(self, order: Header) -> dict[str, Any]:
        """Reap a worker, killed when it is still there after `grace_s`; how it ended."""
        pid = order["pid"]
        folder = self.folders.pop(pid)
        until = time.monotonic() + order["grace_s"]
        ended, status = os.waitpid(pid, os.WNOHANG)
        while not ended and time.monotonic() < until:
            time.sleep(0.002)
            ended, status = os.waitpid(pid, os.WNOHANG)
        with suppress(OSError):  # the group: programs that the parser started go as well
            os.killpg(pid, signal.SIGKILL)
        if not ended:
            _, status = os.waitpid(pid, 0)
        shutil.rmtree(folder, ignore_errors=True)
        return {"exit_code": os.waitstatus_to_exitcode(status)}


def confine(memory_bytes: int, temporary: str, parent: int) -> None:
    """Bound this process before it sees a document: its files, its group, its memory, its end.

    The memory bound lies `memory_bytes` above what is in use now, so an allocation past it fails at
    once with `MemoryError`; slow growth is met by the parent, which watches the resident size.
    """
    tempfile.tempdir = temporary
    os.environ.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary))
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError):
        os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash should not write gigabytes
    ceiling = _data_bytes() + memory_bytes
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > ceiling:
        # RLIMIT_AS would count address space that models and allocators merely reserve.
        resource.setrlimit(resource.RLIMIT_DATA, (ceiling, ceiling))
    if sys.platform == "linux":
        with suppress(OSError):  # short of memory, the machine should take us and not the parent
            Path("/proc/self/oom_score_adj").write_text("900", encoding="ascii")
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before it was watched
            os._exit(0)


def _data_bytes() -> int:
    """Private writable memory in use, 0 where it is not told (proc(5), `statm`, sixth field)."""
    try:
        fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return int(fields[5]) * os.sysconf("SC_PAGE_SIZE")


def work(channel: socket.socket) -> None:
    """Answer requests, one after another, until the parent hangs up."""
    with suppress(EOFError, OSError):
        while True:
            try:
                request, payload = receive(channel)
            except MemoryError:  # the rest of the request is still on its way: no way back
                send(channel, {"outcome": OUT_OF_MEMORY})
                return
            with told_to(partial(_tell, channel)):
                header, body = invoke(request["target"], payload)
            del payload
            send(channel, header, body)
            del header, body  # an idle worker holds no document


def _tell(channel: socket.socket, done: int, total: int) -> None:
    """A message that is no answer yet."""
    send(channel, {"progress": [done, total]})
