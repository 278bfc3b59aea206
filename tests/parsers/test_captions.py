"""Captions: cues with their times and speakers, read as running speech."""

from __future__ import annotations

import time

import pytest

from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def read(data: str | bytes, name: str = "tides.vtt") -> Document:
    return read_document(Source.from_bytes(data.encode() if isinstance(data, str) else data, name))


def vtt(*cues: tuple[str, str], header: str = "WEBVTT") -> Document:
    return read("\n\n".join([header, *(f"{times}\n{text}" for times, text in cues)]) + "\n")


def srt(*cues: tuple[str, str]) -> str:
    return "\n\n".join(f"{n}\n{times}\n{text}" for n, (times, text) in enumerate(cues, start=1))


def texts(document: Document) -> list[str]:
    return [element.text for element in document.elements]


def times(document: Document) -> list[tuple[float | None, float | None]]:
    return [(e.provenance.time_start_s, e.provenance.time_end_s) for e in document.elements]


def test_every_cue_has_its_times():
    document = vtt(
        ("00:01.000 --> 00:03.500", "High tide."),
        ("intro\n01:00:04.250 --> 01:00:06.000 align:start position:0%", "Low tide."),
    )
    assert texts(document) == ["High tide.", "Low tide."]
    assert times(document) == [(1.0, 3.5), (3604.25, 3606.0)]
    assert document.facts["duration_s"] == 3606.0


def test_subrip_is_read_with_commas_numbers_and_blank_lines_in_a_text():
    text = srt(("00:00:01,000 --> 00:00:02,500", "one\n\ntwo"), ("00:00:09,5 --> 0:00:10", "three"))
    document = read(text, "tides.srt")
    assert texts(document) == ["one two", "three"]
    assert times(document) == [(1.0, 2.5), (9.5, 10.0)]


def test_hours_over_99_are_read():
    assert times(vtt(("101:00:01.000 --> 101:00:02.000", "late"))) == [(363601.0, 363602.0)]


def test_a_citation_shows_the_time_of_the_words():
    document = vtt(
        ("00:01.000 --> 00:03.000", "We leave the harbour"),
        ("00:03.100 --> 00:05.000", "when the tide is high."),
    )
    (section,) = document.sections()
    assert section.text == "We leave the harbour when the tide is high."
    start = section.text.index("tide")
    assert section.place(Span(start, start + 4)).where() == "0:03–0:05"
    assert section.place(Span(0, len(section.text))).where() == "0:01–0:05"


def test_chinese_cues_are_joined_without_a_blank():
    document = vtt(
        ("00:01.000 --> 00:03.000", "船舶应当"), ("00:03.000 --> 00:05.000", "提前一小时\n离港。")
    )
    assert document.sections()[0].text == "船舶应当提前一小时离港。"


def test_a_pause_a_dash_and_a_sound_begin_a_paragraph():
    document = vtt(
        ("00:01.000 --> 00:02.000", "one"),
        ("00:05.000 --> 00:06.000", "two"),
        ("00:06.000 --> 00:07.000", "- three"),
        ("00:07.000 --> 00:08.000", "[bell rings]"),
        ("00:08.000 --> 00:09.000", "four"),
    )
    assert document.sections()[0].text == "one\n\ntwo\n\n- three\n\n[bell rings]\n\nfour"


def test_speakers_are_facts_and_named_where_they_change():
    document = vtt(
        ("00:01.000 --> 00:02.000", "<v.loud Ana Li>High tide"),
        ("00:02.000 --> 00:03.000", "<v Ana Li>at six.</v>"),
        ("00:03.000 --> 00:04.000", "<v Bo>When?</v>\n<v Ana Li>At six!</v>"),
    )
    assert texts(document) == ["Ana Li: High tide", "at six.", "Bo: When?", "Ana Li: At six!"]
    assert [e.facts["speaker"] for e in document.elements] == ["Ana Li", "Ana Li", "Bo", "Ana Li"]
    assert document.facts["speakers"] == ["Ana Li", "Bo"]


def test_tags_are_stripped_and_entities_decoded():
    document = vtt(
        (
            "00:01.000 --> 00:02.000",
            "<c.yellow>High</c> <00:00:01.500><i>tide</i> &amp; 5 < 6 <ruby>潮<rt>cháo</rt></ruby>",
        )
    )
    assert texts(document) == ["High tide & 5 < 6 潮"]
    text = srt(("00:00:01,0 --> 00:00:02,0", '{\\an8}<font color="#fff">Low</font> {b}tide{/b}'))
    assert texts(read(text, "a.srt")) == ["Low tide"]


