from __future__ import annotations

import importlib

import pytest

from pdf_files import PdfBytes, type3_font
from ragstone.layout.fragment import Fragment
from ragstone.parsers.pdf.fragments import Fragments, fragments
from ragstone.parsers.pdf.pdfium import LOCK, open_file
from ragstone.parsers.pdf.styles import is_bold
from samples import drawn, make_drawn_pdf


def read(data: bytes) -> Fragments:
    with LOCK, open_file(data, None) as file, file.page(0) as page:
        return fragments(page.glyphs(), page.width, page.height)


def of(content: bytes, page: bytes = b"") -> list[Fragment]:
    return read(make_drawn_pdf([content], page)).found


def test_words_of_one_object_are_one_fragment_with_its_box() -> None:
    [fragment] = of(drawn("High water at six", 72, 700))

    assert fragment.text == "High water at six"
    assert (fragment.start, fragment.end) == (0, 17)
    assert fragment.x0 == pytest.approx(72, abs=0.5)
    assert fragment.y0 < 842 - 700 < fragment.y1


def test_a_gap_of_more_than_an_em_ends_a_fragment() -> None:
    found = of(b"BT /F1 10 Tf 1 0 0 1 60 690 Tm [(Reach) -1500 (Load)] TJ ET")

    assert [fragment.text for fragment in found] == ["Reach", "Load"]


def test_a_wide_step_after_a_real_blank_ends_a_fragment_too() -> None:
    found = of(b"BT /F1 10 Tf 1 0 0 1 60 690 Tm [(Reach ) -3000 (Load)] TJ ET")

    assert [fragment.text for fragment in found] == ["Reach", "Load"]


def test_kerned_capitals_that_are_spaced_out_keep_together() -> None:
    content = b"BT /F1 18 Tf 5 Tc 1 0 0 1 60 690 Tm [(T) 60 (ABLE) -400 (BA) 40 (Y)] TJ ET"

    assert [fragment.text for fragment in of(content)] == ["TABLE BAY"]


def test_text_printed_twice_is_read_once() -> None:
    content = drawn("Berth 14", 72, 700) + drawn("Tide", 72, 600) + drawn("Berth 14", 72.4, 700)

    assert [fragment.text for fragment in of(content)] == ["Berth 14", "Tide"]


def test_letters_each_printed_twice_are_read_once() -> None:
    letters = b"".join(
        drawn(letter, 72 + 9 * place + shift, 700)
        for place, letter in enumerate("DOCK")
        for shift in (0, 0.5)
    )

    assert [fragment.text for fragment in of(letters)] == ["DOCK"]


