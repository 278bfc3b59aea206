"""Borders between pieces of code that share a line."""

from __future__ import annotations

from ragstone.chunkers.boundaries.breaks import find_breaks
from ragstone.chunkers.boundaries.same_line import same_line_borders
from ragstone.model.chunk import BoundaryReason
from ragstone.model.element import ElementType
from ragstone.model.section import Part

_TEXT = '[{"a": "Go. On"},  {"b": 2},\n {"c": 3}] words'


def _part(held: str, kind: ElementType = ElementType.CODE_SNIPPET) -> Part:
    start = _TEXT.index(held)
    return Part(start, start + len(held), held, kind)


_PARTS = [_part('{"a": "Go. On"}'), _part('{"b": 2}'), _part('{"c": 3}')]


def test_a_border_is_behind_the_comma_of_a_record_that_another_follows_on_its_line():
    (border,) = same_line_borders(_TEXT, _PARTS)
    assert _TEXT[:border] == '[{"a": "Go. On"},'


def test_code_before_words_on_its_line_has_no_border():
    words = _part("words", ElementType.NARRATIVE_TEXT)
    assert not list(same_line_borders(_TEXT, [_part('{"c": 3}'), words]))


def test_borders_are_ends_of_blocks_among_the_breaks():
    breaks = find_breaks(_TEXT, _PARTS, lambda start, end: True)
    assert list(breaks.units) == sorted(breaks.units)
    border = _TEXT.index(",") + 1
    assert breaks.reason(border) is BoundaryReason.BLOCK
    assert border in breaks.strong
