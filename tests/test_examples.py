from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

EXAMPLES = Path(__file__).parent.parent / "examples"
DOCUMENTS = sorted((EXAMPLES / "documents").iterdir())


def test_the_script_writes_exactly_the_committed_documents(tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXAMPLES / "make_documents.py", tmp_path], check=True)

    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in DOCUMENTS}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_each_example_is_read_without_a_warning(path: Path) -> None:
    document = read_document(Source.from_path(path))

    assert document.warnings == ()
    assert document.sections()


@pytest.mark.parametrize(
    ("name", "quote"),
    [
        ("crane-safety.pdf", "At 16 metres per second all lifting stops"),
        ("crane-safety-zh.pdf", "风速达到每秒十六米时，停止一切起吊作业"),
        ("berth-fees.docx", "8 to 12 metres | 21 crowns | 14 crowns"),
        ("port-rules-zh.docx", "来访游艇按晚收费"),
        ("rag-basics-zh.md", "先从知识库中检索出与问题相关的片段"),
        ("ferry-timetable.html", "A single ticket costs 6 crowns"),
        ("fish-market-zh.txt", "每周二、四、六清晨五时开市"),
    ],
)
def test_the_sections_hold_what_the_documents_say(name: str, quote: str) -> None:
    document = read_document(Source.from_path(EXAMPLES / "documents" / name))

    assert any(quote in section.text for section in document.sections())


def test_the_running_head_of_the_handbook_stays_out_of_its_sections() -> None:
    document = read_document(Source.from_path(EXAMPLES / "documents" / "crane-safety.pdf"))

    assert len(document.sections()) == 3
    assert not any(
        "Crane safety on the cargo quay" in section.text for section in document.sections()[1:]
    )
