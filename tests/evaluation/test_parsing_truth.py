from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragstone.errors import ParameterError
from ragstone.evaluation.parsing_truth import load_parsing_truths
from samples import make_pdf


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files and the transcript of one."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.pdf").write_bytes(make_pdf([["text"]]))
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth" / "b.md").write_text("# 潮汐", encoding="utf-8")
    return tmp_path


def test_a_folder_of_markdown_tells_of_files_of_the_same_name(folder: Path) -> None:
    [truth] = load_parsing_truths(folder, folder / "truth")
    assert (truth.file, truth.markdown, truth.tables) == (folder / "b.pdf", "# 潮汐", None)


def test_a_json_file_tells_of_tables(folder: Path) -> None:
    path = folder / "tables.json"
    path.write_text(json.dumps({"a": [{"page": 1, "rows": 1, "html": "<table/>"}]}))
    [truth] = load_parsing_truths(folder, path)
    assert truth.tables is not None
    assert (truth.file.name, truth.tables[0].page) == ("a.pdf", 1)


@pytest.mark.parametrize(
    "content", ["[", "[1]", '{"a": 1}', '{"a": [{"page": 1}]}'], ids=["1", "2", "3", "4"]
)
def test_a_json_file_of_another_form_is_refused(folder: Path, content: str) -> None:
    path = folder / "tables.json"
    path.write_text(content)
    with pytest.raises(ParameterError, match=r"tables\.json does not give a list of tables"):
        load_parsing_truths(folder, path)


def test_a_truth_without_its_file_is_given(folder: Path) -> None:
    (folder / "truth" / "c.md").write_text("text")
    truths = load_parsing_truths(folder, folder / "truth")
    assert [truth.file.name for truth in truths] == ["b.pdf", "c.pdf"]


def test_a_folder_with_none_of_the_files_is_refused(folder: Path) -> None:
    with pytest.raises(ParameterError, match=r"truth has none of the files .* no b\.pdf, …"):
        load_parsing_truths(folder / "truth", folder / "truth")


def test_what_is_missing_is_named(folder: Path) -> None:
    with pytest.raises(ParameterError, match="no is not a folder"):
        load_parsing_truths(folder / "no", folder / "truth")
    with pytest.raises(ParameterError, match="no is not there"):
        load_parsing_truths(folder, folder / "no")
    with pytest.raises(ParameterError, match="says nothing"):
        load_parsing_truths(folder, folder.parent)
