"""Prose: running text told from other text, and paragraphs that go on in the next column or page.

A paragraph is running text when it holds the end of a sentence, or is long; in no script do words
or verbs decide. It goes on when it ends within a sentence, and the next one of the same look, in
another column or on another page, begins within one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.draft import Draft
from ragstone.model.element import FURNITURE, ElementType
from ragstone.text.script import WIDE, joint

_SENTENCE = re.compile(r"[.!?](?:[\"'”’)\]]*\d{0,3})?(?:\s|$)|[。！？；]")
#: A line without the end of a sentence counts as running text from this length on.
_NARRATIVE_CHARACTERS, _NARRATIVE_WIDE = 60, 30
_ENDS = re.compile(r"[.!?:。！？：…][\"'”’)\]）」』»]*(?:\[?\d{0,3}\]?)$")
_HYPHEN = re.compile(r"[^\W\d_]{2}[-\u2010]$")
_TYPES = frozenset(
    {ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM, ElementType.UNCATEGORIZED_TEXT}
)
#: What may stand between two parts of a paragraph.
_BETWEEN = frozenset({ElementType.IMAGE, ElementType.FIGURE_CAPTION, ElementType.TABLE})
#: A label has fewer blanks than a piece of a sentence.
_FEW_BLANKS = 3


def proseful(drafts: Sequence[Draft]) -> list[Draft]:
    """The same, the rest typed as running text or left uncategorised, and continuations noted."""
    return _continued([_typed(draft) if draft.is_open else draft for draft in drafts])


def _typed(draft: Draft) -> Draft:
    text = draft.text
    if draft.in_figure:
        return draft.typed(ElementType.UNCATEGORIZED_TEXT, "text: label in a drawing")
    if not any(map(str.isalpha, text)):
        return draft.typed(ElementType.UNCATEGORIZED_TEXT, "text: no words")
    if _SENTENCE.search(text):
        return draft.typed(ElementType.NARRATIVE_TEXT, "prose: a sentence ends in it")
    if "\n" in text:
        return draft.typed(ElementType.UNCATEGORIZED_TEXT, "text: rows with gaps")
    if len(text) >= _NARRATIVE_CHARACTERS or (
        len(text) >= _NARRATIVE_WIDE and 2 * len(WIDE.findall(text)) > len(text)
    ):
        return draft.typed(ElementType.NARRATIVE_TEXT, "prose: long")
    return draft.typed(ElementType.UNCATEGORIZED_TEXT, "text: short")


def _continued(drafts: Sequence[Draft]) -> list[Draft]:
    """With the fact `continues` on a paragraph that goes on from the one before: what stands
    between the two, or "-" where the hyphen that ends the one before is none of the word."""
    found: list[Draft] = []
    before = -1
    for draft in drafts:
        if before >= 0 and _goes_on(found[before], draft):
            facts = {**draft.facts, "continues": _between(found[before].text, draft.text)}
            draft = replace(_as_prose(draft), facts=facts)
            found[before] = _as_prose(found[before])
        found.append(draft)
        passed = draft.type in FURNITURE or draft.type in _BETWEEN
        if not passed and not draft.marks and not draft.in_figure:
            before = len(found) - 1
    return found


def _as_prose(draft: Draft) -> Draft:
    """A short part of a paragraph is running text too."""
    if draft.type is ElementType.UNCATEGORIZED_TEXT:
        return draft.typed(ElementType.NARRATIVE_TEXT, "prose: part of a longer paragraph")
    return draft


def _goes_on(before: Draft, draft: Draft) -> bool:
    if before.type not in _TYPES or draft.paragraph is None or draft.marker or draft.marks:
        return False
    if before.type is ElementType.UNCATEGORIZED_TEXT and before.text.count(" ") < _FEW_BLANKS:
        return False
    if draft.type not in (ElementType.NARRATIVE_TEXT, ElementType.UNCATEGORIZED_TEXT):
        return False
    if (before.page, before.block) == (draft.page, draft.block) or draft.page - before.page > 1:
        return False
    if abs(before.size - draft.size) > 0.08 * before.size or _ENDS.search(before.text):
        return False
    first = draft.text[:1]
    if first.islower():
        return True
    # Chinese has no capitals: the paragraph before filled its last line.
    last = before.lines[-1]
    full = last.x1 >= max(line.x1 for line in before.lines) - 1.5 * last.size
    return bool(WIDE.match(first)) and len(before.lines) > 1 and full


def _between(before: str, after: str) -> str:
    if _HYPHEN.search(before) and after[:1].islower():
        return "-"
    return joint(before, after)
