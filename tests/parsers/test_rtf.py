from __future__ import annotations

import base64
import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import CorruptDocument, EmptyDocument, LimitExceeded, ParseError
from ragstone.limits import Limits
from ragstone.model.block import Base64Source
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.parsers.rtf.parser import RtfParser
from ragstone.sources.source import Source
from samples import make_png

HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}"
    r"{\f1\fnil\fcharset134 SimSun{\*\falt \'cb\'ce\'cc\'e5};}{\f2\fcharset2 Symbol;}"
    r"{\f3\fcharset204 Times;}{\f4\fcharset128 Mincho;}}"
    r"{\stylesheet{\ql Normal;}{\s1\outlinelevel0 heading 1;}{\s2 heading 2;}{\*\cs10 Strong;}}"
)


def rtf(body: str, head: str = HEAD) -> bytes:
    return f"{head}{body}}}".encode("latin-1")


def read(data: bytes, **rest: object) -> Document:
    return RtfParser().read(Source.from_bytes(data, "sample.rtf", **rest))


def elements(body: str, head: str = HEAD) -> list[Element]:
    return list(read(rtf(body, head)).elements)


def texts(body: str, head: str = HEAD) -> list[str]:
    return [element.text for element in elements(body, head)]


# Characters


def test_paragraphs_end_where_they_say() -> None:
    assert texts(r"\pard One.\par Two\line more.\par\pard\plain Three") == [
        "One.",
        "Two\nmore.",
        "Three",
    ]


def test_line_ends_of_the_file_are_no_text() -> None:
    assert texts("\\pard One\r\n two.\\par") == ["One two."]


def test_signs_and_escaped_characters_are_text() -> None:
    body = r"\pard \{a\}\\b\~c\_d e\-f \ldblquote g\rdblquote\emdash h\'e9\par"

    assert texts(body) == [r"{a}\b c-d ef “g”—hé"]


def test_unicode_is_read_and_its_fallback_is_not() -> None:
    assert texts(r"\pard\uc1 \u28526?\u27728\'3f x\uc2 \u233ab!\uc0 \u233 e\par") == ["潮汐 xé!ée"]


def test_characters_beyond_the_basic_plane_come_in_two_halves() -> None:
    assert texts(r"\pard A\u-10179?\u-8704?B\par") == ["A😀B"]


def test_a_lone_half_of_a_character_is_replaced() -> None:
    assert texts(r"\pard A\u-8704?B\par") == ["A\ufffdB"]


def test_a_fallback_that_was_left_out_swallows_nothing() -> None:
    assert texts(r"\pard caf\u233\par next\par") == ["café", "next"]


def test_bytes_are_in_the_code_page_of_the_file() -> None:
    assert texts(r"\pard \'d6\'d0\'ce\'c4\par", r"{\rtf1\ansi\ansicpg936 ") == ["中文"]
    assert texts(r"\pard \'8a\par", r"{\rtf1\mac ") == ["ä"]


def test_bytes_are_in_the_character_set_of_their_font() -> None:
    body = r"\pard\f1 \'b3\'b1\'cf\'ab\f3  \'ef\'f0\f4  \'92\'aa{\f0  \'e9}\'92\'aa\par"

    assert texts(body) == ["潮汐 пр 潮 é潮"]


def test_the_second_byte_of_a_character_may_be_a_letter() -> None:
    # 0x8155 and 0x955C, whose second bytes are "U" and a backslash.
    assert texts(r"\pard\f1 \'81U\f4 \'95\\\par") == ["乁表"]


def test_the_font_for_east_asian_text_counts_for_it() -> None:
    body = r"\pard{\rtlch\fcs1 \af0 \ltrch\fcs0 \loch\af0\hich\af0\dbch\f1 \'b3\'b1\'cf\'ab}\par"

    assert texts(body) == ["潮汐"]


def test_western_letters_in_a_chinese_file_stay_western() -> None:
    head = r"{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fcharset0 Arial;}}"

    assert texts(r"\pard \'e9t\'e9\par\pard \'d6\'d0\'ce\'c4\par", head) == ["été", "中文"]


