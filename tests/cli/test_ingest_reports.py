"""What `ragstone ingest` says of a document while it is being read."""

from __future__ import annotations

import pytest

from ragstone.cli.ingest import _LineReporter
from ragstone.indexing.events import IngestEvent, Stage


@pytest.mark.parametrize(
    ("done", "told"), [(None, "parsing    a.pdf\n"), (3, "parsing    a.pdf (3 of 40)\n")]
)
def test_how_far_it_is_read_stands_behind_its_name(
    done: int | None, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    total = None if done is None else 40
    event = IngestEvent(stage=Stage.PARSING, document="a.pdf", number=1, done=done, total=total)
    _LineReporter(verbose=True).show(event)

    assert capsys.readouterr().err == told


def test_a_warning_comes_when_it_is_known_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    reporter = _LineReporter(verbose=False)
    event = IngestEvent(stage=Stage.INDEXING, document="a.pdf", number=1, warnings=["too long"])
    reporter.show(event)
    assert capsys.readouterr().err == "warning    a.pdf: too long\n"
    warnings = ["no title", "too long"]
    reporter.show(event.model_copy(update={"stage": Stage.READY, "warnings": warnings}))
    assert capsys.readouterr().err == ("ready      a.pdf  0 chunks\nwarning    a.pdf: no title\n")
