"""Labelled sets for retrieval: texts, questions, and which characters answer them.

    sets = load_retrieval_sets(Path("chunk-dev"))

Two layouts are read from one folder: `questions.json`, a list of {question, corpus, spans} with the
texts in `CORPUS.md` beside it; and `*.json` in SQuAD's form, each paragraph a text of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragstone.errors import ParameterError
from ragstone.model.span import Span

QUESTIONS_FILE = "questions.json"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the text that answers it and the gold spans in that text (code points)."""

    text: str
    corpus: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """Texts by file name, and the questions about them."""

    name: str
    texts: Mapping[str, str]
    questions: tuple[Question, ...]


def load_retrieval_sets(folder: Path) -> list[LabelledSet]:
    """Every labelled set in `folder`; `ParameterError` says what is missing or wrong."""
    if not folder.is_dir():
        raise ParameterError(f"{folder} is not a folder; give one that holds {QUESTIONS_FILE}")
    found: list[LabelledSet] = []
    if (folder / QUESTIONS_FILE).exists():
        found.append(_load_corpora(folder))
    squads = (path for path in sorted(folder.glob("*.json")) if path.name != QUESTIONS_FILE)
    found.extend(_load_squad(path) for path in squads)
    if not found:
        raise ParameterError(
            f"{folder} holds neither {QUESTIONS_FILE} nor a *.json of SQuAD's form"
        )
    return found


def _load_corpora(folder: Path) -> LabelledSet:
    rows = _json(folder / QUESTIONS_FILE)
    try:
        questions = tuple(
            Question(
                row["question"], f"{row['corpus']}.md", tuple(Span(*span) for span in row["spans"])
            )
            for row in rows
        )
        names = sorted({question.corpus for question in questions})
        if outside := [name for name in names if Path(name).name != name]:
            raise ParameterError(f"{QUESTIONS_FILE}: {outside[0]} is not a file of its folder")
        texts = {name: (folder / name).read_bytes().decode("utf-8") for name in names}
    except (KeyError, TypeError, OSError, UnicodeDecodeError) as error:
        raise ParameterError(
            f"{QUESTIONS_FILE} is not a list of question, corpus, spans with its texts beside it "
            f"({error})"
        ) from error
    return _checked(LabelledSet(folder.name, texts, questions), QUESTIONS_FILE)


def _load_squad(path: Path) -> LabelledSet:
    texts: dict[str, str] = {}
    questions: list[Question] = []
    try:
        for context, name, asked in _paragraphs(_json(path)):
            texts[name] = context
            for row in asked:
                spans = tuple(
                    Span(answer["answer_start"], answer["answer_start"] + len(answer["text"]))
                    for answer in row["answers"]
                )
                questions.append(Question(row["question"], name, spans))
    except (KeyError, TypeError) as error:
        raise ParameterError(f"{path.name} is not in SQuAD's form ({error} is missing)") from error
    return _checked(LabelledSet(path.stem, texts, tuple(questions)), path.name)


def _checked(labelled: LabelledSet, file: str) -> LabelledSet:
    """`labelled` as it is; `ParameterError` names the first question that measures nothing."""
    if not labelled.questions:
        raise ParameterError(f"{file} holds no question; give one at least")
    for number, question in enumerate(labelled.questions, 1):
        length = len(labelled.texts[question.corpus])
        if not isinstance(question.text, str) or not question.text.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ParameterError(f"{file}: question {number} is no text")
        if not question.spans:
            raise ParameterError(f"{file}: question {number} has no span; leave it out")
        for span in question.spans:
            whole = all(type(edge) is int for edge in span)
            if not whole or not 0 <= span.start < span.end <= length:
                raise ParameterError(
                    f"{file}: question {number}: [{span.start}, {span.end}] is no span of "
                    f"{question.corpus}, which has {length} characters; a span is [start, end]"
                )
    return labelled


def _paragraphs(content: Any) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    for i, article in enumerate(content["data"]):
        for j, paragraph in enumerate(article["paragraphs"]):
            yield paragraph["context"], f"{i:04}-{j:03}.txt", paragraph["qas"]


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParameterError(f"{path.name} is not JSON ({error})") from error