def test_letters_of_symbol_fonts_are_signs() -> None:
    assert texts(r"\pard{\f2 a} and \u945?{\f2 \'b7}\par") == ["α and α•"]


def test_of_two_forms_of_a_text_the_one_in_unicode_is_read() -> None:
    assert texts(r"\pard {\upr{ansi ??}{\*\ud{\u28526?}}}!\par") == ["潮!"]


# Structure


def test_headings_are_told_by_style_and_outline_level() -> None:
    body = r"\pard\s1 Gates\par\pard\s2 Lights\par\pard\outlinelevel2 Deep\par\pard Body.\par"

    assert [(e.text, e.level) for e in elements(body)] == [
        ("Gates", 1),
        ("Lights", 2),
        ("Deep", 3),
        ("Body.", None),
    ]


def test_a_large_bold_line_is_a_title_and_a_bold_sentence_is_none() -> None:
    body = (
        r"\pard{\b\fs36 Galley hours}\par\pard\fs22 Breakfast is at six, and nobody is late.\par"
        r"\pard{\b\fs28 Sundays}\par\pard{\b\fs28 Eat at six.}\par\pard{\fs36 Not bold}\par"
    )
    found = elements(body)

    assert [(e.text, e.level) for e in found if e.level] == [("Galley hours", 1), ("Sundays", 2)]
    assert found[0].facts == {}


def test_headings_are_below_a_paragraph_in_the_style_of_titles() -> None:
    head = HEAD.replace(r"{\s2 heading 2;}", r"{\s2 heading 2;}{\s3 Title;}")
    body = r"\pard\s3 Handbook\par\pard\s2 Lights\par\pard\outlinelevel0 Gates\par"

    assert [(e.level, e.facts.get("style")) for e in elements(body, head)] == [
        (1, "Title"),
        (3, "heading 2"),
        (2, None),
    ]


def test_sections_begin_at_headings() -> None:
    body = r"\pard\s1 A\par\pard a.\par\pard\s1 B\par\pard b.\par"

    assert [s.text for s in read(rtf(body)).sections()] == ["A\n\na.", "B\n\nb."]


def test_list_items_have_the_marker_shown() -> None:
    body = (
        r"\pard\ls1\ilvl0{\listtext 1.\tab}Ropes\par{\listtext\f2 \'b7\tab}\ilvl1 coil\par"
        r"\pard Plain\par"
    )
    found = elements(body)

    assert [(e.text, e.facts.get("list_marker"), e.facts.get("list_depth")) for e in found] == [
        ("Ropes", "1.", 0),
        ("coil", "•", 1),
        ("Plain", None, None),
    ]


def table_row(*cells: str, definition: str = r"\cellx1000\cellx2000\cellx3000") -> str:
    inside = "".join(rf"\pard\intbl {cell}\cell" for cell in cells)
    return rf"\trowd{definition}{inside}\row"


def test_tables_are_told_from_the_text_around_them() -> None:
    body = (
        r"\pard Before.\par"
        + table_row("Fish", "Tons", "Crowns")
        + table_row("Hake", "8", "70")
        + r"\pard After.\par"
    )
    found = elements(body)

    assert [(e.type, e.text) for e in found] == [
        (ElementType.UNCATEGORIZED_TEXT, "Before."),
        (ElementType.TABLE, "Fish | Tons | Crowns\nHake | 8 | 70"),
        (ElementType.UNCATEGORIZED_TEXT, "After."),
    ]
    assert [run.provenance.path for run in found[1].lines] == ["table[1]/row[1]", "table[1]/row[2]"]


