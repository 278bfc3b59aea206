"""What a report says of one document, in words."""

from __future__ import annotations

import pytest

from ragstone.indexing.health import Health
from ragstone.views.report_page import report_page
from ragstone.views.report_text import findings, report_lines


def test_the_name_of_a_file_that_could_not_be_read_stands_once() -> None:
    health = Health(name="bad.pdf", error="bad.pdf: it is damaged; save it again")
    assert list(report_lines(health)) == ["bad.pdf: not read", "  it is damaged; save it again"]
    assert "<p>Not read: it is damaged; save it again</p>" in report_page("docs", [health])


def test_utf_8_that_is_certain_is_no_finding() -> None:
    for sure in (None, 1.0):
        assert not list(findings(Health(name="a", encoding="utf-8", encoding_confidence=sure)))


@pytest.mark.parametrize(("encoding", "sure"), [("gb18030", 1.0), ("utf-8", 0.9)])
def test_any_other_encoding_is_one(encoding: str, sure: float) -> None:
    [told] = findings(Health(name="a", encoding=encoding, encoding_confidence=sure))
    assert told == f"encoding: {encoding}, {sure:.0%} sure"


def test_one_document_is_counted_as_one() -> None:
    assert "<p>1 document, 0 not read</p>" in report_page("docs", [Health(name="a")])