def test_overlapping_cues_are_both_kept_with_their_own_times():
    document = vtt(("00:01.000 --> 00:09.000", "long"), ("00:02.000 --> 00:03.000", "short"))
    assert texts(document) == ["long", "short"]
    assert times(document) == [(1.0, 9.0), (2.0, 3.0)]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_byte_order_marks_and_encodings_are_read(encoding: str):
    data = srt(("00:00:01,000 --> 00:00:02,000", "高潮在六点开始，船舶应当提前离港。"))
    assert texts(read(data.encode(encoding), "a.srt")) == ["高潮在六点开始，船舶应当提前离港。"]


def test_rolling_captions_are_kept_once_and_told():
    lines = ["we leave", "the harbour", "when the tide", "is high", "at six"]
    cues: list[tuple[str, str]] = []
    for at in range(1, len(lines)):
        cues.append((f"00:0{at}.000 --> 00:0{at}.900", f"{lines[at - 1]}\n{lines[at]}"))
        cues.append((f"00:0{at}.900 --> 00:0{at + 1}.000", lines[at]))
    document = vtt(*cues)
    assert document.sections()[0].text == " ".join(lines)
    assert "the captions roll" in document.warnings[-1]


def test_words_that_a_speaker_repeats_are_no_rolling_captions():
    document = vtt(
        ("00:01.000 --> 00:02.000", "No."),
        ("00:02.000 --> 00:03.000", "No."),
        *[(f"00:1{n}.000 --> 00:1{n}.500", f"Tide {n}.") for n in range(9)],
    )
    assert texts(document)[:2] == ["No.", "No."]
    assert not document.warnings


def test_a_cue_that_stands_twice_is_kept_once_and_told():
    document = vtt(*[("00:01.000 --> 00:02.000", "High tide.")] * 2)
    assert texts(document) == ["High tide."]
    assert document.warnings == ("1 cues stand twice and were kept once",)


def test_notes_are_comments_and_styles_have_no_text():
    document = read(
        "WEBVTT - Tides\nKind: captions\nLanguage: en\n\nSTYLE\n::cue { color: red }\n\n"
        "NOTE checked by Bo\non Monday\n\n00:01.000 --> 00:02.000\nHigh tide.\n"
    )
    assert [(e.text, Mark.COMMENT in e.marks) for e in document.elements] == [
        ("High tide.", False),
        ("checked by Bo\non Monday", True),
    ]
    assert (document.facts["title"], document.facts["lang"]) == ("Tides", "en")


def test_damaged_times_are_told_and_their_text_is_kept():
    document = vtt(("00:xx.000 --> 00:02.000", "High tide."))
    assert texts(document) == ["High tide."]
    assert document.elements[0].provenance.where() == "lines 3–4"
    assert "the times in line 3 cannot be read" in document.warnings[0]


def test_lines_outside_every_cue_are_told():
    document = vtt(("00:01.000 --> 00:02.000", "High\n\ntide at six."))
    assert document.warnings == ("1 lines stand outside every cue and were left out",)


def test_a_file_without_cues_is_read_as_plain_text():
    document = read("HARBOUR RULES\n\nThe gate opens at seven, whatever they say.\n", "a.srt")
    assert document.elements[0].type is ElementType.TITLE
    assert "no cue was found; the file was read as plain text" in document.warnings


def test_captions_without_a_sentence_end_still_have_paragraphs():
    cues = [(f"00:{n:02}:00.000 --> 00:{n:02}:59.900", f"words {n} " * 40) for n in range(30)]
    paragraphs = vtt(*cues).sections()[0].text.split("\n\n")
    assert len(paragraphs) > 3


@pytest.mark.parametrize(
    "line",
    ["<" * 200_000, "<rt" * 70_000, "{\\" * 90_000, "<v " * 70_000, "0" * 200_000, "-->" * 60_000],
    ids=["angles", "readings", "overrides", "voices", "digits", "arrows"],
)
def test_hostile_lines_are_read_in_linear_time(line: str):
    started = time.process_time()
    vtt(("00:01.000 --> 00:02.000", line))
    read(f"{line}\n{line}", "a.srt")
    assert time.process_time() - started < 4