def test_spans_are_told_by_edges_and_merged_cells_are_there_once() -> None:
    body = table_row("Berth", "Half year", definition=r"\trhdr\clvmgf\cellx1000\cellx3000")
    body += table_row("", "H1", "H2", definition=r"\clvmrg\cellx1000\cellx2000\cellx3000")
    body += table_row("9", "x", "", definition=r"\cellx1000\clmgf\cellx2000\clmrg\cellx3000")

    (found,) = elements(body)

    assert found.text == "Berth | Half year\nH1 | H2\n9 | x"
    assert found.html == (
        '<table><tr><th rowspan="2">Berth</th><th colspan="2">Half year</th></tr>'
        '<tr><td>H1</td><td>H2</td></tr><tr><td>9</td><td colspan="2">x</td></tr></table>'
    )


def test_a_cell_may_have_several_paragraphs() -> None:
    body = table_row(r"one\par\pard\intbl two", "b", definition=r"\cellx1000\cellx2000")

    (found,) = elements(body)

    assert found.text == "one two | b"
    assert found.html == "<table><tr><td>one<br>two</td><td>b</td></tr></table>"


def test_a_table_inside_a_cell_follows_the_outer_one() -> None:
    inner = (
        r"\pard\intbl\itap2 c\nestcell\pard\intbl\itap2 d\nestcell"
        r"{\*\nesttableprops\trowd\cellx300\cellx600\nestrow}{\nonesttables\par}"
    )
    body = (
        rf"\trowd\cellx1000\cellx2000\pard\intbl a\cell\pard\intbl b\par{inner}"
        r"\pard\intbl\cell\row\pard After\par"
    )
    assert texts(body) == ["a | b", "c | d", "After"]


def test_a_single_cell_is_a_frame_around_text() -> None:
    assert texts(table_row("Notice.", definition=r"\cellx1000") + r"\pard x\par") == [
        "Notice.",
        "x",
    ]


# What hangs on a paragraph


def test_footnotes_follow_their_paragraph_and_leave_the_sentence_whole() -> None:
    body = (
        r"\pard The light was out{\super\chftn{\footnote\pard\plain{\super\chftn} Since"
        r" 1881.}} that winter.\par\pard Next.\par"
    )
    assert [(e.text, e.marks) for e in elements(body)] == [
        ("The light was out that winter.", frozenset()),
        ("Since 1881.", {Mark.FOOTNOTE}),
        ("Next.", frozenset()),
    ]


def test_a_footnote_in_a_cell_follows_the_table() -> None:
    body = table_row(r"a{\footnote\pard note}", "b", definition=r"\cellx1000\cellx2000")

    assert [(e.text, e.type is ElementType.TABLE) for e in elements(body)] == [
        ("a | b", True),
        ("note", False),
    ]


def test_comments_are_marked_with_their_author() -> None:
    body = (
        r"\pard Nine crowns.{\*\atnid AB}{\*\atnauthor Ada}\chatn"
        r"{\*\annotation{\*\atnref 1}{\*\atndate 12345}\pard Is it nine?}\par"
    )
    found = elements(body)

    assert [(e.text, e.marks) for e in found] == [
        ("Nine crowns.", frozenset()),
        ("Is it nine?", {Mark.COMMENT}),
    ]
    assert found[1].facts == {"author": "Ada"}


def test_tracked_insertions_are_in_and_deletions_apart() -> None:
    body = r"\pard The fee is {\deleted eight}{\revised nine} crowns.\par\pard\revised New.\par"

    assert [(e.text, e.marks) for e in elements(body)] == [
        ("The fee is nine crowns.", frozenset()),
        ("eight", {Mark.DELETED}),
        ("New.", {Mark.INSERTED}),
    ]


def test_hidden_text_is_apart_and_marked() -> None:
    assert [(e.text, e.marks) for e in elements(r"\pard Shown {\v secret }too\v0 .\par")] == [
        ("Shown too.", frozenset()),
        ("secret", {Mark.HIDDEN}),
    ]


