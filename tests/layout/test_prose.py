"""Running text, and paragraphs that go on in the next column or page."""

from __future__ import annotations

from pages import found, line, page, prose
from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout
from ragstone.model.document import Document
from ragstone.parsers.outline import outline

OPEN = "The council ordered that the old gates at the western side of the harbour"


def document(*pages: PageLayout) -> Document:
    elements = outline(found(*pages))  # type: ignore[arg-type]
    return Document("a.pdf", "application/pdf", elements, grouping="page")


def two_pages(first: str, second: str, *between: Line) -> Document:
    return document(
        page([*prose(60), line(first, y=700), *between], number=1),
        page([line(second, y=60, number=2), *prose(140, number=2)], number=2),
    )


def test_chinese_is_running_text_without_blanks_or_verbs() -> None:
    assert found(page([line("船只进港前应向港务所报告。", y=200)]))[0].category == "NarrativeText"


def test_a_paragraph_goes_on_over_the_page() -> None:
    whole = two_pages(OPEN, "be replaced within six years.").sections(by="document")[0]

    assert f"{OPEN} be replaced within six years." in whole.text


def test_natural_sections_end_with_their_page() -> None:
    first, second = two_pages(OPEN, "be replaced within six years.").sections()

    assert first.text.endswith(OPEN)
    assert second.text.startswith("be replaced")


def test_a_footnote_does_not_cut_the_sentence() -> None:
    note = line("1 Survey of mains.", y=780, size=8)
    whole = two_pages(OPEN, "be replaced within six years.", note).sections(by="document")[0]

    assert f"{OPEN} be replaced within six years." in whole.text
    assert whole.text.endswith("1 Survey of mains.")


def test_a_word_divided_by_the_page_is_one_word() -> None:
    whole = two_pages(OPEN + " be rein-", "forced soon.").sections(by="document")[0]

    assert "be reinforced soon." in whole.text


def test_places_stay_true_where_a_paragraph_was_joined() -> None:
    whole = two_pages(OPEN + " be rein-", "forced soon.").sections(by="document")[0]

    at = whole.text.index("forced soon.")
    runs = [run for run in whole.runs if run.start == at]

    assert [run.provenance.page for run in runs] == [2]
    assert whole.text[whole.parts[-2].start : whole.parts[-2].end].endswith("soon.")


def test_a_new_sentence_on_the_next_page_is_a_new_paragraph() -> None:
    whole = two_pages("The gates are shut.", "Nobody may pass.").sections(by="document")[0]

    assert "The gates are shut.\n\nNobody may pass." in whole.text


def test_a_paragraph_goes_on_in_the_next_column() -> None:
    left = [*prose(60), line(OPEN, y=700)]
    right = [line("be replaced within six years.", x=330, y=60), *prose(140, x=330)]

    assert f"{OPEN} be replaced within" in document(page(left, right)).sections()[0].text


def test_rows_with_gaps_are_no_running_text_however_long() -> None:
    rows = [line("Reach North crane South crane", y=200 + 12 * n, gapped=True) for n in range(4)]

    element = found(page(rows))[0]

    assert (element.category, element.provenance.rule) == (
        "UncategorizedText",
        "text: rows with gaps",
    )


def test_numbers_of_an_axis_are_no_running_text_however_many() -> None:
    row = line("0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0 4.5 5.0 5.5 6.0 6.5 7.0 7.5 8.0 8.5", y=300)

    element = next(item for item in found(page([*prose(100), row])) if item.text == row.text)

    assert (element.category, element.provenance.rule) == ("UncategorizedText", "text: no words")
