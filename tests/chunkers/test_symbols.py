import gc
import tracemalloc

import pytest

from ragstone.chunkers.syntax.symbols import SyntaxTree

CLASS = (
    "class A:\n    # Above.\n    @x\n    def b(self):\n        return 1\n\n    y = 2  # beside\n"
)


def never(start, end):
    return end - start < 3


def tree_of(text, grammar="python"):
    tree = SyntaxTree.parse(text, grammar)
    assert tree is not None
    return tree


def test_definitions_are_units_with_the_text_of_their_heads():
    text = "import a\n\nasync def  go(x):\n    pass\n\nclass B(A):\n    pass\n"
    opened = list(tree_of(text).units(lambda start, end: end - start < 40))
    assert [unit.label for unit in opened] == ["", "async def go", "class B"]


def test_what_leads_a_definition_and_what_stands_behind_it_on_its_line_is_in_its_unit():
    tree = tree_of(CLASS)
    (unit,) = tree.units(never)
    texts = [CLASS[inner.start : inner.end] for inner in tree.inside(unit, lambda a, b: b - a < 60)]
    assert texts == [
        "class A:",
        "    # Above.\n    @x\n    def b(self):\n        return 1",
        "    y = 2  # beside",
    ]


def test_a_blank_line_parts_a_comment_from_what_follows():
    text = "# License.\n\ndef a():\n    pass\n"
    units = list(tree_of(text).units(lambda start, end: end - start < 25))
    assert [unit.label for unit in units] == ["", "def a"]


def test_pieces_hold_all_of_the_text_also_where_the_code_is_broken():
    for text in ("def (:\n  ]]] x = = 1\n}", "class\x00 A{\n'''", "# only\n", "؟ 潮 = 1\n\u3000x"):
        units = list(tree_of(text).units(never))
        pieces = [piece for unit in units for piece in unit.pieces]
        assert "".join(text[p.start : p.end] for p in pieces).split() or not text.strip()
        at = 0
        for piece in pieces:
            assert not text[at : piece.start].strip("\x00 \n\t\u3000")
            at = piece.end


def test_offsets_are_those_of_the_text_whatever_its_characters():
    text = "\ufeff潮 = '😀'\n\ndef 汐():\n    return 潮\n"
    units = list(tree_of(text).units(lambda start, end: end - start < 24))
    assert [text[unit.start : unit.end] for unit in units][-1] == "def 汐():\n    return 潮"
    assert units[-1].label == "def 汐"


@pytest.mark.parametrize(("grammar", "text"), [("lua", "a\n" * 9000), ("scala", "." * 9000)])
def test_a_text_that_would_take_the_square_of_its_length_has_no_tree(grammar, text):
    assert SyntaxTree.parse(text, grammar) is None


def test_the_same_grammar_reads_a_long_text_of_its_language():
    assert SyntaxTree.parse("local function f(x)\n  return x + 1\nend\n" * 5000, "lua") is not None


def test_nothing_of_a_text_stays_in_memory_behind_its_tree():
    text = "def tide(x):\n    return x\n" * 4000
    SyntaxTree.parse(text, "python")
    tracemalloc.start()
    SyntaxTree.parse(text, "python")
    gc.collect()
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert left < len(text) / 10
