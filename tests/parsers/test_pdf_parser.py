from __future__ import annotations

import contextlib
import re
import threading
import unicodedata

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from ragstone.errors import (
    CorruptDocument,
    EmptyDocument,
    EncryptedDocument,
    LimitExceeded,
    ParseError,
)
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.provenance import BBox
from ragstone.model.span import Span
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.sources.source import Source
from samples import drawn, make_drawn_pdf, make_encrypted_pdf, make_pdf

TWO_PAGES = make_pdf(
    [["Tide tables", "High water at six in the morning."], ["潮汐表", "六时高潮。"]]
)


def read(data: bytes, **rest: object) -> Document:
    return PdfParser().read(Source.from_bytes(data, "sample.pdf", **rest))


def squashed(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).replace("\x02", "-")


def in_page_space(box: BBox, page: pypdfium2.PdfPage) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of a box on the page as shown, with 1 pt of slack."""
    left, bottom, right, top = page.get_bbox()
    x0, y0, x1, y1 = box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1
    turned = {
        0: (left + x0, top - y1, left + x1, top - y0),
        90: (left + y0, bottom + x0, left + y1, bottom + x1),
        180: (right - x1, bottom + y0, right - x0, bottom + y1),
        270: (right - y1, top - x1, right - y0, top - x0),
    }
    return turned[page.get_rotation()]


def text_inside(file: pypdfium2.PdfDocument, boxes: tuple[BBox, ...]) -> str:
    found: list[str] = []
    for box in boxes:
        page = file[(box.page or 1) - 1]
        text_page = page.get_textpage()
        found.append(text_page.get_text_bounded(*in_page_space(box, page)))
        text_page.close()
        page.close()
    return squashed("".join(found))


def assert_every_line_is_inside_its_boxes(data: bytes) -> None:
    document = read(data)
    assert document.elements
    file = pypdfium2.PdfDocument(data)
    try:
        for element in document.elements:
            starts = [line.start for line in element.lines]
            for line, end in zip(element.lines, [*starts[1:], len(element.text)], strict=True):
                quote = squashed(element.text[line.start : end])
                assert quote in text_inside(file, line.provenance.boxes)
    finally:
        file.close()


def test_each_page_is_a_section_that_knows_its_number() -> None:
    sections = read(TWO_PAGES).sections()

    assert [section.metadata["page"] for section in sections] == [1, 2]
    assert "High water" in sections[0].text
    assert "潮汐表" in sections[1].text


def test_a_quotation_is_found_again_inside_the_boxes_that_its_section_cites() -> None:
    section = read(TWO_PAGES).sections()[0]
    start = section.text.index("six in the")
    file = pypdfium2.PdfDocument(TWO_PAGES)

    place = section.place(Span(start, start + 10))

    assert "sixinthe" in text_inside(file, place.boxes)
    file.close()


@pytest.mark.parametrize("page", [b"", b"/Rotate 90", b"/Rotate 180", b"/Rotate 270"])
@pytest.mark.parametrize("crop", [b"", b"/CropBox [30 50 500 800]"])
def test_every_line_is_found_inside_its_boxes(page: bytes, crop: bytes) -> None:
    content = drawn("Berth fees are paid by the night.", 80, 600) + drawn("港口须知", 80, 560, 18)

    assert_every_line_is_inside_its_boxes(make_drawn_pdf([content], page + crop))


@pytest.mark.parametrize(("rotate", "size"), [(b"", (595, 842)), (b"/Rotate 90", (842, 595))])
def test_boxes_are_those_of_the_page_as_shown(rotate: bytes, size: tuple[int, int]) -> None:
    content = drawn("The quay is closed at night.", 100, 700)

    box = read(make_drawn_pdf([content], rotate)).elements[0].provenance.boxes[0]

    assert (box.page_width, box.page_height) == size
    assert 0 <= box.x0 < box.x1 <= box.page_width
    assert 0 <= box.y0 < box.y1 <= box.page_height
    if not rotate:
        assert box.x0 == pytest.approx(100, abs=1.5)
        assert box.y1 == pytest.approx(842 - 700, abs=4)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.text("abc DE潮汐港口。,-1", min_size=1, max_size=30), min_size=1, max_size=12))
def test_any_text_is_found_inside_its_boxes(lines: list[str]) -> None:
    data = make_pdf([["start", *lines]])

    assert_every_line_is_inside_its_boxes(data)


def test_facts_come_from_the_information_dictionary() -> None:
    info = (
        b"/Title (Tide rules) /Author (A. Keeper; B. Pilot) /CreationDate (D:20240314090000+02'00')"
    )

    facts = read(make_drawn_pdf([drawn("x", 80, 700)], info=info)).facts

    assert facts["title"] == "Tide rules"
    assert facts["authors"] == ["A. Keeper", "B. Pilot"]
    assert facts["created"] == "2024-03-14T09:00:00+02:00"
    assert facts["page_count"] == 1


def test_a_locked_file_is_refused_with_cause_and_remedy() -> None:
    with pytest.raises(EncryptedDocument) as caught:
        read(make_encrypted_pdf([["secret"]], password="tide"))

    assert str(caught.value).startswith("sample.pdf: ")
    assert "password" in str(caught.value)


def test_the_right_password_opens_a_locked_file() -> None:
    parser = PdfParser(PdfParser.Parameters(password=SecretStr("tide")))
    data = make_encrypted_pdf([["The vault is open."]], password="tide")

    assert "vault" in parser.read(Source.from_bytes(data, "a.pdf")).elements[0].text


def test_a_wrong_password_is_called_wrong() -> None:
    parser = PdfParser(PdfParser.Parameters(password=SecretStr("ebb")))

    with pytest.raises(EncryptedDocument, match="wrong"):
        parser.read(Source.from_bytes(make_encrypted_pdf([["x"]], password="tide"), "a.pdf"))


def test_the_empty_password_is_tried() -> None:
    assert read(make_encrypted_pdf([["Open to all."]], password="")).elements[0].text


def test_no_bytes_are_an_empty_document() -> None:
    with pytest.raises(EmptyDocument, match=r"sample\.pdf"):
        read(b"")


def test_bytes_that_are_no_pdf_are_a_corrupt_document() -> None:
    with pytest.raises(CorruptDocument, match="damaged"):
        read(b"%PDF-1.4\n" + bytes(range(256)))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, len(TWO_PAGES)), st.integers(0, 255))
def test_damage_anywhere_gives_a_document_or_a_parse_error(at: int, byte: int) -> None:
    for damaged in (TWO_PAGES[:at], TWO_PAGES[:at] + bytes([byte]) + TWO_PAGES[at + 1 :]):
        with contextlib.suppress(ParseError):
            read(damaged)


def test_a_page_without_text_is_a_warning_and_the_rest_is_kept() -> None:
    document = read(make_pdf([["First page."], [], ["Third page."]]))

    assert document.warnings == ("page 2 has no text",)
    assert [section.metadata["page"] for section in document.sections()] == [1, 3]


def test_a_page_of_only_a_picture_looks_scanned() -> None:
    picture = b"q 500 0 0 700 40 40 cm /Im1 Do Q"

    assert read(make_drawn_pdf([picture])).warnings == ("page 1 has no text; it looks scanned",)


def test_more_pages_than_the_limit_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="pages"):
        read(make_pdf([["a"], ["b"], ["c"]]), limits=Limits(pages=2))


def test_more_text_than_the_limit_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="text_characters"):
        read(TWO_PAGES, limits=Limits(text_characters=10))


def test_the_strategy_has_the_name_by_which_it_is_asked_for() -> None:
    assert read(TWO_PAGES).strategy == "fast"


def test_the_same_bytes_give_the_same_document() -> None:
    assert read(TWO_PAGES).to_dict() == read(TWO_PAGES).to_dict()


def test_several_threads_may_read_at_once() -> None:
    expected = read(TWO_PAGES).to_dict()
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(read(TWO_PAGES).to_dict())) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [expected] * 4


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValidationError):
        PdfParser.Parameters(colour="red")  # type: ignore[call-arg]


def test_each_page_that_is_read_is_told_damaged_ones_too() -> None:
    told: list[tuple[int, int]] = []
    broken = make_pdf([["a"], ["b"], ["c"]]).replace(b"/Type /Page ", b"/Type /Pale ", 1)
    read(broken, progress=lambda *pages: told.append(pages))

    assert told == [(1, 3), (2, 3), (3, 3)]


def test_of_the_pages_asked_for_those_are_told() -> None:
    told: list[tuple[int, int]] = []
    source = Source.from_bytes(
        make_pdf([["a"], ["b"], ["c"]]), "a.pdf", progress=lambda *pages: told.append(pages)
    )
    PdfParser(PdfParser.Parameters(pages="2-")).read(source)

    assert told == [(1, 2), (2, 2)]
