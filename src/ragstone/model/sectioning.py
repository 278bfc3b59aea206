"""Dividing a document into sections: their text, and the place of every line of it.

Two kinds of documents. A *verbatim* one (text, Markdown, source code) has its decoded text, and
sections are slices of it. Every other one is *composed*: elements joined by one blank line, list
items with their marker and two blanks per depth, tables one line a row. Marked elements that a
reader of the page does not see (`LEFT_OUT`, `FURNITURE`) stay out of composed sections; footnotes
follow at the section's end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import inf
from typing import Any, Literal, Protocol

from ragstone.model.block import TextBlock
from ragstone.model.continuation import brought_together, joint
from ragstone.model.element import FURNITURE, Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.model.member import Grouping, Member
from ragstone.model.run import LINE_END, Run, Runs
from ragstone.model.section import Part, Section
from ragstone.model.small_units import Outlined, lines_of_units, units_together

SectionBy = Literal["natural", "heading", "document"]

_JOINT = "\n\n"
#: A title is kept up to here in heading paths: they are written into every chunk below it.
TITLE_CHARACTERS = 300


class Divisible(Protocol):
    """What of a `Document` its division depends on."""

    @property
    def source(self) -> str: ...
    @property
    def elements(self) -> Sequence[Element]: ...
    @property
    def text(self) -> str | None: ...
    @property
    def grouping(self) -> Grouping: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...
    @property
    def members(self) -> Sequence[Member]: ...


def divide(document: Divisible, by: SectionBy, depth: int) -> list[Section]:
    """The sections of `document`, in order; a document without text has none."""
    outlined = list(_outline(element for element in document.elements if _shows(element)))
    if document.text is not None:
        groups = _groups(outlined, _boundary(document.grouping, outlined, by, depth))
        return list(_verbatim(document, document.text, groups))
    members = {member.path: member for member in document.members}
    seen: set[str] = set()
    sections = (
        section
        for group in _by_member(document, outlined, by, depth)
        for section in (
            _composed(document, group, members),
            *_pictures(document, group, members, seen),
        )
    )
    return [
        section.model_copy(update={"index": index})
        for index, section in enumerate(section for section in sections if section.parts)
    ]


def _shows(element: Element) -> bool:
    return element.type not in FURNITURE and element.marks.isdisjoint(LEFT_OUT)


def _outline(elements: Iterable[Element]) -> Iterable[Outlined]:
    """Each element with the titles above it, outermost first; a title's path ends with itself, and
    in a workbook every path begins with the name of the sheet.
    """
    above: list[tuple[int, str]] = []
    path: tuple[str, ...] = ()
    inside: tuple[str | None, str | None] = (None, None)
    for element in elements:
        place = element.provenance
        # What heads one document or sheet heads none of those behind it.
        if (place.member, place.sheet) != inside:
            inside = (place.member, place.sheet)
            above = [] if place.sheet is None else [(0, _shown(place.sheet))]
            path = tuple(title for _, title in above)
        if element.type is ElementType.TITLE:
            level = element.level or 1
            above = [title for title in above if title[0] < level]
            above.append((level, _shown(element.text)))
            path = tuple(title for _, title in above)
        yield element, path


def _shown(title: str) -> str:
    return " ".join(title.split())[:TITLE_CHARACTERS].strip()


def _by_member(
    document: Divisible, outlined: Sequence[Outlined], by: SectionBy, depth: int
) -> Iterator[list[Outlined]]:
    """Groups that are sections: each document inside is divided as it would be by itself."""
    if by == "document":
        yield list(outlined)
        return
    groupings: dict[str, Grouping] = {m.path: m.grouping for m in document.members}
    for member, rows in groupby(outlined, lambda row: row[0].provenance.member):
        inside = list(rows)
        grouping = document.grouping if member is None else groupings.get(member, "whole")
        yield from _groups(inside, _boundary(grouping, inside, by, depth))


def _boundary(
    grouping: Grouping, outlined: Sequence[Outlined], by: SectionBy, depth: int
) -> int | str | None:
    """What starts a section: titles of a level, a change of page, slide or sheet, or nothing."""
    if by == "document" or (by == "natural" and grouping == "whole"):
        return None
    if by == "heading":
        return depth
    if grouping != "heading":
        return grouping
    levels = Counter(
        element.level or 1 for element, _ in outlined if element.type is ElementType.TITLE
    )
    return min((level for level, count in levels.items() if count >= 2), default=None)


def _groups(outlined: Sequence[Outlined], boundary: int | str | None) -> list[list[Outlined]]:
    if boundary is None:
        return [list(outlined)]
    if boundary == "path":
        return units_together(outlined)
    if isinstance(boundary, str):
        return [
            list(group)
            for _, group in groupby(outlined, lambda row: getattr(row[0].provenance, boundary))
        ]
    groups: list[list[Outlined]] = [[]]
    for row in outlined:
        starts = _level(row[0]) <= boundary
        if starts and groups[-1] and not _leads_to(groups[-1], row[0], boundary):
            groups.append([])
        groups[-1].append(row)
    return groups


def _leads_to(group: Sequence[Outlined], heading: Element, boundary: int) -> bool:
    """Whether `group` is no section but the titles of the one that `heading` opens.

    A document's title and subtitle before its first section, a part's title before its first
    chapter: alone they say nothing, and as a chunk of their own they are found before the text.
    """
    heads: list[float] = []
    for element, _ in group:
        if element.type is ElementType.TITLE:
            heads += [_level(element)] if _level(element) <= boundary else []
        elif (_lead(element) + element.text).strip():
            return False
    return not heads or heads[-1] < _level(heading)


def _level(element: Element) -> float:
    """The level of a title; deeper than all for what is none."""
    return (element.level or 1) if element.type is ElementType.TITLE else inf


def _verbatim(
    document: Divisible, text: str, groups: Sequence[Sequence[Outlined]]
) -> Iterable[Section]:
    """Slices of the text: each from its first element's line to the next slice's start.

    A heading's span begins at its line, so slices begin at line starts and together are the text.
    """
    if not text:
        return
    starts = [0] + [group[0][0].span.start for group in groups[1:] if group[0][0].span is not None]
    line = 1
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else len(text)
        piece = text[start:end]
        line += len(LINE_END.findall(text, starts[index - 1], start)) if index else 0
        rows = groups[index] if groups else ()
        yield Section(
            content=TextBlock(text=piece),
            source=document.source,
            metadata=_metadata(document, rows, {}),
            index=index,
            parts=tuple(
                _part(element, element.span.start - start, element.span.end - start, path)
                for element, path in rows
                if element.span is not None
            ),
            runs=lines_of_units(piece, start, line, rows if document.grouping == "path" else ()),
        )


def _composed(
    document: Divisible, group: Sequence[Outlined], members: Mapping[str, Member]
) -> Section:
    """Elements joined by one blank line, parts of a paragraph without; footnotes last."""
    body = brought_together([row for row in group if Mark.FOOTNOTE not in row[0].marks])
    notes = [row for row in group if Mark.FOOTNOTE in row[0].marks]
    texts: list[str] = []
    parts: list[Part] = []
    runs: list[tuple[int, Sequence[Run]]] = []
    at = 0
    for element, path in body + notes:
        lead = _lead(element)
        text = lead + element.text
        if not text.strip():
            continue
        if texts:
            cut, between = joint(texts[-1], element) or (0, _JOINT)
            if cut:
                texts[-1] = texts[-1][:-cut]
                parts[-1] = replace(parts[-1], end=parts[-1].end - cut)
            texts.append(between)
            at += len(between) - cut
        texts.append(text)
        parts.append(_part(element, at, at + len(text), path))
        lines = element.lines or (Run(0, element.provenance),)
        runs.append((at, _behind(lead, lines) if lead else lines))
        at += len(text)
    return Section(
        content=TextBlock(text="".join(texts)),
        source=document.source,
        metadata=_metadata(document, group, members),
        parts=tuple(parts),
        runs=Runs.joined(runs),
    )


def _pictures(
    document: Divisible,
    group: Sequence[Outlined],
    members: Mapping[str, Member],
    seen: set[str],
) -> Iterator[Section]:
    """Each picture of a group as a section of its own behind the group's; each picture once."""
    for element, path in group:
        if element.data is None or element.data.id in seen:
            continue
        seen.add(element.data.id)
        yield Section(
            content=element.data,
            source=document.source,
            metadata=_metadata(document, [(element, path)], members),
            parts=(_part(element, 0, 0, path),),
            runs=Runs([Run(0, element.provenance)]),
        )


