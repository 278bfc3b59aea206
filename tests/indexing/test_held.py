"""Answers read line by line: the same models from memory and from a file, never all at once."""

from __future__ import annotations

import gc
import tempfile
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from ragstone.indexing.held import Held, Lines


class Row(BaseModel):
    number: int
    text: str = ""


def packed(count: int, text: str = "") -> bytes:
    rows = (Row(number=number, text=text).model_dump_json() for number in range(count))
    return "".join(f"{row}\n" for row in ["{}", *rows]).encode()


@pytest.fixture(params=[0, 10**9], ids=["file", "memory"])
def in_memory(request: pytest.FixtureRequest) -> int:
    return request.param


def test_rows_come_in_order_and_by_number(in_memory: int) -> None:
    rows = Held(Lines(packed(1000), 3, in_memory=in_memory), Row)
    assert [row.number for row in rows] == list(range(1000))
    assert (len(rows), rows[0].number, rows[-1].number) == (1000, 0, 999)
    assert [row.number for row in rows[998:]] == [998, 999]
    with pytest.raises(IndexError):
        rows[1000]


def test_of_nothing_nothing_comes(in_memory: int) -> None:
    assert list(Held(Lines(b"{}\n", 3, in_memory=in_memory), Row)) == []


@pytest.mark.parametrize(("length", "most"), [(1, 256), (10_000, 103), (3_000_000, 1)])
def test_groups_are_bounded_by_number_and_size(length: int, most: int) -> None:
    lines = Lines(packed(300 if length < 100_000 else 3, "x" * length), 3)
    first, sizes = 0, list[int]()
    while first < len(lines):
        last = lines.group(first)
        sizes.append(last - first)
        first = last
    assert sum(sizes) == len(lines)
    assert max(sizes) <= most


def test_a_line_that_is_no_such_model_is_an_error_when_it_is_read() -> None:
    rows = Held(Lines(b'{"number": 1}\n{"number": "many"}\n'), Row)
    assert rows[0].number == 1
    with pytest.raises(ValidationError):
        list(rows)


def test_where_no_file_can_be_written_lines_stay_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert len(list(Held(Lines(packed(10), 3, in_memory=0), Row))) == 10


def test_the_file_goes_with_its_lines() -> None:
    lines = Lines(packed(10), 3, in_memory=0)
    file = lines._file  # pyright: ignore[reportPrivateUsage]
    del lines
    gc.collect()
    assert file.closed
