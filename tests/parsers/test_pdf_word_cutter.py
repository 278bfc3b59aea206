"""Fragments cut at their blanks."""

from __future__ import annotations

from dataclasses import replace

from ragstone.layout.fragment import Fragment
from ragstone.parsers.pdf.fragments import fragments
from ragstone.parsers.pdf.pdfium import LOCK, open_file
from ragstone.parsers.pdf.word_cutter import WordCutter
from samples import drawn, make_drawn_pdf


def cut(content: bytes) -> list[list[Fragment]]:
    """The words of each fragment of a page."""
    with LOCK, open_file(make_drawn_pdf([content]), None) as file, file.page(0) as page:
        glyphs = page.glyphs()
        read = fragments(glyphs, page.width, page.height)
        cutter = WordCutter(glyphs, read.words)
        return [cutter(item) for item in read.found]


def test_a_fragment_is_cut_at_its_blanks() -> None:
    (found,) = cut(drawn("Open the gate", 72, 700))

    assert [word.text for word in found] == ["Open", "the", "gate"]


def test_words_have_the_place_of_their_glyphs() -> None:
    (found,) = cut(drawn("Open the gate", 72, 700))

    assert found[0].x0 < found[0].x1 < found[1].x0 < found[1].x1 < found[2].x0
    assert [(word.start, word.end) for word in found] == [(0, 4), (5, 8), (9, 13)]


def test_words_know_that_a_blank_stands_between_them() -> None:
    (found,) = cut(drawn("Open the gate", 72, 700))

    assert [(word.blank_before, word.blank_after) for word in found] == [
        (False, True),
        (True, True),
        (True, False),
    ]


def test_ligatures_are_counted_as_they_are_spelled() -> None:
    (found,) = cut(drawn("ﬁnd the ﬂow", 72, 700))

    assert [word.text for word in found] == ["find", "the", "flow"]


def test_text_without_blanks_stays_whole() -> None:
    found = cut(drawn("水泵每两年检查一次", 72, 700))

    assert [[word.text for word in words] for words in found] == [["水泵每两年检查一次"]]


def test_text_with_blanks_that_part_no_words_stays_whole() -> None:
    data = make_drawn_pdf([drawn("Open the gate", 72, 700)])
    with LOCK, open_file(data, None) as file, file.page(0) as page:
        glyphs = page.glyphs()
        read = fragments(glyphs, page.width, page.height)
        cutter = WordCutter(glyphs, read.words)
        found = [replace(read.found[0], text=text) for text in (" Open the gate", "Open  the")]

        assert [cutter(item) for item in found] == [[item] for item in found]


def test_chinese_text_is_cut_at_wide_gaps_and_no_blank_is_added() -> None:
    found = cut(drawn("水泵", 72, 700) + drawn("每年", 105, 700) + drawn("检查", 131, 700))

    assert [[word.text for word in words] for words in found] == [["水泵", "每年检查"]]
    assert not any(word.blank_before or word.blank_after for word in found[0])
