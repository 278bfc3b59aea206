"""Files that are cut off, or have lost the table of their objects: what is there is read."""

from __future__ import annotations

import tracemalloc
import zlib

import pytest

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.parsers.pdf.page_image import PageImages
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.parsers.pdf.plain_text import plain_texts
from ragstone.parsers.pdf.recovery import recovered
from ragstone.sources.source import Source
from samples import make_encrypted_pdf, make_pdf

WHOLE = make_pdf([["High water at six."], ["Low water at noon."]])

CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"
PAGES = b"<</Type/Pages/Kids[4 0 R 6 0 R]/Count 2>>"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def page(contents: int) -> bytes:
    return (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]"
        b"/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>" % contents
    )


def content(*lines: str) -> bytes:
    shown = b"".join(
        b"BT /F 12 Tf 72 %d Td (%s) Tj ET\n" % (700 - 20 * number, text.encode())
        for number, text in enumerate(lines)
    )
    return b"<</Length %d>>stream\n%s\nendstream" % (len(shown), shown)


FIRST, SECOND = content("High water at six."), content("Low water at noon.")
#: Numbers 3 to 7: two pages without what leads to them.
LEAVES = {3: FONT, 4: page(5), 5: FIRST, 6: page(7), 7: SECOND}


def written(objects: dict[int, bytes]) -> bytes:
    """The objects in this order, with no table and no trailer."""
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, body) for number, body in objects.items())
    return b"%PDF-1.7\n" + body


def read(data: bytes) -> Document:
    return PdfParser().read(Source.from_bytes(data, "cut.pdf"))


def texts(data: bytes) -> list[str]:
    return [element.text for element in read(data).elements]


@pytest.mark.parametrize("lost", [30, 60, 100, 130])
def test_a_file_without_its_last_bytes_is_read_whole(lost: int) -> None:
    assert texts(WHOLE[:-lost]) == texts(WHOLE)


def test_what_was_done_is_a_warning() -> None:
    [warning] = read(WHOLE[:-100]).warnings

    assert "damaged or cut off" in warning


def test_a_whole_file_has_no_warning() -> None:
    assert read(WHOLE).warnings == ()


def test_pages_are_found_without_a_catalogue() -> None:
    assert texts(written({2: PAGES, **LEAVES})) == ["High water at six.", "Low water at noon."]


def test_pages_are_found_without_the_list_of_pages() -> None:
    assert texts(written(LEAVES)) == ["High water at six.", "Low water at noon."]


def test_a_catalogue_that_leads_to_nothing_is_passed_over() -> None:
    assert texts(written({1: CATALOGUE, **LEAVES})) == ["High water at six.", "Low water at noon."]


def test_of_two_versions_of_an_object_the_last_holds() -> None:
    old = written({1: CATALOGUE, 2: PAGES, **LEAVES})
    newer = written({7: content("Low water at one.")}).removeprefix(b"%PDF-1.7\n")

    assert texts(old + newer) == ["High water at six.", "Low water at one."]


def test_pages_are_found_in_object_streams() -> None:
    packed = {1: CATALOGUE, 2: PAGES, 3: FONT, 4: page(5), 6: page(7)}
    offsets = [sum(len(body) + 1 for body in list(packed.values())[:n]) for n in range(len(packed))]
    front = b" ".join(b"%d %d" % pair for pair in zip(packed, offsets, strict=True)) + b"\n"
    inside = zlib.compress(front + b" ".join(packed.values()))
    stream = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (
        len(packed),
        len(front),
        len(inside),
        inside,
    )

    assert texts(written({8: stream, 5: FIRST, 7: SECOND})) == [
        "High water at six.",
        "Low water at noon.",
    ]


def object_stream(numbers: bytes, objects: bytes, count: int) -> bytes:
    inside = zlib.compress(numbers + objects)
    return b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (
        count,
        len(numbers),
        len(inside),
        inside,
    )


def test_objects_that_claim_the_same_bytes_take_no_more_memory_than_these() -> None:
    pairs = b"".join(b"%d 0 %d 65000 " % (n, n + 1) for n in range(100, 4100, 2))
    data = written({**LEAVES, 8: object_stream(pairs, b"<</Producer(quill)>>" * 3500, 4000)})
    tracemalloc.start()
    mended = recovered(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert mended is not None
    assert peak < 5_000_000


def test_numbers_of_objects_that_nobody_refers_to_take_no_memory() -> None:
    data = written({**LEAVES, 8: object_stream(b"9 9 " * 20_000, b" ", 20_000)})
    tracemalloc.start()
    mended = recovered(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert mended is not None
    assert peak < 1_000_000


def test_a_number_of_thousands_of_digits_does_not_end_the_recovery() -> None:
    stream = object_stream(b"1" * 5000 + b" 0 ", b"<<>>", 1)

    assert texts(written({**LEAVES, 8: stream})) == ["High water at six.", "Low water at noon."]


def test_the_beginning_of_a_page_that_is_cut_off_is_read() -> None:
    long = content("High water at six.", "Low water at noon.", "High water at seven.")
    whole = written({1: CATALOGUE, 2: PAGES, 3: FONT, 4: page(5), 6: page(7), 7: SECOND, 5: long})

    found = " ".join(texts(whole[: whole.index(b"(High water at seven")]))

    assert "High water at six." in found
    assert "seven" not in found


def test_an_object_that_is_cut_off_is_left_out() -> None:
    whole = written({**LEAVES, 1: CATALOGUE, 2: PAGES})

    assert texts(whole[: whole.index(b"/Kids") + 8]) == ["High water at six.", "Low water at noon."]


def test_the_title_of_a_file_that_is_cut_off_is_kept() -> None:
    about = b"<</Producer(quill)/Title(Tides)>>"

    assert read(written({**LEAVES, 8: about})).facts["title"] == "Tides"


def test_a_file_with_nothing_left_is_refused() -> None:
    with pytest.raises(CorruptDocument, match="no page"):
        read(written({1: CATALOGUE, 2: PAGES}))


def test_pages_of_which_nothing_is_left_are_refused() -> None:
    with pytest.raises(CorruptDocument, match="no page"):
        read(written({4: page(5), 6: page(7)}))


def test_an_encrypted_file_without_its_end_is_refused() -> None:
    data = make_encrypted_pdf([["The vault."]], password="")

    with pytest.raises(CorruptDocument, match="no page"):
        read(data[: data.index(b"trailer")])


def test_bytes_that_are_no_pdf_cannot_be_recovered() -> None:
    assert [recovered(data) for data in (b"", b"no file", b"1 0 obj", b"endobj")] == [None] * 4


def test_mended_files_can_be_looked_at() -> None:
    data = WHOLE[:-100]

    with PageImages(data) as images:
        assert images.page_count == 2
    assert "High water" in next(iter(plain_texts(data)))


def test_a_file_made_for_the_web_is_read_past_its_first_trailer() -> None:
    front = written({9: b"<</Linearized 1/L 9999/N 1>>", 1: CATALOGUE})
    table = b"xref\n0 2\n0000000000 65535 f \n%010d 00000 n \ntrailer<</Size 10/Root 1 0 R>>\n"
    front += table % front.index(b"1 0 obj") + b"startxref\n0\n%%EOF\n"
    rest = written({2: PAGES, **LEAVES, 10: b"<</Filler(%s)>>" % (b"x" * 1100)})
    data = front + rest.removeprefix(b"%PDF-1.7\n")

    assert texts(data) == ["High water at six.", "Low water at noon."]
