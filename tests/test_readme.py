"""The READMEs and guides are true: every command prints what stands there, every Python example
runs, and prints what a block of text right below it says.

`pytest tests/test_readme.py --refresh` writes these outputs anew; read the diff.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ragstone.chunkers.catalog import CHUNKERS

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "README.zh-CN.md", "docs/chunking.md")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_PYTHON = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An empty folder with the examples in it, where the README's reader would stand."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def _environment() -> dict[str, str]:
    """The reader's, with `ragstone` on the path."""
    binaries = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}


def _answer(command: str, place: Path) -> str:
    """What a terminal would show."""
    done = subprocess.run(
        command,
        shell=True,
        cwd=place,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout


def _told(block: str, place: Path) -> str:
    """A console block with the output that its commands give now."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{_answer(command[2:], place)}" for command in commands)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_prints_what_the_readme_says(
    name: str, place: Path, request: pytest.FixtureRequest
) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = _CONSOLE.findall(text)
    assert blocks
    for block in blocks:
        told = _told(block, place)
        if request.config.getoption("--refresh"):
            text = text.replace(f"```console\n{block}```", f"```console\n{told}```")
        else:
            assert told == block
    if request.config.getoption("--refresh"):
        (ROOT / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_python_example_runs(name: str, place: Path, request: pytest.FixtureRequest) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = [match.groups() for match in _PYTHON.finditer(text)]
    assert blocks
    for block, output in blocks:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", block],
            cwd=place,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip(), "an example that shows nothing"
        if output is None:
            continue
        if request.config.getoption("--refresh"):
            shown = f"```python\n{block}```\n\n```text\n"
            text = text.replace(f"{shown}{output}```", f"{shown}{done.stdout}```")
        else:
            assert done.stdout == output
    if request.config.getoption("--refresh"):
        (ROOT / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_of_the_readme_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    folder = (ROOT / name).parent
    assert [
        link for link in links if not link.startswith("http") and not (folder / link).exists()
    ] == []


def test_the_guide_to_the_chunkers_has_a_row_for_each() -> None:
    text = (ROOT / "docs/chunking.md").read_text(encoding="utf-8")
    table = text.partition("## Which one")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(
        row.name for row in CHUNKERS.own
    )
