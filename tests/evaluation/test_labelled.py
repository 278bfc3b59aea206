"""Labelled sets: what is read, and what is refused before anything is measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragstone.errors import ParameterError
from ragstone.evaluation.labelled import load_retrieval_sets
from ragstone.model.span import Span


def labelled(folder: Path, *rows: dict[str, Any]) -> Path:
    (folder / "tides.md").write_text("High water is at noon.\n", encoding="utf-8")
    (folder / "questions.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


def row(**changes: Any) -> dict[str, Any]:
    return {"question": "When?", "corpus": "tides", "spans": [[14, 21]]} | changes


def test_questions_are_read_with_their_spans(tmp_path: Path) -> None:
    [found] = load_retrieval_sets(labelled(tmp_path, row()))
    [question] = found.questions
    assert found.texts[question.corpus][question.spans[0].start : question.spans[0].end] == (
        "at noon"
    )
    assert question.spans == (Span(14, 21),)


@pytest.mark.parametrize(
    "changes",
    [
        {"spans": [{"start": 14, "end": 21}]},
        {"spans": ["ab"]},
        {"spans": [[14, 9999]]},
        {"spans": [[21, 14]]},
        {"spans": [[14, 14]]},
        {"spans": []},
        {"question": 5},
        {"question": " "},
        {"corpus": "../tides"},
        {"corpus": "ebbs"},
    ],
    ids=str,
)
def test_a_label_that_measures_nothing_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=r"questions\.json"):
        load_retrieval_sets(labelled(tmp_path, row(), row(**changes)))


def test_a_set_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="no question"):
        load_retrieval_sets(labelled(tmp_path))
