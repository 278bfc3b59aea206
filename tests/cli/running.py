"""The command line in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

RAGSTONE = (sys.executable, "-m", "ragstone.cli")


def run(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command's exit code and what it wrote."""
    return subprocess.run(
        [*RAGSTONE, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
    )


def run_json(*arguments: str | Path, cwd: Path | None = None) -> Any:
    """The answer of a command that must succeed, read from its JSON."""
    done = run(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
