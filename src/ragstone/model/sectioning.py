"""Dividing a document into sections: their text, and the place of every line of it.

Two kinds of documents. A *verbatim* one (text, Markdown, source code) has its decoded text, and
sections are slices of it. Every other one is *composed*: elements joined by one blank line, list
items with their marker and two blanks per depth, tables one line a row. Marked elements that a
reader of the page does not see (`LEFT_OUT`, `FURNITURE`) stay out of composed sections; footnotes
follow at the section's end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, Protocol

from ragstone.model.block import TextBlock
from ragstone.model.element import FURNITURE, Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.model.run import LINE_END, Run, Runs
from ragstone.model.section import Part, Section

#: What a format's natural sections are: a page, slide or sheet each, the shallowest heading level
#: that occurs at least twice, or the whole file.
Grouping = Literal["page", "slide", "sheet", "heading", "whole"]
SectionBy = Literal["natural", "heading", "document"]

_JOINT = "\n\n"
Outlined = tuple[Element, tuple[str, ...]]


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


def divide(document: Divisible, by: SectionBy, depth: int) -> list[Section]:
    """The sections of `document`, in order; a document without text has none."""
    outlined = list(_outline(element for element in document.elements if _shows(element)))
    groups = _groups(outlined, _boundary(document, outlined, by, depth))
    if document.text is not None:
        return list(_verbatim(document, document.text, groups))
    sections = (_composed(document, group) for group in groups)
    return [
        section.model_copy(update={"index": index})
        for index, section in enumerate(section for section in sections if section.parts)
    ]


def _shows(element: Element) -> bool:
    return element.type not in FURNITURE and element.marks.isdisjoint(LEFT_OUT)


def _outline(elements: Iterable[Element]) -> Iterable[Outlined]:
    """Each element with the titles above it, outermost first; a title's path ends with itself."""
    above: list[tuple[int, str]] = []
    path: tuple[str, ...] = ()
    for element in elements:
        if element.type is ElementType.TITLE:
            level = element.level or 1
            above = [title for title in above if title[0] < level]
            above.append((level, " ".join(element.text.split())))
            path = tuple(title for _, title in above)
        yield element, path


def _boundary(
    document: Divisible, outlined: Sequence[Outlined], by: SectionBy, depth: int
) -> int | str | None:
    """What starts a section: titles of a level, a change of page, slide or sheet, or nothing."""
    if by == "document" or (by == "natural" and document.grouping == "whole"):
        return None
    if by == "heading":
        return depth
    if document.grouping != "heading":
        return document.grouping
    levels = Counter(
        element.level or 1 for element, _ in outlined if element.type is ElementType.TITLE
    )
    return min((level for level, count in levels.items() if count >= 2), default=None)


def _groups(outlined: Sequence[Outlined], boundary: int | str | None) -> list[list[Outlined]]:
    if boundary is None:
        return [list(outlined)]
    if isinstance(boundary, str):
        return [
            list(group)
            for _, group in groupby(outlined, lambda row: getattr(row[0].provenance, boundary))
        ]
    groups: list[list[Outlined]] = [[]]
    for row in outlined:
        element = row[0]
        starts = element.type is ElementType.TITLE and (element.level or 1) <= boundary
        if starts and groups[-1]:
            groups.append([])
        groups[-1].append(row)
    return groups


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
        yield Section(
            content=TextBlock(text=piece),
            source=document.source,
            metadata=_metadata(document, groups[index] if groups else ()),
            index=index,
            parts=tuple(
                _part(element, element.span.start - start, element.span.end - start, path)
                for element, path in groups[index]
                if element.span is not None
            ),
            runs=Runs.of_lines(piece, first_line=line),
        )


def _composed(document: Divisible, group: Sequence[Outlined]) -> Section:
    """Elements joined by one blank line, footnotes last."""
    body = [row for row in group if Mark.FOOTNOTE not in row[0].marks]
    notes = [row for row in group if Mark.FOOTNOTE in row[0].marks]
    texts: list[str] = []
    parts: list[Part] = []
    runs: list[Run] = []
    at = 0
    for element, path in body + notes:
        lead = _lead(element)
        text = lead + element.text
        if not text.strip():
            continue
        if texts:
            texts.append(_JOINT)
            at += len(_JOINT)
        texts.append(text)
        parts.append(_part(element, at, at + len(text), path))
        lines = element.lines or (Run(0, element.provenance),)
        runs.extend(
            Run(at + (line.start + len(lead) if line.start else 0), line.provenance)
            for line in lines
        )
        at += len(text)
    return Section(
        content=TextBlock(text="".join(texts)),
        source=document.source,
        metadata=_metadata(document, group),
        parts=tuple(parts),
        runs=Runs(runs),
    )


def _lead(element: Element) -> str:
    """What stands before a list item: two blanks per depth and its marker."""
    if element.type is not ElementType.LIST_ITEM:
        return ""
    marker = element.facts.get("list_marker", "-")
    return "  " * int(element.facts.get("list_depth", 0)) + (f"{marker} " if marker else "")


def _part(element: Element, start: int, end: int, path: tuple[str, ...]) -> Part:
    return Part(
        start, end, element.id, element.type, element.level, element.marks, element.html, path
    )


def _metadata(document: Divisible, group: Sequence[Outlined]) -> dict[str, Any]:
    """Where the section starts, in AgentScope's keys; the document's title where it is known."""
    found: dict[str, Any] = {}
    if group:
        place = group[0][0].provenance
        for key in ("page", "slide", "sheet", "path"):
            if getattr(place, key) is not None:
                found[key] = getattr(place, key)
    if document.facts.get("title"):
        found["title"] = document.facts["title"]
    return found
