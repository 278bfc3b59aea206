"""The door to the structure tree: which tag each marked content has."""

from __future__ import annotations

from pdf_files import artifact, make_tagged_pdf, marked
from ragstone.layout.tag import Tag, TagCell
from ragstone.parsers.pdf.fragments import fragments
from ragstone.parsers.pdf.pdfium import LOCK, open_file
from samples import drawn, make_pdf


def line(number: int, text: str) -> bytes:
    return marked(number, drawn(text, 72, 740 - 30 * number))


def tags(content: bytes, *tree: tuple[object, ...]) -> dict[str, Tag | None]:
    """The tag of each fragment, by its text."""
    data = make_tagged_pdf(content, [("Document", *tree)])
    with LOCK, open_file(data, None) as file, file.page(0) as page:
        glyphs = page.glyphs()
        found = fragments(glyphs, page.width, page.height).found
        return {fragment.text: glyphs.tag(fragment.start) for fragment in found}


def test_headings_have_their_level_and_paragraphs_none() -> None:
    found = tags(line(0, "Tides") + line(1, "They rise."), ("H3", 0), ("P", 1))

    assert found["Tides"] == Tag("H", block=0, order=0, level=3)
    assert found["They rise."] == Tag("P", block=1, order=1)


def test_a_heading_without_a_number_has_the_level_of_its_section() -> None:
    found = tags(line(0, "Ebb"), ("Sect", ("Sect", ("H", 0))))

    assert found["Ebb"] == Tag("H", block=0, order=0, level=2)


def test_spans_inside_a_paragraph_belong_to_it() -> None:
    found = tags(line(0, "See") + line(1, "the table"), ("P", 0, ("Link", ("Span", 1))))

    assert found["the table"] == Tag("P", block=0, order=1)


def test_the_order_is_that_of_the_tree() -> None:
    found = tags(line(0, "second") + line(1, "first"), ("P", 1), ("P", 0))

    assert [found[text].order for text in ("first", "second")] == [0, 1]  # type: ignore[union-attr]


def test_items_know_how_deep_their_list_is_and_markers_are_apart() -> None:
    content = line(0, "a)") + line(1, "Gates") + line(2, "North gate")
    inner = ("L", ("LI", ("LBody", ("P", 2))))

    found = tags(content, ("L", ("LI", ("Lbl", 0), ("LBody", ("P", 1), inner))))

    assert found["a)"] == Tag("Lbl", block=0, order=0, level=1)
    assert found["Gates"] == Tag("LI", block=0, order=1, level=1)
    assert found["North gate"] == Tag("LI", block=1, order=2, level=2)


def test_cells_know_their_row_and_column_past_cells_that_span() -> None:
    content = b"".join(line(n, text) for n, text in enumerate(["Gate", "North", "open", "shut"]))
    tree = (
        "Table",
        ("THead", ("TR", ("TH /A << /O /Table /ColSpan 2 >>", 0))),
        (
            "TBody",
            ("TR", ("TD /A [<< /O /Layout >> << /O /Table /RowSpan 2 >>]", 1), ("TD", 2)),
            ("TR", ("TD", 3)),
        ),
    )

    found = tags(content, tree)

    cells = {text: tag.cell for text, tag in found.items() if tag is not None}
    assert cells == {
        "Gate": TagCell(0, 0, 0, 1, 2, is_header=True),
        "North": TagCell(0, 1, 0, 2, 1),
        "open": TagCell(0, 1, 1),
        "shut": TagCell(0, 2, 1),
    }


def test_figures_carry_what_the_file_says_instead_of_them() -> None:
    found = tags(line(0, "42"), ("Figure /Alt (A chart of the tides)", 0))

    assert found["42"] == Tag("Figure", block=0, order=0, alt="A chart of the tides")


def test_what_is_no_content_is_an_artifact_and_what_is_not_marked_has_no_tag() -> None:
    content = line(0, "Body") + artifact(drawn("Page 7", 72, 30)) + drawn("stray", 72, 60)

    found = tags(content, ("P", 0))

    assert found["Page 7"] == Tag("Artifact", -1, -1)
    assert found["stray"] is None


def test_text_of_two_blocks_on_one_line_is_two_fragments() -> None:
    content = marked(0, drawn("North", 72, 700)) + marked(1, drawn("open", 104, 700))

    assert set(tags(content, ("P", 0), ("P", 1))) == {"North", "open"}


def test_a_file_without_a_structure_tree_has_no_tags() -> None:
    with LOCK, open_file(make_pdf([["Tides"]]), None) as file, file.page(0) as page:
        assert not page.tags()
