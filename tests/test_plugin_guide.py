"""docs/writing-a-plugin.md is true: its package passes the contracts and works when installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

GUIDE = Path(__file__).parent.parent / "docs" / "writing-a-plugin.md"
_FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)```", re.DOTALL | re.MULTILINE)
_CONSOLE = re.compile(r"```console\n\$ ([^\n]*)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide's files, with the metadata that installing them would make."""
    folder = tmp_path_factory.mktemp("acme")
    for name, content in _FILE.findall(GUIDE.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / "acme_rag-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in rows.items())
        for group, rows in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(points))
    return folder


def _environment(package: Path) -> dict[str, str]:
    binaries = str(Path(sys.executable).parent)
    path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(package)}


@pytest.mark.parametrize("name", ["TestQuestions", "TestLines", "TestWords", "TestLetters"])
def test_the_guides_members_pass_the_contracts(package: Path, name: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]
    done = subprocess.run(
        [*command, f"tests/test_contracts.py::{name}"],
        cwd=package,
        env=_environment(package),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_the_guides_command_prints_what_stands_there(package: Path, tmp_path: Path) -> None:
    [(command, told)] = _CONSOLE.findall(GUIDE.read_text(encoding="utf-8"))
    (tmp_path / "tides.qa").write_text(
        "Q: When is high water?\nAt six.\n\nQ: 什么时候退潮？\n十二点。\n", encoding="utf-8"
    )
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env=_environment(package),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.stdout == told


@pytest.mark.parametrize(
    "spec",
    [
        "token:chunk_size=3,chunk_overlap=0,tokenizer=words:longest=20",
        "sentence:max_tokens=3,tokenizer=words",
    ],
)
def test_the_guides_tokenizer_is_pinned_and_counts_in_the_processes_that_cut(
    package: Path, tmp_path: Path, spec: str
) -> None:
    (tmp_path / "tides.txt").write_text("High water stands at six. Low water stands at noon.")
    command = [sys.executable, "-m", "ragstone.cli", "ingest", "tides.txt", "--kb", "kb"]
    for options, told in (["--chunker", spec], "; 4 chunks"), ([], "1 unchanged"):
        done = subprocess.run(
            [*command, "--embedder", "none", *options],
            cwd=tmp_path,
            env=_environment(package),
            capture_output=True,
            text=True,
            check=False,
        )
        assert told in done.stdout, done.stderr
        assert done.returncode == 0


def test_the_guides_options_are_listed(package: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ragstone.cli", "doctor", "chunkers"],
        env=_environment(package),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "lines: one chunk a line\n" in done.stdout
    assert "  lines: integer  = 1\n      Lines in a chunk.\n" in done.stdout
    assert done.stderr == ""
