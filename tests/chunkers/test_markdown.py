import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.markdown import MarkdownChunker
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.markdown_blocks import markdown_blocks
from ragstone.chunkers.structure.outline import BlockKind
from ragstone.chunkers.verify import verify
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section


def chunks_of(text: str, parts: tuple[Part, ...] = (), **parameters: Any) -> list[Chunk]:
    section = Section(content=TextBlock(text=text), source="a.md", parts=parts)
    chunker = MarkdownChunker(MarkdownChunker.Parameters(**parameters))
    chunks = chunker.chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


def blocks_of(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, text[block.start : block.end]) for block in markdown_blocks(text)]


def test_headings_of_both_kinds_give_the_heading_path_without_any_parts():
    words = " some words of this part" * 2
    text = (
        f"Zero{words}\n\n# Tides *and* [moon](u)\n\nOne{words}\n\nHigh water\n---\n\n"
        f"Two{words}\n\n# Boats #\n\nThree{words}\n"
    )
    assert [chunk.heading_path for chunk in chunks_of(text, max_characters=90)] == [
        (),
        ("Tides and moon",),
        ("Tides and moon", "High water"),
        ("Boats",),
    ]


def test_the_paths_that_a_parser_told_are_kept():
    text = "## Boats\n\nThey float."
    parts = (
        Part(0, 8, "a", ElementType.TITLE, 2, heading_path=("Harbour", "Boats")),
        Part(10, 22, "b", ElementType.NARRATIVE_TEXT, heading_path=("Harbour", "Boats")),
    )
    assert chunks_of(text, parts)[0].heading_path == ("Harbour", "Boats")


@pytest.mark.parametrize("fence", ["```", "~~~", "`````", "~~~~"])
def test_a_fence_that_fits_is_never_cut_whatever_stands_in_it(fence: str):
    code = (
        f"{fence}py\n# no heading\n\n| no | table |\n|----|----|\n\n    x = 1\n\n- no item\n{fence}"
    )
    text = f"Some words that come before it.\n\n{code}\n\nAnd words behind it. More of them."
    chunks = chunks_of(text, max_characters=len(code), chunk_size=20)
    assert code in [chunk.text for chunk in chunks]
    assert {chunk.heading_path for chunk in chunks} == {()}


def test_a_shorter_or_other_mark_does_not_close_a_fence():
    text = "````\n```\n# a\n~~~~\n````\n\n# Heading"
    assert [kind for kind, _ in blocks_of(text)] == ["code", "heading"]


def test_nothing_behind_an_unclosed_fence_is_dropped():
    text = "Words.\n\n~~~\n" + "".join(f"line {n}\n\n" for n in range(40))
    chunks = chunks_of(text, max_characters=60)
    assert "".join("".join(chunk.text for chunk in chunks).split()) == "".join(text.split())


def test_a_fence_over_the_limit_is_cut_at_blank_lines_and_the_margin_first():
    code = "\n".join(f"def f{n}():\n    x = {n}\n\n    return x\n" for n in range(6))
    chunks = chunks_of(f"```\n{code}```", max_characters=120, chunk_size=90)
    assert all(re.match(r"```|def ", chunk.text) for chunk in chunks)


def test_code_keeps_the_indentation_of_its_first_line():
    code = "\n\n".join(f"    step_{n} = {n}" for n in range(30))
    for chunk in chunks_of(f"```\n{code}\n```", max_characters=80)[1:]:
        assert chunk.text.startswith(("    step", "```"))


TABLE = "| town | height |\n|:-----|-------:|\n" + "".join(
    f"| Port {n} | {n}.5 m |\n" for n in range(20)
)


def test_a_table_cut_in_pieces_repeats_its_header_as_context_and_never_inside_the_text():
    first, *others = chunks_of(TABLE, max_characters=120)
    assert first.context == ""
    assert first.text.startswith("| town")
    assert len(others) > 2
    for chunk in others:
        assert chunk.context == "| town | height |\n|:-----|-------:|"
        assert re.fullmatch(r"(\| Port \d+ \| \d+\.5 m \|\n?)+", chunk.text)
        assert chunk.boundaries[0].reason is BoundaryReason.TABLE_ROW


