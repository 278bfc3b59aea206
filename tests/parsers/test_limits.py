"""Every bound in every format that has it: one sentence that names limit, value and option."""

from __future__ import annotations

import asyncio
import bz2
import gzip
import io
import lzma
import re
import time
import zipfile
from collections.abc import Iterator
from dataclasses import fields

import pytest

from parsers.test_contract import SAMPLES
from ragstone.errors import LimitExceeded
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import PARSE, ParseRequest
from ragstone.limits import MIB, Limits
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import (
    make_docx,
    make_odp,
    make_ods,
    make_odt,
    make_pptx,
    make_xls,
    make_xlsb,
    make_zip,
    xlsb_cell,
    xlsb_row,
)

Case = tuple[str, float, str, bytes]

#: A file of each format that is over a tiny bound, by its row in the catalogue.
PACKAGES = ("docx", "pptx", "xlsx", "xlsb", "epub", "odt", "ods", "odp")
PACKED = ("gzip", "bzip2", "xz")
ROWS = {
    "unpacked_bytes": (*PACKAGES, "zip", *PACKED),
    "archive_members": (*PACKAGES, "zip", "tar", "gzip", "eml", "msg", "mbox"),
    "table_cells": (
        *("docx", "html", "mhtml", "markdown", "notebook", "odt", "fodt", "rtf"),
        "restructuredtext",
    ),
    "sheet_cells": ("csv", "xlsx", "xls", "xlsb", "ods"),
    "pages": ("pdf", "pptx", "odp"),
}
BOUNDS: dict[str, float] = {"unpacked_bytes": 100}
DEPTH = 60
DEEP: dict[str, tuple[str, bytes]] = {
    "rtf": ("a.rtf", rb"{\rtf1 " + b"{" * DEPTH + b"deep" + b"}" * DEPTH + b"}"),
    "html": ("a.html", b"<div>" * DEPTH + b"deep"),
    "xml": ("a.xml", b"<a>" * DEPTH),
    "yaml": ("a.yaml", b"- " * DEPTH + b"deep"),
}
#: Bounds that refuse no whole document: pictures past it are placed and not taken out, a member
#: that is too deep is named. Those of fetching are tested with it.
WITHOUT_ERROR = {"picture_bytes", "nesting_depth"}
ELSEWHERE = {"fetch_seconds", "redirects", "picture_pixels"}
IN_THE_SANDBOX = {"parse_seconds": 0.001, "parse_memory_bytes": 1}


