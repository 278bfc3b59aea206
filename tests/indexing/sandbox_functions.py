"""What the sandbox's tests run in its workers: functions that behave, and all kinds that do not."""

from __future__ import annotations

import contextlib
import ctypes
import json
import mmap
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from ragstone.errors import CorruptDocument, EncryptedDocument, SourceNotFound
from ragstone.indexing.progress import report


def echo(payload: bytes) -> bytes:
    return payload


def tell(payload: bytes) -> bytes:
    """Reports what it is given, pair by pair."""
    for done, total in json.loads(payload):
        report(done, total)
    return b"told"


def process_id(_payload: bytes) -> bytes:
    return str(os.getpid()).encode()


def nap(_payload: bytes) -> bytes:
    """When it began and ended, on the clock that all processes share."""
    began = time.monotonic()
    time.sleep(0.03)
    return f"{os.getpid()} {began} {time.monotonic()}".encode()


def nap_once(payload: bytes) -> bytes:
    """Says in the file named that it has begun, and sleeps; answers where that was said before."""
    begun = Path(os.fsdecode(payload))
    if begun.exists():
        return b"read again"
    begun.touch()
    time.sleep(60)
    return b"slept"


def kill_the_template(_payload: bytes) -> bytes:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)
    return b""


def loop_in_c(_payload: bytes) -> bytes:
    """Backtracks for years inside `re`, which holds the interpreter's lock."""
    re.match(r"(a+)+$", "a" * 60 + "b")
    return b"never"


def loop_deaf(_payload: bytes) -> bytes:
    """Loops, and ignores every signal that can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(0.01)


def segfault(_payload: bytes) -> bytes:
    ctypes.string_at(0)
    return b"never"


def leave(_payload: bytes) -> bytes:
    os._exit(3)


def be_killed(_payload: bytes) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


def close_every_descriptor(_payload: bytes) -> bytes:
    os.closerange(0, 256)
    time.sleep(60)
    return b"never"


def talk_nonsense(_payload: bytes) -> bytes:
    """Speaks for itself on the channel, as code that took the worker over might."""
    for descriptor in range(3, 20):
        with contextlib.suppress(OSError):
            os.write(descriptor, b"\xff" * 64)
    time.sleep(60)
    return b"never"


def allocate_4_gb(_payload: bytes) -> bytes:
    return bytes(len(bytearray(4 << 30)))


def allocate_and_wrap(_payload: bytes) -> bytes:
    try:
        bytearray(4 << 30)
    except Exception as error:
        raise CorruptDocument("a.pdf", "odd") from error
    return b"never"


def grow_in_shared_memory(_payload: bytes) -> bytes:
    """Grows where no bound inside the process counts: only whoever watches it can tell."""
    kept: list[mmap.mmap] = []
    while True:
        block = mmap.mmap(-1, 8 << 20)
        for place in range(0, len(block), mmap.PAGESIZE):
            block[place] = 1
        kept.append(block)
        time.sleep(0.002)


def leak(_payload: bytes) -> bytes:
    """Leaves 60 MB behind on each call."""
    leaked.append(bytearray(b"x") * (60 << 20))
    return process_id(b"")


leaked: list[bytearray] = []


def chatter(payload: bytes) -> bytes:
    print("to stdout", flush=True)
    print("to stderr", file=sys.stderr, flush=True)
    os.write(1, b"to descriptor 1")
    return payload + sys.stdin.read().encode()


def large(payload: bytes) -> bytes:
    return b"x" * int(payload)


def refuse(payload: bytes) -> bytes:
    if payload == b"encrypted":
        raise EncryptedDocument("a.pdf", "a password is needed", "give one", page=2, parser="pdf")
    raise SourceNotFound("gone.txt")


def fail(_payload: bytes) -> bytes:
    raise ZeroDivisionError("of all things")


def surroundings(_payload: bytes) -> bytes:
    """What a worker sees of the world outside."""
    seen = {
        "descriptors": len(list(Path("/proc/self/fd").iterdir())) - 1,  # less the one that lists
        "group": os.getpgrp() == os.getpid(),
        "core": resource.getrlimit(resource.RLIMIT_CORE)[0],
        "blas": os.environ["OPENBLAS_NUM_THREADS"],
        "temporary": tempfile.gettempdir(),
        "threads": threading.active_count(),
    }
    return json.dumps(seen).encode()


def litter(payload: bytes) -> bytes:
    """Leaves a temporary file and a running program, notes them at the path given, and hangs."""
    folder = tempfile.mkdtemp()
    Path(folder, "left").write_bytes(b"behind")
    program = subprocess.Popen(["sleep", "60"])
    Path(os.fsdecode(payload)).write_text(f"{folder}\n{program.pid}")
    time.sleep(60)
    return b"never"