def test_the_header_of_an_indented_table_stands_at_the_margin_in_the_context():
    table = "".join(f"  {line}\n" for line in TABLE.splitlines())
    _, *others = chunks_of(f"- heights\n\n{table}", max_characters=120)
    assert {chunk.context for chunk in others} == {"| town | height |\n|:-----|-------:|"}


def test_a_byte_order_mark_hides_no_heading():
    chunks = chunks_of("\ufeff# Tides\n\nThey rise.\n\n## Spring\n\nHigh.", max_characters=24)
    assert [chunk.heading_path for chunk in chunks] == [("Tides",), ("Tides", "Spring")]
    assert chunks[0].text.startswith("\ufeff# Tides")


def test_a_table_that_fits_is_not_cut():
    text = f"Words before the table. Many of them.\n\n{TABLE}\nWords behind."
    assert TABLE.strip() in [chunk.text for chunk in chunks_of(text, max_characters=len(TABLE))]


def test_a_header_longer_than_the_limit_is_not_repeated():
    head = "| " + "very long name " * 20 + "| b |\n|---|---|\n"
    rows = "".join(f"| {n} | x |\n" for n in range(30))
    assert {chunk.context for chunk in chunks_of(head + rows, max_characters=60)} == {""}


def test_text_behind_a_table_has_no_context():
    chunks = chunks_of(
        TABLE + "\nWords that come behind the table, and a few more.", max_characters=60
    )
    assert chunks[-1].text.startswith("Words")
    assert chunks[-1].context == ""


def test_the_header_row_is_not_left_alone_at_the_end_of_a_chunk():
    for words in range(1, 30):
        for chunk in chunks_of("word " * words + "\n\n" + TABLE, max_characters=150):
            assert not chunk.text.endswith(("height |", "-----:|"))


def test_a_heading_stays_with_what_follows_it():
    text = "".join(
        f"## Part {n}\n\n" + "Some words here. " * (n % 5 + 1) + "\n\n" for n in range(20)
    )
    for chunk in chunks_of(text, max_characters=140):
        assert not re.search(r"## Part \d+$", chunk.text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("---\ntitle: x\n\n# no\n---\nText", ["code", "paragraph"]),
        ("---\n\nText\n\n---\n\nmore", ["rule", "paragraph", "rule", "paragraph"]),
        ("$$\nx\n\n+ y\n$$\n\nText", ["code", "paragraph"]),
        ("\\begin{align}\na\n\nb\n\\end{align}\nText", ["code", "paragraph"]),
        ("Pay $$ now.\n\nOr later.", ["paragraph", "paragraph"]),
        ("Words\n\n    code\n\n    more\n\nWords", ["paragraph", "code", "paragraph"]),
        ("> # quoted\n> words\n\nout", ["paragraph", "paragraph", "paragraph"]),
        ("> ```\n> code\n\nout", ["code", "paragraph"]),
        ("- a\n\n  ```\n  code\n  ```\n- b", ["item", "code", "item"]),
        ("- ```\n  # code\n  ```\n- b", ["code", "item"]),
        ("- # no heading\n- b", ["item", "item"]),
        ("It was in\n1984. It rained", ["paragraph"]),
        ("<!-- a\n\n# no -->\n\ntext", ["code", "paragraph"]),
        ("<table>\n<tr>\n\n<td>1\n</table>\n\ntext", ["table", "paragraph"]),
        ("a | b\n--|--\n1 | 2\n\ntext", ["table", "paragraph"]),
        ("a | b | c\n--|--\n", ["paragraph"]),
        ("#hashtag\n", ["paragraph"]),
        ("a\r\n===\r\n\r\nb\r\rc", ["heading", "paragraph", "paragraph"]),
        ("<div>\n# no\n- no\n\n# yes", ["paragraph", "heading"]),
        ("words\n</div>\n# no", ["paragraph", "paragraph"]),
        ("<tide-table of='1'>\n# no\n\ntext", ["paragraph", "paragraph"]),
        ("words\n<tide-table>\n# yes", ["paragraph", "heading"]),
        ("<div>\n> ```\n\n# yes", ["paragraph", "heading"]),
        ("<https://tides.example>\n# yes", ["paragraph", "heading"]),
        ("- # of an item\nwords", ["item", "paragraph"]),
        ("words\n     ~~~\n     # no\n", ["paragraph"]),
        ("\ufeff# yes\nwords", ["heading", "paragraph"]),
        ("\ufeff---\na: b\n---\n# yes", ["code", "heading"]),
        ("\ufeff", ["paragraph"]),
    ],
    ids=[f"case {n}" for n in range(29)],
)
def test_blocks_are_those_of_commonmark(text: str, kinds: list[str]):
    assert [kind for kind, _ in blocks_of(text)] == kinds


