"""What a sheet has beside its cells: comments, pictures, text boxes, charts, page headers.

list(comments_of(package, part, "Fish"))        # elements marked as comments
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children, descendants, tag
from ragstone.parsers.ooxml.package import OfficePackage
from ragstone.parsers.spreadsheet.markup import plain
from ragstone.parsers.tabular.cells import Area, column_name

_COMMENT = frozenset({Mark.COMMENT})
#: What Excel writes into the old kind of comment for readers that do not know the new one.
_STAND_IN = "[Threaded comment]"
_FURNITURE = re.compile(
    r"<(?:\w+:)?(odd|even|first)(Header|Footer)\b[^<>]*>([^<]*)</", re.IGNORECASE
)
#: Codes in a page header: fonts, colours, sizes; then page, date, file and the like.
_LOOK_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-F]{6}|K\d\d[+-]\d{3}|[BIUESXYG]|\d{1,3}(?!\d))')
_LONGEST = 2000
_FIELD_CODE = re.compile(r"&([PNDTFAZ])([+-]\d+)?")
_FIELDS = {"P": "[page]", "N": "[pages]", "D": "[date]", "T": "[time]", "F": "[file]", "Z": ""}


def comments_of(package: OfficePackage, part: str, sheet: str) -> Iterator[Element]:
    """The comments and notes of a sheet, those of a thread in their order."""
    people = _people(package)
    threaded: set[str] = set()
    for name in package.related(part, "threadedComment").values():
        for node in _local(package.xml(name), "threadedComment"):
            cell = str(node.get("ref") or "")
            threaded.add(cell)
            text = "".join(_text(item) for item in node if _name(item) == "text")
            facts = {
                "author": people.get(str(node.get("personId")), ""),
                "date": str(node.get("dT") or ""),
            }
            yield from _comment(sheet, cell, text, facts)
    for name in package.related(part, "comments").values():
        root = package.xml(name)
        authors = [node.text or "" for node in descendants(root, "x:author")]
        for node in descendants(root, "x:comment"):
            cell = attribute(node, "ref") or ""
            text = "".join(item.text or "" for item in descendants(child(node, "x:text"), "x:t"))
            if cell in threaded and text.startswith(_STAND_IN):
                continue
            number = attribute(node, "authorId") or ""
            known = number.isdecimal() and len(number) < 7 and int(number) < len(authors)
            yield from _comment(
                sheet, cell, text, {"author": authors[int(number)] if known else ""}
            )


def _comment(sheet: str, cell: str, text: str, facts: dict[str, str]) -> Iterator[Element]:
    text, area = plain(text).strip(), Area.parse(cell)
    if text:
        yield Element(
            ElementType.UNCATEGORIZED_TEXT,
            text,
            marks=_COMMENT,
            provenance=Provenance(
                sheet=sheet, cells=None if area is None else area.name, rule="comment"
            ),
            facts={key: said for key, said in facts.items() if said},
        )


def _people(package: OfficePackage) -> dict[str, str]:
    return {
        str(node.get("id")): str(node.get("displayName") or "")
        for name in package.related(package.main, "person").values()
        for node in _local(package.xml(name), "person")
    }


def drawings_of(package: OfficePackage, part: str, sheet: str) -> Iterator[Element]:
    """Pictures by their alternative text, text boxes, and the titles of charts."""
    for name in package.related(part, "drawing").values():
        root = package.xml(name)
        for anchor in () if root is None else root:
            place = _anchored(anchor, sheet)
            for node in anchor.iter():
                kind = tag(node)
                if kind == "xdr:cNvPr":
                    yield from _picture(node, place)
                elif kind == "xdr:txBody":
                    yield from _box(node, place)
                elif kind == "c:chart":
                    target = package.relationships(name).get(attribute(node, "r:id") or "")
                    if target is not None and not target.is_external:
                        yield from _chart(package.xml(target.target), place)


def _anchored(anchor: Xml, sheet: str) -> dict[str, Any]:
    """The place of the cell at a drawing's top left."""
    start = child(anchor, "xdr:from")
    numbers = [
        int(node.text) if node is not None and (node.text or "").isdecimal() else None
        for node in (child(start, "xdr:col"), child(start, "xdr:row"))
    ]
    column, row = numbers
    if column is None or row is None or column > 20_000 or row > 2_000_000:
        return {"sheet": sheet}
    return {"sheet": sheet, "cells": f"{column_name(column + 1)}{row + 1}"}


def _picture(node: Xml, place: dict[str, Any]) -> Iterator[Element]:
    said = (attribute(node, "descr") or attribute(node, "title") or "").strip()
    if said:
        hidden = {Mark.HIDDEN} if attribute(node, "hidden") in ("1", "true") else set[Mark]()
        yield Element(
            ElementType.IMAGE,
            said,
            marks=frozenset({Mark.ALT_TEXT, *hidden}),
            provenance=Provenance(**place, rule="alternative text"),
        )


def _box(node: Xml, place: dict[str, Any]) -> Iterator[Element]:
    lines = [
        "".join(item.text or "" for item in descendants(paragraph, "a:t"))
        for paragraph in children(node, "a:p")
    ]
    text = "\n".join(line for line in lines if line.strip()).strip()
    if text:
        where = Provenance(**place, rule="text box")
        yield Element(ElementType.UNCATEGORIZED_TEXT, text, provenance=where)


def _chart(root: Xml | None, place: dict[str, Any]) -> Iterator[Element]:
    """The title and the titles of the axes; the numbers are cells of a sheet."""
    for title in descendants(root, "c:title"):
        text = "".join(node.text or "" for node in descendants(title, "a:t")).strip()
        text = text or " ".join(node.text or "" for node in descendants(title, "c:v")).strip()
        if text:
            above = tag(title.getparent()) == "c:chart"
            rule = "title of a chart" if above else "title of an axis"
            where = Provenance(**place, rule=rule)
            yield Element(ElementType.FIGURE_CAPTION, text, provenance=where)


def furniture_of(tail: str, sheet: str) -> Iterator[Element]:
    """The page headers and footers of a sheet, left, centre and right; each text once."""
    seen: set[tuple[str, str]] = set()
    for match in _FURNITURE.finditer(tail):
        kind = match[2].capitalize()
        text = furniture_text(plain(match[3]), sheet)
        if not text or (kind, text) in seen:
            continue
        seen.add((kind, text))
        yield Element(
            ElementType.HEADER if kind == "Header" else ElementType.FOOTER,
            text,
            provenance=Provenance(sheet=sheet, rule=f"page {kind.lower()}"),
        )


def furniture_text(codes: str, sheet: str) -> str:
    """The text of a page header with its parts apart, and fields in brackets."""
    parts = re.split(r"&[LCR]", codes[:_LONGEST].replace("&&", "\0"))
    shown: list[str] = []
    for part in parts:
        text = _LOOK_CODE.sub("", part)
        if not any(map(str.isalnum, _FIELD_CODE.sub("", text))):
            # A page number or a file name alone.
            continue
        text = _FIELD_CODE.sub(lambda match: {**_FIELDS, "A": sheet}[match[1]], text)
        text = " ".join(text.replace("\0", "&").split())
        if text:
            shown.append(text)
    return " | ".join(shown)


def _local(root: Xml | None, name: str) -> Iterator[Xml]:
    """Elements by their name in any namespace: those of new parts are Microsoft's own."""
    return (node for node in (() if root is None else root.iter()) if _name(node) == name)


def _name(node: Xml) -> str:
    return str(node.tag).rpartition("}")[2]


def _text(node: Xml) -> str:
    return "".join(str(piece) for piece in node.itertext())
