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
