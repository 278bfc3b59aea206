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
from samples import make_docx, make_ods, make_odt, make_zip

Case = tuple[str, float, str, bytes]

#: A file of each format that is over a tiny bound, by its row in the catalogue.
PACKAGES = ("docx", "pptx", "xlsx", "xlsb", "epub", "odt", "ods", "odp")
PACKED = ("gzip", "bzip2", "xz")
ROWS = {
    "unpacked_bytes": (*PACKAGES, "zip", *PACKED),
    "archive_members": (*PACKAGES, "zip", "tar", "gzip", "eml", "msg", "mbox"),
    "nesting_depth": ("zip", "tar", "gzip", "bzip2", "xz", "eml", "msg"),
    "table_cells": ("docx", "html", "mhtml", "markdown", "notebook", "odt", "fodt", "rtf"),
    "sheet_cells": ("csv", "xlsx", "xls", "xlsb", "ods"),
    "pages": ("pdf", "pptx", "odp"),
}
BOUNDS: dict[str, float] = {"unpacked_bytes": 100, "nesting_depth": 0}
DEPTH = 60
DEEP: dict[str, tuple[str, bytes]] = {
    "rtf": ("a.rtf", rb"{\rtf1 " + b"{" * DEPTH + b"deep" + b"}" * DEPTH + b"}"),
}
#: Bounds that end in no error: pictures past it are placed and not taken out. Those of fetching are
#: tested with it.
WITHOUT_ERROR = {"picture_bytes"}
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
    for row in (*PACKAGES, "zip"):
        make, filename, _ = SAMPLES[row]
        yield "unpack_ratio", 5, filename, _with_a_bomb(make())
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
    assert error.option == f"Limits({limit}=...)"
    assert str(error).startswith(filename)


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
    assert caught.value.option == f"Limits({limit}=...)"
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
}


def _with(payload: bytes, part: str, pattern: re.Pattern[bytes]) -> bytes:
    """The package with what `pattern` finds in `part` repeated."""
    old = zipfile.ZipFile(io.BytesIO(payload))
    members = {name: old.read(name) for name in old.namelist()}
    members[part] = pattern.sub(lambda found: found[0] * PARAGRAPHS, members[part], count=1)
    return make_zip(members)


@pytest.mark.parametrize("filename", LONG)
def test_a_long_file_is_given_up_soon_after_the_bound_and_not_at_its_end(filename: str) -> None:
    payload = LONG[filename]()
    source = Source.from_bytes(payload, filename, limits=Limits(text_characters=1000))
    started = time.process_time()
    with pytest.raises(LimitExceeded):
        read_document(source)
    assert time.process_time() - started < 1
