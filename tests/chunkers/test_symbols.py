from ragstone.chunkers.syntax.symbols import SyntaxTree

CLASS = (
    "class A:\n    # Above.\n    @x\n    def b(self):\n        return 1\n\n    y = 2  # beside\n"
)


def never(start, end):
    return end - start < 3


def tree_of(text, grammar="python"):
    return SyntaxTree(text, grammar)


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
