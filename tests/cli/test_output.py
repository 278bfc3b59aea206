"""What is printed: answers that read back as they are, and nothing that commands a terminal."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstone.cli.output import print_data, print_json


@settings(
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=st.text(st.one_of(st.characters(), st.sampled_from("\x1b\x7f\x85\x9b\ud83d\udce9潮"))))
def test_any_text_reads_back_from_json_as_it_is(
    capsys: pytest.CaptureFixture[str], text: str
) -> None:
    print_json({"text": text})
    printed = capsys.readouterr().out
    assert json.loads(printed) == {"text": text}
    printed.encode()  # no lone surrogate is left to a stream that cannot carry it
    assert not any(character in printed for character in map(chr, [*range(0x7F, 0xA0), 0x1B]))


def test_json_keeps_chinese_readable(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"text": "潮汐"})
    assert "潮汐" in capsys.readouterr().out


def test_a_carriage_return_ends_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_data("one\r\ntwo\rthree")
    assert capsys.readouterr().out == "one\ntwo\nthree\n"


def test_what_commands_a_terminal_is_shown_as_a_replacement(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_data("a\x1b[31mb\x9bc")
    assert capsys.readouterr().out == "a\ufffd[31mb\ufffdc\n"
