from ragstone.chunkers.boundaries.breaks import find_breaks
from ragstone.model.chunk import BoundaryReason
from ragstone.model.element import ElementType
from ragstone.model.section import Part


def part(text: str, piece: str, kind: ElementType) -> Part:
    start = text.index(piece)
    return Part(start, start + len(piece), "", kind)


def everything(start: int, end: int) -> bool:
    return True


def nothing(start: int, end: int) -> bool:
    return False


def test_each_kind_of_end_has_its_reason():
    text = "One. Two\nthree\n\nfour"
    breaks = find_breaks(text, (), everything)
    assert dict(zip(breaks.units, breaks.reasons, strict=True)) == {
        4: BoundaryReason.SENTENCE,
        14: BoundaryReason.PARAGRAPH,
    }
    assert (list(breaks.strong), list(breaks.lines)) == ([14], [8])


def test_code_that_fits_has_no_place_inside():
    text = "a\n\nx = 1.\n\ny = 2.\n\nb"
    code = part(text, "x = 1.\n\ny = 2.", ElementType.CODE_SNIPPET)
    breaks = find_breaks(text, (code,), everything)
    assert breaks.whole == [(code.start, code.end)]
    assert not [at for at in (*breaks.units, *breaks.lines) if code.start < at < code.end]


def test_code_too_long_may_end_at_its_lines_but_at_no_sentence():
    text = "a\n\nx = 1. + 2\n\ny = 2."
    code = part(text, "x = 1. + 2\n\ny = 2.", ElementType.CODE_SNIPPET)
    breaks = find_breaks(text, (code,), nothing)
    assert [at for at in breaks.units if at > code.start] == [text.index("\n\ny")]


def test_what_stands_between_a_heading_and_its_text_is_glued():
    text = "a\n\nHead. One\n\nbody"
    head = part(text, "Head. One", ElementType.TITLE)
    body = part(text, "body", ElementType.NARRATIVE_TEXT)
    breaks = find_breaks(text, (head, body), everything)
    assert list(breaks.headings) == [1]
    assert list(breaks.glued) == [head.end]
    assert list(breaks.units) == [1]


def test_blanks_before_a_line_end_belong_to_no_line():
    assert list(find_breaks("one   \ntwo", (), everything).lines) == [3]


def test_whole_around_finds_the_unit_with_an_offset_inside():
    text = "| a |\n| b |"
    table = part(text, text, ElementType.TABLE)
    breaks = find_breaks(text, (table,), everything)
    assert breaks.whole_around(3) == (0, 11)
    assert breaks.whole_around(0) is None
    assert breaks.whole_around(11) is None
