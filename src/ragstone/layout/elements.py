"""Elements: the lines of all pages, typed.

Titles, list items, running text, furniture, hidden text, form values and notes; each with the box
of every line. The whole document is looked at: what the body looks like, and what repeats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ragstone.layout.furniture import Place, furniture
from ragstone.layout.headings import Headings, without_runs
from ragstone.layout.line import Line
from ragstone.layout.page import Annotation, PageLayout
from ragstone.layout.paragraphs import Paragraph, joined, paragraphs, usual_gap_em
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance, merge
from ragstone.model.run import Run

_SENTENCE = re.compile(r"[.!?](?:\s|$)|[。！？；]")
#: A line without the end of a sentence counts as running text from this length on.
_NARRATIVE_CHARACTERS = 60
_DEPTH_EM = 0.8


@dataclass(frozen=True, slots=True)
class _Draft:
    """An element in the making, with the paragraph it comes from."""

    page: int
    text: str
    lines: tuple[Run, ...]
    type: ElementType = ElementType.UNCATEGORIZED_TEXT
    level: int | None = None
    marks: frozenset[Mark] = frozenset()
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    paragraph: Paragraph | None = None


def elements(pages: Sequence[PageLayout]) -> Iterator[Element]:
    """The elements in reading order, without ids and parents yet."""
    for draft in _drafts(pages):
        yield Element(
            type=draft.type,
            text=draft.text,
            level=draft.level,
            marks=draft.marks,
            provenance=merge(run.provenance for run in draft.lines),
            facts=draft.facts,
            lines=draft.lines,
        )


def _drafts(pages: Sequence[PageLayout]) -> list[_Draft]:
    kinds = furniture(pages)
    bodies = [_without(page, kinds) for page in pages]
    usual_gap = usual_gap_em(block for body in bodies for block in body)
    headings = Headings(line for body in bodies for block in body for line in block)
    drafts: list[_Draft] = []
    for page, body in zip(pages, bodies, strict=True):
        edges = [
            (kinds[(page.number, index)], line)
            for index, line in enumerate(page.lines)
            if (page.number, index) in kinds
        ]
        drafts += [_single(line, kind) for kind, line in edges if _is_above(line, page)]
        for block in body:
            drafts += _listed(_from_paragraph(item) for item in paragraphs(block, usual_gap))
        drafts += [_noted(annotation, page) for annotation in page.annotations]
        drafts += [
            replace(_from_paragraph(item), marks=frozenset({Mark.HIDDEN}))
            for item in paragraphs(page.hidden, usual_gap)
        ]
        drafts += [_single(line, kind) for kind, line in edges if not _is_above(line, page)]
    return _titled(drafts, headings)


def _without(page: PageLayout, kinds: dict[Place, ElementType]) -> list[list[Line]]:
    """The page's blocks without furniture."""
    found: list[list[Line]] = []
    index = 0
    for block in page.blocks:
        kept = [
            line for offset, line in enumerate(block) if (page.number, index + offset) not in kinds
        ]
        index += len(block)
        if kept:
            found.append(kept)
    return found


def _is_above(line: Line, page: PageLayout) -> bool:
    return line.box.y0 < page.height / 2


def _run(start: int, boxes: tuple[BBox, ...]) -> Run:
    return Run(start, Provenance(page=boxes[0].page, boxes=boxes))


def _single(line: Line, kind: ElementType) -> _Draft:
    return _Draft(line.box.page or 1, line.text, (_run(0, line.boxes),), kind)


def _from_paragraph(paragraph: Paragraph) -> _Draft:
    starts = zip(paragraph.starts, paragraph.lines, strict=True)
    lines = tuple(_run(start, line.boxes) for start, line in starts)
    running = (
        _SENTENCE.search(paragraph.text) is not None or len(paragraph.text) >= _NARRATIVE_CHARACTERS
    )
    return _Draft(
        page=paragraph.lines[0].box.page or 1,
        text=paragraph.text,
        lines=lines,
        type=ElementType.NARRATIVE_TEXT if running else ElementType.UNCATEGORIZED_TEXT,
        paragraph=paragraph,
    )


def _listed(drafts: Iterable[_Draft]) -> Iterator[_Draft]:
    """Those with a marker become list items; the depth is told by their left edges."""
    lefts: list[float] = []
    for draft in drafts:
        paragraph = draft.paragraph
        if paragraph is None or not paragraph.marker:
            lefts = []
            yield draft
            continue
        left, slack = paragraph.lines[0].x0, _DEPTH_EM * paragraph.size
        while lefts and left < lefts[-1] - slack:
            lefts.pop()
        if not lefts or left > lefts[-1] + slack:
            lefts.append(left)
        facts = {"list_marker": paragraph.marker, "list_depth": len(lefts) - 1}
        yield replace(draft, type=ElementType.LIST_ITEM, facts=facts)


def _titled(drafts: Sequence[_Draft], headings: Headings) -> list[_Draft]:
    """The same with titles told and ranked; a numbered title gets its number back."""
    candidates = [
        draft.paragraph is not None and not draft.marks and headings.is_title(draft.paragraph)
        for draft in drafts
    ]
    kept = without_runs(candidates)
    headings.learn(
        draft.paragraph
        for draft, is_title in zip(drafts, kept, strict=True)
        if is_title and draft.paragraph is not None
    )
    return [
        _title(draft, draft.paragraph, headings)
        if is_title and draft.paragraph is not None
        else draft
        for draft, is_title in zip(drafts, kept, strict=True)
    ]


def _title(draft: _Draft, paragraph: Paragraph, headings: Headings) -> _Draft:
    text, starts = joined(paragraph.lines)
    return replace(
        draft,
        text=text,
        lines=tuple(
            _run(start, line.boxes) for start, line in zip(starts, paragraph.lines, strict=True)
        ),
        type=ElementType.TITLE,
        level=headings.level(paragraph),
        facts={},
    )


def _noted(annotation: Annotation, page: PageLayout) -> _Draft:
    x0, y0, x1, y1 = (round(edge, 2) for edge in annotation.box)
    box = BBox(x0, y0, x1, y1, round(page.width, 2), round(page.height, 2), page.number)
    marks = frozenset({Mark.FORM_VALUE}) if annotation.kind == "form_value" else frozenset[Mark]()
    text = " ".join(annotation.text.split())
    return _Draft(page.number, text, (_run(0, (box,)),), marks=marks)
