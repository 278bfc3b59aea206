"""reStructuredText: headings by adornment, lists, tables, directives and notes, line by line."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def read(text: str, **more: object) -> Document:
    return read_document(Source.from_bytes(text.encode(), "a.rst", **more))


def found(text: str, words: str) -> Element:
    return next(element for element in read(text).elements if words in element.text)


def shown(text: str) -> list[tuple[str, str]]:
    return [(element.category, element.text) for element in read(text).elements]


def test_headings_have_the_level_of_their_adornment_in_order_of_appearance():
    text = "====\nBook\n====\n\nOne\n===\n\nDeep\n~~~~\n\nTwo\n===\n\n第三章\n======\n"
    document = read(text)
    assert [(element.text, element.level) for element in document.elements] == [
        *(("Book", 1), ("One", 2), ("Deep", 3), ("Two", 2), ("第三章", 2))
    ]
    assert document.facts["title"] == "Book"
    assert document.elements[0].provenance.where() == "lines 1–3"


def test_the_file_is_divided_at_its_headings_and_stays_verbatim():
    text = "Book\n====\n\nOne\n---\n\na\n\nTwo\n---\n\nb\n"
    sections = read(text).sections()
    assert [section.text for section in sections] == [text[:23], text[23:]]


def test_a_line_across_the_page_is_no_heading():
    assert shown("one\n\n----\n\ntwo\n") == [
        ("UncategorizedText", "one"),
        ("UncategorizedText", "two"),
    ]


def test_inline_markup_reads_as_its_reader_sees_it():
    text = (
        "A *b* **c** ``d_e`` `f`_ g_ :ref:`h <i>` :class:`~a.b.J` :func:`!k` |l| \\*m\\* "
        "`n <https://example.org>`__ o_p 2*3*4 [1]_"
    )
    element = found(text, "A b")
    assert element.text == "A b c d_e f g h J k l *m* n o_p 2*3*4 [1]"
    assert element.facts["links"] == [{"text": "n", "url": "https://example.org"}]


def test_lists_have_their_markers_and_depths():
    text = "- one\n  goes on\n\n  more\n\n  * in\n- two\n\n3. three\n#. four\n\n(a) five\n"
    items = [
        (element.text, element.facts["list_marker"], element.facts["list_depth"])
        for element in read(text).elements
    ]
    assert items == [
        *(("one\ngoes on", "-", 0), ("more", "", 0), ("in", "*", 1), ("two", "-", 0)),
        *(("three", "3.", 0), ("four", "#.", 0), ("five", "(a)", 0)),
    ]


def test_a_sentence_that_begins_with_an_initial_is_no_list():
    assert shown("A. Smith was here\nand there.\n")[0][0] != "ListItem"


def test_terms_and_their_definitions_are_items():
    text = "gate : noun\n    It opens.\n\n    At seven.\n"
    assert [(e.text, e.facts["list_depth"]) for e in read(text).elements] == [
        *(("gate : noun", 0), ("It opens.", 1), ("At seven.", 1))
    ]


def test_literal_blocks_and_doctests_are_code():
    text = "So::\n\n    a *b*\n      c\n\n::\n\n  d\n\nAs:\n\n::\n\n> e\n> f\n\n>>> 1 + 1\n2\n"
    assert [text for kind, text in shown(text) if kind == "CodeSnippet"] == [
        *("a *b*\n  c", "d", "> e\n> f", ">>> 1 + 1\n2")
    ]
    assert ("UncategorizedText", "So:") in shown(text)


def test_an_indented_block_is_a_quotation():
    assert found("Said:\n\n    The gate opens at seven every day.\n", "gate").marks == {Mark.QUOTED}


def test_grid_tables_have_their_cells():
    text = (
        "+------+-------+\n| Fish | Price |\n+======+=======+\n| Hake | 8.40  |\n"
        "|      | each  |\n+------+-------+\n"
    )
    table = found(text, "Fish")
    assert (table.type, table.text) == (ElementType.TABLE, "Fish | Price\nHake | 8.40 each")
    assert table.html is not None
    assert table.provenance.where() == "lines 1–6"


def test_grid_cells_are_cut_at_the_columns_of_the_borders():
    text = "+-----+---+\n| a   | b |\n+=====+===+\n| x|y | 2 |\n+-----+---+\n"
    table = found(text, "a | b")
    assert table.text == "a | b\nx|y | 2"
    assert table.html == (
        "<table><tr><th>a</th><th>b</th></tr><tr><td>x|y</td><td>2</td></tr></table>"
    )


def test_grid_cells_over_columns_and_rows_are_there_once_with_their_spans():
    text = (
        "+------+---------+---+\n| Fish | over two    |\n|      | columns     |\n"
        "+------+---------+---+\n| Hake | goes    | 1 |\n+------+ on      +---+\n"
        "| Cod  | here    | 2 |\n+------+---------+---+\n"
    )
    table = found(text, "Fish")
    assert table.text == "Fish | over two columns\nHake | goes on here | 1\nCod | 2"
    assert table.html == (
        '<table><tr><td>Fish</td><td colspan="2">over two columns</td></tr>'
        '<tr><td>Hake</td><td rowspan="2">goes on here</td><td>1</td></tr>'
        "<tr><td>Cod</td><td>2</td></tr></table>"
    )


def test_wide_signs_take_two_columns_of_a_grid():
    text = "+------+----+\n| 费用 | a  |\n+------+----+\n| fees | 元 |\n+------+----+\n"
    assert found(text, "费用").text == "费用 | a\nfees | 元"


@pytest.mark.parametrize("line", ["| Hake | 8.40 |", "Hake 8.40", "|Hake|8.40|", "+ Hake 8.40"])
def test_a_grid_that_is_drawn_badly_keeps_its_words(line):
    text = f"+------+------+\n| Fish | Tons |\n+------+-------+\n{line}\n+---+\n"
    words = re.findall(r"[\w.]+", found(text, "Fish").text)
    assert words == ["Fish", "Tons", "Hake", "8.40"]


_BORDERS = ["+--+--+--+", "+==+==+==+", "+--+-----+", "+-----+--+"]
_INNER = ["|{}|{}|{}|", "|{}|{} {}|", "|{} {}|{}|", "|{}+--+--+", "+--+{}+--+", "+--+--+{}|"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_BORDERS + _INNER * 2), max_size=9), st.integers(0, 9))
def test_every_word_of_a_grid_stands_in_one_cell_and_none_in_two(lines, cut):
    drawn = "\n".join(["+--+--+--+", *lines, "+--+--+--+"])
    names = [f"{number:02}" for number in range(drawn.count("{}"))]
    text = drawn.format(*names)
    for whole in (text, text[: len(text) - cut]):
        held = " ".join(element.text for element in read(whole).elements)
        assert sorted(re.findall(r"\d+", held)) == sorted(re.findall(r"\d+", whole))


@pytest.mark.parametrize(
    "text",
    [
        "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n",
        "=== ===\na   b\n=== ===\n1   2\n=== ===\n",
        ".. list-table::\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - 2\n",
        ".. csv-table::\n   :header: a, b\n\n   1, 2\n",
        ".. csv-table::\n   :header-rows: 1\n\n   a, b\n   1, 2\n",
    ],
    ids=["grid", "simple", "list", "header", "rows"],
)
def test_the_header_of_a_table_is_told(text):
    assert found(text, "a | b").html == (
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    )


@pytest.mark.parametrize("body", ["- coil", "* - a\n   * coil", "* - coil\n\n   words"])
def test_a_list_table_that_is_no_list_of_lists_keeps_its_words(body):
    kinds = {words: kind for kind, words in shown(f".. list-table::\n\n   {body}\n")}
    assert "Table" not in kinds.values()
    assert kinds["coil"] == "ListItem"


@pytest.mark.parametrize(
    "rows", ["", "-3", "many", "9" * 5000], ids=["none", "negative", "word", "long"]
)
def test_a_number_of_header_rows_that_is_none_says_nothing(rows):
    text = f".. list-table::\n   :header-rows: {rows}\n\n   * - a\n     - b\n"
    assert "<td>a</td>" in (found(text, "a | b").html or "")


def test_simple_tables_have_their_cells():
    border = "=====  =====\n"
    text = f"{border}Fish   Price\n{border}Hake   8.40\n       each\nCod\n{border}\nx\n"
    assert found(text, "Fish").text == "Fish | Price\nHake | 8.40 each\nCod | "


def test_list_tables_and_comma_separated_tables_are_tables():
    text = (
        ".. list-table:: Catch\n   :header-rows: 1\n\n   * - Fish\n     - Tons\n   * - Hake\n"
        '     - 8\n\n.. csv-table::\n   :header: a, b\n\n   1, "x, y"\n'
    )
    assert shown(text) == [
        ("FigureCaption", "Catch"),
        ("Table", "Fish | Tons\nHake | 8"),
        ("Table", "a | b\n1 | x, y"),
    ]


def test_directives_of_code_have_their_language():
    element = found(".. code-block:: c\n   :linenos:\n\n   int a;\n     int b;\n\nend\n", "int a")
    assert element.text == "int a;\n  int b;"
    assert element.facts["language"] == "c"
    assert element.provenance.where() == "lines 1–5"


def test_notes_and_warnings_are_read_as_text():
    text = ".. warning:: The gate\n   closes at *nine*.\n\n   - ropes\n"
    assert shown(text) == [
        ("NarrativeText", "The gate\ncloses at nine."),
        ("ListItem", "ropes"),
    ]
    assert found(text, "gate").facts["admonition"] == "warning"


def test_pictures_have_their_descriptions_and_figures_their_captions():
    text = ".. figure:: a.png\n   :alt: The harbour\n\n   Seen from the north.\n"
    picture = found(text, "harbour")
    assert (picture.type, picture.facts["src"]) == (ElementType.IMAGE, "a.png")
    assert found(text, "north").type is ElementType.UNCATEGORIZED_TEXT


def test_formulas_are_formulas():
    assert shown(".. math:: a^2\n\n   b_1\n")[0] == ("Formula", "a^2\nb_1")


def test_directives_of_any_other_name_keep_what_they_hold():
    text = ".. py:function:: open(gate)\n   :module: harbour\n\n   Opens it at seven.\n"
    assert [words for _, words in shown(text)] == ["open(gate)", "Opens it at seven."]
    assert found(text, "open(").facts == {"directive": "py:function", "module": "harbour"}


@pytest.mark.parametrize("name", ["include", "literalinclude", "raw", "csv-table"])
def test_no_file_is_included_and_no_markup_handed_through(name, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    document = read(f".. {name}:: {secret}\n   :file: {secret}\n\n   <b>x</b>\n")
    assert "<b>x</b>" in "".join(element.text for element in document.elements)
    assert "not carried out" in (document.elements[0].provenance.rule or "") or name[0] == "c"
    assert not [element for element in document.elements if element.text == "secret"]


def test_footnotes_and_comments_are_marked():
    text = "a [1]_\n\n.. [1] In summer,\n   by day.\n\n.. hidden\n   words\n"
    assert found(text, "summer").marks == {Mark.FOOTNOTE}
    assert found(text, "summer").text == "In summer,\nby day."
    assert found(text, "hidden").marks == {Mark.COMMENT}


def test_references_to_notes_are_shown_by_their_labels():
    text = "A [1]_, [#auto]_, [#]_, [*]_ and [Bo2002]_; x[0]_ and [2] are none."
    assert shown(text)[0][1] == "A [1], [#auto], [#], [*] and [Bo2002]; x[0]_ and [2] are none."


@pytest.mark.parametrize("name", ["cone", "cone table", "`cone: table`"])
def test_a_target_inside_the_text_is_not_seen(name):
    target = read(f".. _{name}:\n\nCones\n=====\n\ntext\n").elements[0]
    assert (target.text, target.marks) == (name.strip("`"), {Mark.COMMENT})
    assert target.type is not ElementType.CODE_SNIPPET


def test_fields_are_kept_and_those_at_the_top_are_facts():
    document = read("Rules\n=====\n\n:Author: Ana\n:Version: 2\n:Long: one\n  two\n\ntext\n")
    assert [element.text for element in document.elements[1:4]] == [
        *("Author: Ana", "Version: 2", "Long: one two")
    ]
    assert (document.facts["authors"], document.facts["version"]) == ("Ana", "2")


def test_targets_and_line_blocks_are_kept():
    text = ".. _days: http://example.org\n\n| one\n| two\n"
    assert [words for _, words in shown(text)] == ["days: http://example.org", "one\ntwo"]
    assert found(text, "days").facts["links"][0]["url"] == "http://example.org"


def test_table_cells_are_limited():
    with pytest.raises(LimitExceeded, match="table_cells"):
        read("== ==\na  b\n== ==\nc  d\n== ==\n", limits=Limits(table_cells=3))


_PIECES = st.sampled_from(
    [
        *("Gate\n====", "Deep\n----", "====\nTop\n====", "----", "- rope", "  - coil", "1. one"),
        *(
            "   two",
            "text here",
            "text::",
            "    code",
            ":field: a",
            "term\n  meaning",
            ".. note:: b",
        ),
        *(
            "   :alt: c",
            ".. [1] d",
            ".. e",
            "| line",
            "== ==\na  b\n== ==\nc  d\n== ==",
            "..",
            "::",
        ),
        *("+--+--+\n| a| b|\n+--+--+", ".. image:: f", ".. list-table:: g", "   * - h", ">>> 1"),
        *("a``b", "*c", "`d <e", "\\", "-", "潮汐。", ".. _t: u", "      deep", "\tx", "== =="),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(_PIECES, st.sampled_from(["\n", "\n\n", "\r\n"])), max_size=14))
def test_every_word_stands_in_one_element_and_none_in_two(pieces):
    text = "".join("".join(piece) for piece in pieces)
    document = read(text)
    spans = [element.span for element in document.elements if element.span is not None]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    outside = "".join(
        text[a:b]
        for a, b in zip(
            [0, *(span.end for span in spans)],
            [*(span.start for span in spans), len(text)],
            strict=True,
        )
    )
    assert not re.search(r"\w", outside)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "- " * 20_000 + "x",
            "".join("  " * n + "- x\n" for n in range(1500)),
            "a\n b\n" * 8000,
        ),
        *(".. a::\n" * 8000, ".. " * 30_000, "`" * 100_001, "`a <" * 40_000, "*a " * 60_000),
        *("a.b" * 60_000, "== ==\n" * 20_000, "+--+\n" * 20_000, "|a " * 60_000, "_a: " * 40_000),
        *(
            "[#a" * 60_000,
            "====\na\n" * 10_000,
            ":a" * 60_000,
            ".. _a" * 40_000,
            "``a`" * 50_000,
            "== ==\nx\n" * 9000,
        ),
        "+--+--+\n" + "|a |b |\n+--+  |\n" * 9000 + "+--+--+\n",
        "+" + "-+" * 20_000 + ("\n|" + "a|" * 20_000) * 4,
    ],
)
def test_hostile_text_is_read_in_linear_time(text):
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 5
