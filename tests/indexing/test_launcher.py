"""Processes that are made, and a parent that is killed while it makes them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from ragstone.errors import RagstoneError
from ragstone.indexing.launcher import Options, TemplateLauncher

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

#: A parent that starts a template, and, if asked, forks a child that holds copies of its sockets.
_PARENT = """\
    import os, sys, threading, time
    sys.path.insert(0, {here!r})
    from ragstone.indexing.launcher import Options, TemplateLauncher

    launcher = TemplateLauncher(Options(("slow_to_import",), 2**30))
    threading.Thread(target=launcher.start, daemon=True).start()
    while not os.path.exists({flag!r}):
        time.sleep(0.01)
    child = os.fork() if {forgets} else 1
    if child:
        print(child, flush=True)
    time.sleep(30)
    """
_SLOW = """\
    import os, pathlib, time
    pathlib.Path({flag!r} + ".new").write_text(str(os.getpid()))
    os.rename({flag!r} + ".new", {flag!r})
    time.sleep(1)
    """


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@on_linux
@pytest.mark.parametrize("forgets", [False, True])
def test_a_parent_killed_while_it_starts_a_template_leaves_no_process_and_no_file(
    tmp_path: Path, forgets: bool
) -> None:
    flag, scratch = tmp_path / "flag", tmp_path / "scratch"
    scratch.mkdir()
    names = {"here": str(tmp_path), "flag": str(flag), "forgets": forgets}
    (tmp_path / "slow_to_import.py").write_text(textwrap.dedent(_SLOW).format(**names))
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(_PARENT).format(**names))
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        template = int(flag.read_text())
        until = time.monotonic() + 10
        while _is_running(template) and time.monotonic() < until:
            time.sleep(0.02)
        if forgets:
            os.kill(child, signal.SIGKILL)
    assert not _is_running(template)
    assert list(scratch.iterdir()) == []


def test_a_temporary_folder_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    launcher = TemplateLauncher(Options((), 2**30))
    with pytest.raises(RagstoneError, match=r"could not be started \(.*No such file"):
        launcher.start()
    assert launcher.process_ids == ()