def _lead(element: Element) -> str:
    """What stands before a list item: two blanks per depth and its marker; before a title its
    number, where that is no part of its text.
    """
    if element.type is ElementType.TITLE:
        number = element.facts.get("number")
        return f"{number} " if number else ""
    if element.type is not ElementType.LIST_ITEM:
        return ""
    marker = element.facts.get("list_marker", "-")
    return "  " * int(element.facts.get("list_depth", 0)) + (f"{marker} " if marker else "")


def _behind(lead: str, lines: Sequence[Run]) -> Sequence[Run]:
    """The lines of an element whose first one begins with `lead`."""
    return [Run(start + len(lead) if start else 0, place) for start, place in lines]


def _part(element: Element, start: int, end: int, path: tuple[str, ...]) -> Part:
    return Part(
        start, end, element.id, element.type, element.level, element.marks, element.html, path
    )


def _metadata(
    document: Divisible, group: Sequence[Outlined], members: Mapping[str, Member]
) -> dict[str, Any]:
    """Where the section starts, in AgentScope's keys; the title, where it is known, of the document
    inside that it belongs to, or of the whole one.
    """
    found: dict[str, Any] = {}
    title = document.facts.get("title")
    if group:
        place = group[0][0].provenance
        for key in ("page", "slide", "sheet", "path", "member"):
            if getattr(place, key) is not None:
                found[key] = getattr(place, key)
        if place.member is not None and place.member in members:
            title = members[place.member].facts.get("title") or title
    if title:
        found["title"] = title
    return found