def test_thousands_of_equal_letters_are_compared_with_their_neighbours_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = 0
    module = importlib.import_module("ragstone.parsers.pdf.fragments")
    is_over = module._is_over

    def counted(first: Fragment, second: Fragment) -> bool:
        nonlocal compared
        compared += 1
        return is_over(first, second)

    monkeypatch.setattr(module, "_is_over", counted)
    found = of(b"".join(drawn("x", 40 + 25 * (n % 20), 20 + 8 * (n // 20)) for n in range(1500)))
    assert len(found) == 1500
    assert compared < 3000


def test_the_same_word_side_by_side_is_read_twice() -> None:
    found = of(drawn("had", 72, 700) + drawn("had", 98, 700))

    assert " ".join(fragment.text for fragment in found) == "had had"


def test_a_raised_number_is_a_fragment_of_its_own_without_a_blank() -> None:
    raised = b"BT /F1 12 Tf 1 0 0 1 72 700 Tm (area m) Tj /F1 7 Tf 5 Ts (2) Tj ET"

    first, second = of(raised)

    assert (first.text, second.text) == ("area m", "2")
    assert not first.blank_after
    assert not second.blank_before


@pytest.mark.parametrize(
    ("matrix", "turn"),
    [(b"1 0 0 1", 0), (b"0 -1 1 0", 1), (b"-1 0 0 -1", 2), (b"0 1 -1 0", 3)],
    ids=["upright", "clockwise", "upside-down", "counter-clockwise"],
)
def test_turned_text_is_read_in_its_own_direction(matrix: bytes, turn: int) -> None:
    [fragment] = of(b"BT /F1 12 Tf %s 300 400 Tm (Crane loads) Tj ET" % matrix)

    assert (fragment.text, fragment.style.turn) == ("Crane loads", turn)
    assert fragment.x1 - fragment.x0 > fragment.y1 - fragment.y0


def test_the_turn_of_the_page_counts() -> None:
    [fragment] = of(b"BT /F1 12 Tf 0 1 -1 0 300 400 Tm (Crane loads) Tj ET", b"/Rotate 90")

    assert fragment.style.turn == 0


def test_slanting_text_is_one_fragment_that_says_how_much_it_leans() -> None:
    [fragment] = of(b"BT /F1 30 Tf .7071 .7071 -.7071 .7071 150 300 Tm (DRAFT COPY) Tj ET")

    assert (fragment.text, fragment.style.lean) == ("DRAFT COPY", 45.0)


def test_signs_one_below_the_other_are_one_vertical_fragment() -> None:
    column = b"".join(drawn(sign, 300, 700 - 14 * place) for place, sign in enumerate("潮汐時刻表"))

    [fragment] = of(column)

    assert fragment.text == "潮汐時刻表"
    assert fragment.style.vertical


def test_signs_far_below_each_other_are_no_vertical_text() -> None:
    cells = b"".join(drawn(sign, 300, 700 - 40 * place) for place, sign in enumerate("是否是"))

    assert [fragment.text for fragment in of(cells)] == ["是", "否", "是"]


def test_text_cut_off_by_a_clip_is_left_out_and_counted() -> None:
    clipped = b"q 60 690 60 30 re W n " + drawn("Open to all the world", 60, 700) + b" Q"

    read_page = read(make_drawn_pdf([clipped]))

    [fragment] = read_page.found
    assert "Open to all the world".startswith(fragment.text)
    assert len(fragment.text) < 15
    assert read_page.clipped > 5


def test_a_clip_inside_a_form_is_moved_with_the_form() -> None:
    file = PdfBytes()
    form = file.stream(
        b"0 0 46 30 re W n BT /F1 12 Tf 1 0 0 1 0 10 Tm (Open to all) Tj ET",
        b"/Type /XObject /Subtype /Form /BBox [0 0 400 400] "
        b"/Resources << /Font << /F1 %d 0 R >> >>" % file.font,
    )
    file.page(b"q 1 0 0 1 300 500 cm /Fm Do Q", resources=b"/XObject << /Fm %d 0 R >>" % form)

    page = read(file.finished())

    assert page.found[0].text.startswith("Open to")
    assert 0 < page.clipped < 6


def test_glyphs_that_are_drawings_are_read() -> None:
    file = PdfBytes()
    font = type3_font(file, "Tide")
    file.page(
        b"BT /F3 12 Tf 1 0 0 1 72 700 Tm (abcd) Tj ET",
        resources=b"/ExtGState << >>",
    )
    file.objects[-1] = file.objects[-1].replace(b"/Font << ", b"/Font << /F3 %d 0 R " % font)

    assert [fragment.text for fragment in read(file.finished()).found] == ["Tide"]


def with_font(font: bytes, content: bytes) -> list[Fragment]:
    """The fragments of a page on which /F9 is this font."""
    file = PdfBytes()
    number = file.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % font
    )
    file.page(content)
    file.objects[-1] = file.objects[-1].replace(b"/Font << ", b"/Font << /F9 %d 0 R " % number)
    return read(file.finished()).found


def test_characters_past_the_first_plane_are_read_with_their_boxes() -> None:
    file = PdfBytes()
    font = type3_font(file, "𠮷田𝐱")
    file.page(b"BT /F3 10 Tf 1 0 0 1 72 700 Tm (ab) Tj 30 0 Td (cbc) Tj ET")
    file.objects[-1] = file.objects[-1].replace(b"/Font << ", b"/Font << /F3 %d 0 R " % font)

    page = read(file.finished())

    assert [fragment.text for fragment in page.found] == ["𠮷田", "𝐱田𝐱"]
    assert [(round(item.x0), round(item.x1)) for item in page.found] == [(72, 84), (102, 120)]
    assert page.unreadable == 0


@pytest.mark.parametrize(
    ("font", "drawing"),
    [(b"Times-Italic", b"[(of) -240 (mud)]"), (b"Times-Roman", b"[(self) -192 (just)]")],
)
def test_a_blank_that_overhangs_reach_into_is_one(font: bytes, drawing: bytes) -> None:
    found = with_font(font, b"BT /F9 10 Tf 1 0 0 1 72 700 Tm %s TJ ET" % drawing)

    assert [item.text in ("of mud", "self just") for item in found] == [True]


def test_a_blank_that_the_top_of_an_f_reaches_into_stands_before_another_font_too() -> None:
    content = b"BT /F9 10 Tf 72 700 Td (of) Tj 10.28 0 Td /F1 10 Tf (mud) Tj ET"
    found = with_font(b"Times-Italic", content)

    assert [(item.text, item.blank_before) for item in found] == [("of", False), ("mud", True)]


def test_letters_that_are_kerned_apart_behind_an_f_are_one_word() -> None:
    content = b"BT /F9 10 Tf 1 0 0 1 72 700 Tm [(of) -150 (ten)] TJ ET"

    assert [item.text for item in with_font(b"Times-Italic", content)] == ["often"]


@pytest.mark.parametrize(
    ("written", "text"),
    [("oﬃce", "office"), ("soft\u00adware", "software"), ("ﷲ", "الله"), ("㎏", "㎏")],
    ids=["ligature", "soft-hyphen", "presentation-form", "compatibility"],
)
def test_forms_of_the_font_are_folded_and_other_characters_stay(written: str, text: str) -> None:
    found = of(drawn(f"水{written}", 72, 700))

    assert "".join(fragment.text for fragment in found).replace("水", "") == text


def test_hebrew_is_in_logical_order_with_numbers_as_written() -> None:
    found = of(drawn("םלוע 4512 םולש", 72, 700))

    assert [fragment.text for fragment in found] == ["שלום", "4512", "עולם"]


def test_the_look_of_text_is_on_its_style() -> None:
    content = b"1 0 0 rg BT /F9 11 Tf 1 0 0 1 72 700 Tm (x = 1) Tj ET"

    style = with_font(b"ABCDEF+Courier-BoldOblique", content)[0].style

    assert (style.font, style.colour) == ("Courier-BoldOblique", 0xFF0000)
    assert (style.bold, style.monospaced, style.italic) == (True, True, True)


def test_blank_pages_have_no_fragments() -> None:
    assert of(b"") == []


def test_ideographs_in_a_font_of_fixed_pitch_are_no_typewriters_text() -> None:
    file = PdfBytes()
    chinese = file.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H "
        b"/DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light "
        b"/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> "
        b"/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 5 "
        b"/FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 "
        b"/StemV 80 >> >>] >>"
    )
    text = "潮汐".encode("utf-16-be").hex().encode()
    year = "2012".encode("utf-16-be").hex().encode()
    file.page(b"BT /F9 11 Tf 72 700 Td <%s> Tj 0 -40 Td <%s> Tj ET" % (text, year))
    file.objects[-1] = file.objects[-1].replace(b"/Font << ", b"/Font << /F9 %d 0 R " % chinese)

    found = read(file.finished()).found

    assert [(item.text, item.style.monospaced) for item in found] == [
        ("潮汐", False),
        ("2012", False),
    ]


def test_the_bold_fonts_of_tex_are_told_by_the_names_of_their_designs() -> None:
    assert all(map(is_bold, ("CMBX12", "CMSSBX10", "CMB10", "CMBXTI10", "SFBX1095", "ECBX1000")))
    assert not any(map(is_bold, ("CMR10", "CMSY10", "CMBSY10", "MSBM10", "SFRM1095", "CMTT10")))