def test_nested_items_know_their_depth():
    text = "- a\n  - b\n    - c\n  - d\n- e\n\n1. f\n   1. g\n"
    assert [block.depth for block in markdown_blocks(text)] == [1, 2, 3, 2, 1, 1, 2]


def test_a_list_is_cut_between_outer_items_rather_than_inside_one():
    text = "".join(f"- item {n} of the list\n  - inner {n}\n  - other {n}\n" for n in range(12))
    for chunk in chunks_of(text, max_characters=170):
        assert chunk.text.startswith("- item")


def test_the_elements_of_a_section_that_is_no_markdown_are_used():
    text = "Duties\n\nCheck the oil.\n\n" + "\n".join(f"Hake {n} | 8" for n in range(30))
    parts = (
        Part(0, 6, "a", ElementType.TITLE, 1),
        Part(8, 22, "b", ElementType.NARRATIVE_TEXT),
        Part(24, len(text), "c", ElementType.TABLE),
    )
    chunks = chunks_of(text, parts, max_characters=100)
    assert {chunk.heading_path for chunk in chunks} == {("Duties",)}
    assert {chunk.context for chunk in chunks[1:]} == {"Duties\nHake 0 | 8"}


def test_chinese_is_cut_at_sentence_ends():
    text = "# 潮汐\n\n" + "海水每天涨落两次，由月亮引起！港口的人都知道。" * 20
    for chunk in chunks_of(text, max_characters=80):
        assert chunk.text.endswith(("。", "！"))
        assert not chunk.text.startswith(("。", "！"))


PIECES = (
    "# One\n",
    "Two\n===\n",
    "text. ",
    "More text here! ",
    "\n",
    "\n\n",
    "\r\n",
    "- item\n",
    "  - in\n",
    "```\n",
    "~~~~\n",
    "    code\n",
    "| a | b |\n",
    "|---|---|\n",
    "> q\n",
    "$$\n",
    "---\n",
    "<!--",
    "-->",
    "<table>\n",
    "<div>\n",
    "\ufeff",
    "</table>\n",
    "1. x\n",
    "潮汐。",
    "👨‍👩‍👧",
    "[^1]: note\n",
    "\t",
    "word " * 12,
)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.sampled_from([32, 60, 200]))
def test_every_block_is_in_order_and_every_rule_holds_on_generated_markdown(text: str, size: int):
    blocks = list(markdown_blocks(text))
    end = 0
    for block in blocks:
        assert end <= block.start < block.end
        assert not text[end : block.start].strip()
        end = block.end
    assert not text[end:].strip()
    section = Section(content=TextBlock(text=text), source="a.md")
    chunker = MarkdownChunker(MarkdownChunker.Parameters(max_characters=size))
    chunks = chunker.chunk_sections([section])
    assert verify([section], chunks, HardLimits(max_characters=size)) == []
    for block in blocks:
        if block.kind is BlockKind.CODE and block.end - block.start <= size:
            edges = [edge for chunk in chunks if chunk.span for edge in chunk.span]
            assert not [edge for edge in edges if block.start < edge < block.end]


@pytest.mark.parametrize(
    "unit",
    [
        "```\n\n",
        "- ```\n",
        "\\[\n",
        "$$\n\n",
        "a|b\n",
        "> ",
        "- ",
        "<!--",
        "<table>\n",
        "#",
        "<div>\n",
        "<a b='\n\n",
        "text\n</p>\n",
    ],
)
def test_marks_that_close_nothing_cost_linear_time(unit: str):
    def cost(size: int) -> float:
        started = time.process_time()
        for _ in markdown_blocks(unit * (size // len(unit))):
            pass
        return time.process_time() - started

    assert cost(80_000) < 12 * cost(20_000) + 0.3
