"""What kind of OLE2 file it is stands at its root."""

from __future__ import annotations

import io

import olefile
import pytest

from ragstone.parsers.compound import root_names
from ragstone.parsers.detect import detect
from samples import make_xls


def test_the_names_at_the_root_are_those_that_olefile_finds():
    payload = make_xls([[f"text {n}", n] for n in range(3000)])
    with olefile.OleFileIO(io.BytesIO(payload)) as ole:
        assert sorted(root_names(payload)) == sorted({parts[0] for parts in ole.listdir()})


@pytest.mark.parametrize("size", [0, 8, 100, 511, 600], ids=str)
def test_a_file_that_breaks_off_has_no_names(size: int):
    assert root_names(make_xls([["a"]])[:size]) == []


def test_a_chain_that_goes_round_in_circles_ends():
    payload = bytearray(make_xls([["a"]]))
    directory = int.from_bytes(payload[48:52], "little")
    table = int.from_bytes(payload[76:80], "little")
    at = (table + 1) * 512 + directory * 4
    payload[at : at + 4] = directory.to_bytes(4, "little")
    assert root_names(bytes(payload)) == ["Workbook"]


def test_the_name_of_another_format_inside_a_workbook_does_not_mislead():
    inner = "渔 __substg1.0_ WordDocument EncryptedPackage"
    payload = make_xls([[inner]])
    assert inner.encode("utf-16-le") in payload
    assert detect("a.xls", payload).media_type == "application/vnd.ms-excel"