def test_links_are_facts_and_their_instruction_is_no_text() -> None:
    field = r'{{\field{{\*\fldinst{{HYPERLINK "{}"}}}}{{\fldrslt{{\ul {}}}}}}}'
    body = rf"\pard See {field.format('https://example.org/', 'the table')} and "
    body += r"{\field{\*\fldinst HYPERLINK \\l "
    body += r'"gate"}{\fldrslt the gate}}, page {\field{\*\fldinst PAGE}{\fldrslt 7}}.\par'

    (found,) = elements(body)

    assert found.text == "See the table and the gate, page 7."
    assert found.facts["links"] == [
        {"text": "the table", "url": "https://example.org/"},
        {"text": "the gate", "url": "#gate"},
    ]


def test_headers_and_footers_are_furniture_once() -> None:
    body = (
        r"{\header\pard Harbour Board\par}{\footerl\pard Page\par}{\footerr\pard Page\par}"
        r"\pard Body.\par"
    )
    assert [(e.text, e.type) for e in elements(body)] == [
        ("Harbour Board", ElementType.HEADER),
        ("Body.", ElementType.UNCATEGORIZED_TEXT),
        ("Page", ElementType.FOOTER),
    ]


def test_text_boxes_are_read_once() -> None:
    body = (
        r"\pard Before.{\shp{\*\shpinst\shpleft0{\sp{\sn shapeType}{\sv 202}}"
        r"{\shptxt\pard In the box.\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext\pard In the box."
        r"\par}}}}\par"
    )
    assert texts(body) == ["Before.", "In the box."]


def test_pictures_are_known_by_their_alternative_text_alone() -> None:
    body = (
        r"\pard Ice:{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv The pier}}}"
        + "\\pngblip\n"
        + "89504e470d0a1a0a\n" * 50
        + r"}}{\nonshppict{\pict\wmetafile8 0100}}\par"
    )
    found = elements(body)

    assert [(e.text, e.type) for e in found] == [
        ("Ice:", ElementType.UNCATEGORIZED_TEXT),
        ("The pier", ElementType.IMAGE),
    ]
    assert found[1].marks == {Mark.ALT_TEXT}


def test_binary_data_is_passed_over() -> None:
    assert texts(r"\pard a{\pict\bin5 }}{{\}b\par") == ["ab"]


@pytest.mark.parametrize("is_binary", [False, True], ids=["digits", "bytes"])
def test_a_picture_is_a_section_with_its_description(is_binary: bool) -> None:
    png = make_png(6)
    lines = re.sub(b"(.{60})", rb"\1\r\n", png.hex().encode())
    held = b"\\bin%d " % len(png) + png if is_binary else lines
    named = rb"{\*\picprop{\sp{\sn wzDescription}{\sv The pier}}}"
    data = HEAD.encode() + rb"\pard Ice:{\*\shppict{\pict" + named + rb"\pngblip " + held
    document = read(data + rb"}}{\nonshppict{\pict\wmetafile8 0100}}\par Fog.\par}")
    assert [e.text for e in document.elements] == ["Ice:", "The pier", "Fog."]
    picture = document.elements[1]
    assert (picture.type, picture.marks) == (ElementType.IMAGE, {Mark.ALT_TEXT})
    assert picture.data is not None
    assert isinstance(picture.data.source, Base64Source)
    assert base64.b64decode(picture.data.source.data) == png
    assert [section.text for section in document.sections()] == ["Ice:\n\nThe pier\n\nFog.", ""]
    without = RtfParser(RtfParser.Parameters(pictures=False))
    source = Source.from_bytes(data + b"}}}", "a.rtf")
    assert all(element.data is None for element in without.read(source).elements)


def test_pictures_past_the_limit_are_told() -> None:
    data = rtf(rf"\pard a{{\pict\pngblip {make_png(6).hex()}}}\par")
    document = read(data, limits=Limits(picture_bytes=9))
    assert "pictures was left out" in document.warnings[0]


def test_embedded_objects_are_named() -> None:
    body = r"\pard x{\object\objemb{\*\objclass Excel.Sheet.8}{\*\objdata 0105}{\result{y}}}\par"
    document = read(rtf(body))

    assert [e.text for e in document.elements] == ["xy"]
    assert document.facts["embedded"] == ["Excel.Sheet.8"]


