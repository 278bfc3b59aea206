"""Presentations that are damaged, locked or hostile."""

from __future__ import annotations

import contextlib
import io
import random
import time
import zipfile
from typing import Any

import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from parsers.pptx_samples import (
    TITLE_ONLY,
    one_slide,
    package,
    paragraph,
    read,
    shape,
    texts,
)
from ragstone.errors import (
    CorruptDocument,
    EmptyDocument,
    EncryptedDocument,
    LimitExceeded,
    ParseError,
)
from ragstone.limits import MIB, Limits
from samples import make_zip


def test_0_bytes_are_an_empty_document() -> None:
    with pytest.raises(EmptyDocument):
        read(b"")


def test_a_locked_file_says_so() -> None:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500
    with pytest.raises(EncryptedDocument):
        read(head + "EncryptedPackage".encode("utf-16-le"))


def test_entities_are_refused_and_never_expanded() -> None:
    bomb = '<!DOCTYPE p [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'
    data = package(shape(paragraph("x")), parts={"ppt/slides/slide1.xml": f"{bomb}<p>&b;</p>"})
    with pytest.raises(CorruptDocument, match="document type"):
        read(data)


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    data = package(shape(paragraph("x")), parts={"ppt/media/big.bin": "0" * (4 * MIB)})
    with pytest.raises(LimitExceeded, match="unpack_ratio"):
        read(data, limits=Limits(unpack_ratio=100))


def test_groups_nested_without_end_are_refused() -> None:
    inside = shape(paragraph("deep"))
    for _ in range(300):
        inside = f"<p:grpSp>{inside}</p:grpSp>"
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read(package(inside))


def test_formulas_nested_without_end_are_no_crash() -> None:
    inside = "<m:r><m:t>x</m:t></m:r>"
    for _ in range(700):
        inside = f"<m:f><m:num>{inside}</m:num></m:f>"
    with contextlib.suppress(ParseError):
        read(package(shape(f"<a:p><a14:m><m:oMath>{inside}</m:oMath></a14:m></a:p>")))


def test_thousands_of_shapes_are_read_in_seconds() -> None:

    shapes = "".join(
        shape(
            paragraph(f"t{n}"),
            place=f'<a:xfrm><a:off x="{n % 60 * 150000}" y="{n // 60 * 60000}"/>'
            '<a:ext cx="140000" cy="50000"/></a:xfrm>',
        )
        for n in range(4000)
    )
    start = time.process_time()
    found = texts(package(shapes))

    assert len(found) == 4000
    assert time.process_time() - start < 10


def _mutants(data: bytes, count: int) -> list[bytes]:
    """The file with one part damaged inside a whole archive, and with damaged bytes of its own."""
    rng = random.Random(7)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    readable = [name for name in members if name.endswith((".xml", ".rels"))]
    found: list[bytes] = []
    for number in range(count):
        if number % 4 == 3:
            raw = bytearray(data)
            for _ in range(8):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            found.append(bytes(raw))
            continue
        name = rng.choice(readable)
        part = bytearray(members[name])
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(part))
            part[at : at + rng.randrange(0, 9)] = rng.randbytes(rng.randrange(0, 3))
        found.append(make_zip(members | {name: bytes(part)}))
    return found


def test_damaged_files_give_a_parse_error_or_a_document() -> None:
    def draw(slide: Any) -> None:
        slide.shapes.title.text = "Berths"
        frame = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(6), Inches(2))
        frame.table.cell(0, 0).text = "Fee"
        data = CategoryChartData()
        data.categories = ["Hake"]
        data.add_series("May", (1,))
        place = (Inches(1), Inches(4), Inches(5), Inches(2))
        slide.shapes.add_chart(XL_CHART_TYPE.PIE, *place, data)
        slide.notes_slide.notes_text_frame.text = "Say it."

    outcomes = set()
    for mutant in _mutants(one_slide(draw, TITLE_ONLY), 120):
        try:
            read(mutant)
            outcomes.add("read")
        except (ParseError, LimitExceeded):
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}
