"""Without any network: the product works, and nothing tries to leave the machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples" / "documents"


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_the_examples_are_ingested_and_found_without_a_network(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    assert unshare is not None, "util-linux is needed for this test"
    kb = tmp_path / "kb"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [unshare, "-rn", sys.executable, "-m", "ragstone.cli", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    done = run("ingest", str(EXAMPLES), "--kb", str(kb))
    assert done.returncode == 0, done.stderr
    found = run("search", "什么是检索增强生成", "--kb", str(kb), "--json")
    hits = json.loads(found.stdout)
    assert "检索增强生成" in hits[0]["citation"]["quote"]