def _cases() -> Iterator[Case]:
    for row, (make, filename, _) in SAMPLES.items():
        payload = make()
        yield "file_bytes", len(payload) - 1, filename, payload
        if row != "image":
            yield "text_characters", 5, filename, payload
    for limit, rows in ROWS.items():
        for row in rows:
            make, filename, _ = SAMPLES[row]
            yield limit, BOUNDS.get(limit, 1), filename, make()
    for row in PACKAGES:
        make, filename, _ = SAMPLES[row]
        yield "unpack_ratio", 5, filename, _with_a_bomb(make())
    yield "unpack_ratio", 5, "a.zip", make_zip({"bomb.txt": bytes(3 * MIB)})
    for name, pack in (("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)):
        yield "unpack_ratio", 5, f"a.txt.{name}", pack(bytes(3 * MIB))
    for filename, payload in DEEP.values():
        yield "markup_depth", DEPTH // 2, filename, payload


def _with_a_bomb(payload: bytes) -> bytes:
    held = io.BytesIO(payload)
    with zipfile.ZipFile(held, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", bytes(3 * MIB))
    return held.getvalue()


CASES = list(_cases())


@pytest.mark.parametrize(
    ("limit", "allowed", "filename", "payload"),
    CASES,
    ids=[f"{limit}-{filename}" for limit, _, filename, _ in CASES],
)
def test_a_bound_that_is_passed_is_named_with_its_value_and_option(
    limit: str, allowed: float, filename: str, payload: bytes
) -> None:
    source = Source.from_bytes(payload, filename, limits=Limits(**{limit: allowed}))
    started = time.process_time()
    with pytest.raises(LimitExceeded) as caught:
        read_document(source)
    assert time.process_time() - started < 1
    error = caught.value
    assert error.limit == limit
    assert isinstance(error.value, int | float)
    assert error.value > allowed
    assert error.allowed == allowed
    assert error.option.startswith(f"--limit {limit}=")
    assert str(error).startswith(filename)


@pytest.mark.parametrize("row", ["zip", "tar", "gzip", "bzip2", "xz", "eml", "msg"])
def test_what_is_nested_too_deeply_is_named_with_the_option(row: str) -> None:
    make, filename, _ = SAMPLES[row]
    source = Source.from_bytes(make(), filename, limits=Limits(nesting_depth=0))
    document = read_document(source)
    assert document.members
    assert all("--limit nesting_depth=1," in member.error for member in document.members)


@pytest.mark.parametrize("limit", IN_THE_SANDBOX)
def test_a_bound_of_the_sandbox_is_named_in_the_same_way(limit: str) -> None:
    async def parse() -> None:
        limits = Limits(**{limit: IN_THE_SANDBOX[limit]})
        async with Sandbox(workers=1, limits=limits) as sandbox:
            source = Source.from_text("The gate opens at seven.", "a.txt")
            await sandbox.call(PARSE, ParseRequest.of(source).pack(), name="a.txt")

    with pytest.raises(LimitExceeded) as caught:
        asyncio.run(parse())
    assert caught.value.limit == limit
    value = caught.value.value
    assert value == "more" or (isinstance(value, int | float) and value > IN_THE_SANDBOX[limit])
    assert caught.value.option.startswith(f"--limit {limit}=")
    assert str(caught.value).startswith("a.txt: ")


def test_every_bound_is_met_here_or_known_to_be_met_elsewhere() -> None:
    met = {limit for limit, *_ in CASES} | set(IN_THE_SANDBOX)
    assert {field.name for field in fields(Limits)} == met | WITHOUT_ERROR | ELSEWHERE


PARAGRAPHS = 20_000
LONG = {
    "a.docx": lambda: _with(
        make_docx([("", "MARK")]),
        "word/document.xml",
        re.compile(rb"<w:p>(?:(?!</w:p>).)*MARK.*?</w:p>", re.DOTALL),
    ),
    "a.odt": lambda: make_odt(f"<text:p>{'gate ' * 9}</text:p>" * PARAGRAPHS),
    "a.ods": lambda: make_ods(
        '<table:table table:name="C">'
        + "<table:table-row><table:table-cell><text:p>gate</text:p></table:table-cell>"
        "</table:table-row>" * PARAGRAPHS + "</table:table>"
    ),
    "a.txt": lambda: b"gate gate\n\n" * PARAGRAPHS,
    "a.md": lambda: b"gate gate\n\n" * PARAGRAPHS,
    "a.html": lambda: b"<p>gate gate</p>" * PARAGRAPHS,
    "a.csv": lambda: b"gate,gate\n" * PARAGRAPHS,
    "a.rtf": lambda: rb"{\rtf1 " + rb"gate gate\par " * PARAGRAPHS * 5 + b"}",
    "a.eml": lambda: b"From: a@b\nSubject: c\n\n" + b"gate gate\n\n" * PARAGRAPHS * 10,
    "a.xls": lambda: make_xls([[f"gate {number}" * 9] for number in range(PARAGRAPHS)]),
    "a.odp": lambda: make_odp(
        "<draw:page><draw:frame><draw:text-box>"
        + "<text:p>gate gate</text:p>" * PARAGRAPHS * 2
        + "</draw:text-box></draw:frame></draw:page>"
    ),
    "a.pptx": lambda: _with(
        make_pptx([("Gates", ["MARK"])]),
        "ppt/slides/slide1.xml",
        re.compile(rb"<a:p>(?:(?!</a:p>).)*MARK.*?</a:p>", re.DOTALL),
    ),
    "a.xlsb": lambda: make_xlsb(
        [("Catch", 0, b"".join(xlsb_row(n, [xlsb_cell(0, "gate")]) for n in range(PARAGRAPHS)))]
    ),
}


def _with(
    payload: bytes,
    part: str,
    pattern: re.Pattern[bytes],
    around: tuple[bytes, bytes, bytes] = (b"", b"%b", b""),
    times: int = PARAGRAPHS,
) -> bytes:
    """The package with what `pattern` finds in `part` repeated, each time in the second of what is
    `around` it.
    """
    old = zipfile.ZipFile(io.BytesIO(payload))
    members = {name: old.read(name) for name in old.namelist()}
    before, each, behind = around
    members[part] = pattern.sub(
        lambda found: before + each % found[0] * times + behind, members[part], count=1
    )
    return make_zip(members)


CELL = "<table:table-cell><text:p>gate</text:p></table:table-cell>"
ROW = f"<table:table-row>{CELL}</table:table-row>"
#: The text of one table alone.
TABLES = {
    "table.docx": lambda: _with(
        make_docx([("", "MARK")]),
        "word/document.xml",
        re.compile(rb"<w:p>(?:(?!</w:p>).)*MARK.*?</w:p>", re.DOTALL),
        (b"<w:tbl>", b"<w:tr><w:tc>%b</w:tc></w:tr>", b"</w:tbl>"),
        PARAGRAPHS // 4,
    ),
    "table.odt": lambda: make_odt(f"<table:table>{ROW * PARAGRAPHS}</table:table>"),
    "repeated.odt": lambda: make_odt(
        f"<table:table><table:table-row>{CELL}<table:table-cell "
        f'table:number-columns-repeated="1000000"><text:p>{"gate " * 99}</text:p>'
        "</table:table-cell></table:table-row></table:table>"
    ),
    "table.rtf": lambda: rb"{\rtf1 " + rb"\trowd\cellx900\intbl gate\cell\row " * PARAGRAPHS + b"}",
    "table.html": lambda: b"<table>" + b"<tr><td>gate" * PARAGRAPHS + b"</table>",
}
LONG |= TABLES


@pytest.mark.parametrize("filename", LONG)
def test_a_long_file_is_given_up_soon_after_the_bound_and_not_at_its_end(filename: str) -> None:
    payload = LONG[filename]()
    source = Source.from_bytes(payload, filename, limits=Limits(text_characters=1000))
    started = time.process_time()
    with pytest.raises(LimitExceeded):
        read_document(source)
    assert time.process_time() - started < 1
