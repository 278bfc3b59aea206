"""Words divided at line ends."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given, settings

from pages import line
from ragstone.layout.hyphenation import Words


def joined(*texts: str, elsewhere: str = "") -> str:
    lines = [line(text) for text in texts]
    return Words([*lines, line(elsewhere)]).joined(lines)[0]


def test_a_divided_word_is_one_word() -> None:
    assert joined("the imple-", "mentation of it") == "the implementation of it"


def test_a_compound_that_the_document_writes_with_its_hyphen_keeps_it() -> None:
    assert joined("a tide-", "mark here", elsewhere="the tide-mark") == "a tide-mark here"


def test_a_word_that_the_document_writes_in_one_piece_is_one() -> None:
    assert joined("a self-", "ish keeper", elsewhere="a selfish man") == "a selfish keeper"


def test_first_parts_of_compounds_keep_their_hyphen() -> None:
    assert joined("a well-", "known keeper") == "a well-known keeper"


def test_ex_is_a_syllable_more_often_than_a_compounds_first_part() -> None:
    assert joined("to ex-", "clude it") == "to exclude it"


def test_a_word_in_capitals_is_one_where_the_document_writes_it_in_one_piece() -> None:
    assert joined("is OP-", "TIONAL here", elsewhere="an optional part") == "is OPTIONAL here"
    assert joined("with HMAC-", "SHA only", elsewhere="an optional part") == "with HMAC-SHA only"


def test_a_capital_or_a_number_after_the_hyphen_keeps_it() -> None:
    assert joined("Jean-", "Paul came") == "Jean-Paul came"
    assert joined("from 2019-", "2020 on") == "from 2019- 2020 on"


def test_chinese_lines_are_joined_without_a_blank() -> None:
    assert joined("船只进港", "须减速") == "船只进港须减速"


def test_rows_with_gaps_keep_their_lines() -> None:
    lines = [line("Fish 8", gapped=True), line("Hake 9", gapped=True)]

    assert Words(lines).joined(lines)[0] == "Fish 8\nHake 9"


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text("ab-潮 ", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=6))
def test_every_offset_is_where_its_line_begins(texts: list[str]) -> None:
    lines = [line(text) for text in texts]

    text, starts = Words(lines).joined(lines)

    for start, end, item in zip(starts, [*starts[1:], len(text)], lines, strict=True):
        piece = text[start:end].rstrip()
        assert item.text.startswith(piece)
        assert len(item.text) - len(piece) <= 1
