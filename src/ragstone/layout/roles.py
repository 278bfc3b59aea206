"""Roles: paragraphs typed by the file's own tags, where these are believed.

They come before every rule that looks at the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.draft import Draft
from ragstone.layout.tag import Tag
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark

#: A heading longer than this is none, whatever its tag says.
_MAX_HEADING = 250
#: The part of a page's height, at the top and at the bottom, where running heads and feet stand.
_EDGE = 0.12
_TYPES = {
    "H": ElementType.TITLE,
    "Title": ElementType.TITLE,
    "LI": ElementType.LIST_ITEM,
    "Lbl": ElementType.LIST_ITEM,
    "TOCI": ElementType.LIST_ITEM,
    "Caption": ElementType.FIGURE_CAPTION,
    "Code": ElementType.CODE_SNIPPET,
    "Formula": ElementType.FORMULA,
    "Note": ElementType.NARRATIVE_TEXT,
    "BlockQuote": ElementType.NARRATIVE_TEXT,
}
#: A marker and its text are one item.
_NAMES = {"Lbl": "LI"}
_MARKS = {"Note": Mark.FOOTNOTE, "BlockQuote": Mark.QUOTED}


def by_role(drafts: Sequence[Draft]) -> list[Draft]:
    """The same, those with a tag that tells what they are typed by it."""
    return [_typed(draft, tag) if (tag := tag_of(draft)) else draft for draft in drafts]


def tag_of(draft: Draft) -> Tag | None:
    """The tag of an open draft's first line."""
    return draft.lines[0].tag if draft.is_open and draft.lines else None


def has_heading_tags(drafts: Sequence[Draft]) -> bool:
    """Whether the file tags headings at all: then what it calls a paragraph is no heading."""
    return any(draft.rule.startswith(("tag: H", "tag: Title")) for draft in drafts)


def _typed(draft: Draft, tag: Tag) -> Draft:
    kind = _TYPES.get(tag.role)
    if tag.role == "Artifact":
        return _at_edge(draft)
    if tag.role == "Figure":
        return replace(draft, in_figure=True)
    if kind is None or (kind is ElementType.TITLE and len(draft.text) > _MAX_HEADING):
        return draft
    rule = (
        f"tag: {_NAMES.get(tag.role, tag.role)}{tag.level if tag.role == 'H' and tag.level else ''}"
    )
    if kind is ElementType.TITLE:
        return draft.typed(kind, rule, level=tag.level or 1)
    if kind is ElementType.LIST_ITEM:
        depth = max(0, (tag.level or 1) - 1)
        facts = {"list_marker": draft.marker, "list_depth": depth}
        return draft.typed(kind, rule, facts=facts)
    marks = draft.marks | {_MARKS[tag.role]} if tag.role in _MARKS else draft.marks
    return draft.typed(kind, rule, marks=marks, facts={"alt": tag.alt} if tag.alt else draft.facts)


def _at_edge(draft: Draft) -> Draft:
    """What the file calls no content is a running head or foot where one may stand."""
    box = draft.lines[0].box
    if box.y1 <= _EDGE * box.page_height:
        return draft.typed(ElementType.HEADER, "tag: Artifact")
    if box.y0 >= (1 - _EDGE) * box.page_height:
        return draft.typed(ElementType.FOOTER, "tag: Artifact")
    return draft