def test_fractions_of_formulas_are_told() -> None:
    body = (
        r"\pard {\mmath{\*\moMath{\mr x=}{\mf{\mfPr{\mctrlPr}}{\mnum{\mr a}}{\mden{\mr b}}}}"
        r"{\mmathPict{\pict 00}}}\par"
    )
    assert texts(body) == ["x=(a)/(b)"]


def test_unknown_new_destinations_are_passed_over() -> None:
    assert texts(r"\pard a{\*\nobodyknows secret{\b more}}b{\xe\v index}\par") == ["ab"]


def test_what_the_file_says_of_itself_are_facts() -> None:
    info = r"{\info{\title Tides}{\author Ada; Ben}{\creatim\yr2024\mo5\dy1\hr9\min5}}"

    assert read(rtf(info + r"\pard x\par")).facts == {
        "title": "Tides",
        "authors": ["Ada", "Ben"],
        "created": "2024-05-01T09:05",
    }


def test_a_file_is_told_by_its_content() -> None:
    assert read_document(Source.from_bytes(rtf(r"\pard x\par"), "letter.doc")).parser == "rtf"


# Bad input


def test_an_empty_file_and_other_text_are_refused() -> None:
    with pytest.raises(EmptyDocument):
        read(b"")
    with pytest.raises(CorruptDocument):
        read(b"plain words")


def test_a_file_that_breaks_off_keeps_what_was_there() -> None:
    whole = rtf(r"\pard One.\par" + table_row("a", "b", "c") + table_row("d", "e", "f"))
    document = read(whole[: whole.index(b"e\\cell") + 1])

    assert [e.text for e in document.elements] == ["One.", "a | b | c\nd | e"]
    assert document.warnings == ("the file ends in the middle; what was there was kept",)


def test_groups_nested_without_end_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read(rtf("{" * 5000))
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read(rtf(r"\pard\intbl\itap999999999 x\nestcell"))


def test_cells_without_end_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="table_cells"):
        read(rtf(r"\trowd" + r"\pard\intbl x\cell" * 200), limits=Limits(table_cells=100))


@pytest.mark.parametrize(
    "body",
    [
        "\n".join(["00" * 60] * 5_000),
        r"\'e9" * 40_000,
        r"{\b x}" * 20_000,
        r"\u233?" * 40_000,
        r"\trowd" + r"\cellx1" * 10_000 + r"\pard\intbl a\cell" * 10_000 + r"\row",
    ],
    ids=["hexadecimal lines", "bytes", "groups", "unicode", "cells"],
)
def test_large_files_are_read_in_linear_time(body: str) -> None:
    start = time.process_time()
    read(rtf(r"\pard " + body))

    assert time.process_time() - start < 6


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(
    [r"\pard ", r"\par", r"\cell", r"\row", r"\trowd", r"\intbl", r"\itap2", r"\nestcell", "{", "}",
     r"{\footnote ", r"{\*\x ", r"\u233?", r"\'8f", "text", r"\bin3 ", r"{\field{\*\fldinst ",
     r"{\fldrslt ", r"{\listtext ", r"\clmrg\cellx9", r"\clvmrg\cellx1", r"\upr", r"\*", "\\"]
), max_size=40))  # fmt: skip
def test_any_order_of_words_is_a_document_or_a_parse_error(words: list[str]) -> None:
    try:
        first = read(rtf("".join(words)))
    except ParseError:
        return
    assert first == read(rtf("".join(words)))


def test_damaged_files_give_a_document() -> None:
    rng = random.Random(3)
    whole = rtf(
        r"\pard\s1 Gates\par\pard a{\footnote\pard b}{\listtext 1.}c\par"
        + table_row("a", "b", "c")
        + r"\pard\f1 \'b3\'b1\'cf\'ab{\shp{\*\shpinst{\shptxt\pard d}}}\par"
    )
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 8)):
            at = rng.randrange(10, len(data))
            data[at : at + rng.randrange(0, 9)] = rng.randbytes(rng.randrange(0, 3))
        assert read(bytes(data)).parser == "rtf"
