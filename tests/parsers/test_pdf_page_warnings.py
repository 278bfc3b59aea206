from __future__ import annotations

from ragstone.parsers.pdf.page_warnings import PageWarnings


def test_a_few_pages_are_told_one_by_one_in_page_order() -> None:
    found = PageWarnings()
    found.add("unreadable", 7, 3)
    found.add("damaged", 2)

    assert found.sentences() == [
        "page 2 is damaged and was left out",
        "page 7 has 3 characters whose text the file does not tell",
    ]


def test_many_pages_of_one_kind_are_one_sentence_with_the_sum() -> None:
    found = PageWarnings()
    for page in (1, 2, 3, 5, 9, 10):
        found.add("clipped", page, 2)

    assert found.sentences() == [
        "pages 1–3, 5, 9–10 have 12 characters beyond their edge or cut off, left out"
    ]


def test_why_tags_were_not_used_is_told_for_a_page() -> None:
    found = PageWarnings()
    found.add("tags", 4, "they leave out much of its text")

    assert found.sentences() == [
        "page 4 has tags that do not agree with what it shows and were not used: "
        "they leave out much of its text"
    ]
