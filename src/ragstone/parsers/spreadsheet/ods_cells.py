"""The cells of an OpenDocument sheet: their texts, comments, links and pictures.

cell_text(node).text                            # "7.1 m"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ragstone.parsers.spreadsheet.number_format import general
from ragstone.parsers.xml_tree import Xml

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    f"{_OASIS}office:1.0": "office",
    f"{_OASIS}table:1.0": "table",
    f"{_OASIS}text:1.0": "text",
    f"{_OASIS}style:1.0": "style",
    f"{_OASIS}drawing:1.0": "draw",
    f"{_OASIS}xsl-fo-compatible:1.0": "fo",
    f"{_OASIS}svg-compatible:1.0": "svg",
    f"{_OASIS}meta:1.0": "meta",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://purl.org/dc/elements/1.1/": "dc",
}
_NAMESPACES = {prefix: namespace for namespace, prefix in _PREFIXES.items()}
_NAMES: dict[str, str] = {}
_MAX_SPACES = 1000
_CELL_REFERENCE = re.compile(r"\[([^\]]*)\]")
_MOST = 10**9


def name_of(node: Xml) -> str:
    """The element's name with its usual prefix: "table:table-row"."""
    full = node.tag
    if not isinstance(full, str):
        return ""
    known = _NAMES.get(full)
    if known is None:
        namespace, _, local = full.rpartition("}")
        prefix = _PREFIXES.get(namespace[1:])
        known = f"{prefix}:{local}" if prefix else local
        if len(_NAMES) < 4096:
            _NAMES[full] = known
    return known


def said(node: Xml, name: str) -> str | None:
    """The attribute called so, with its usual prefix."""
    prefix, _, local = name.partition(":")
    value = node.get(f"{{{_NAMESPACES[prefix]}}}{local}")
    return None if value is None else str(value)


def integer(text: str | None) -> int:
    """A count of columns or rows, at most `_MOST`, which no sheet has; 1 for nonsense."""
    if not text or not text.isdecimal():
        return 1
    return max(1, int(text)) if len(text) < len(str(_MOST)) else _MOST


@dataclass(slots=True)
class CellText:
    """What a cell holds: its text as shown, the first address in it, and what stands beside."""

    text: str = ""
    url: str = ""
    comments: list[tuple[str, dict[str, str]]] = field(
        default_factory=list[tuple[str, dict[str, str]]]
    )
    pictures: list[str] = field(default_factory=list[str])


def cell_text(node: Xml) -> CellText:
    """The content of a cell."""
    found = CellText()
    paragraphs: list[str] = []
    for child in node:
        name = name_of(child)
        if name in ("text:p", "text:h"):
            paragraphs.append("".join(_pieces(child, found)))
        elif name == "office:annotation":
            _note_comment(child, found)
        elif name.startswith("draw:"):
            _note_picture(child, found)
    found.text = "\n".join(paragraphs)
    return found


def _pieces(node: Xml, found: CellText) -> Iterator[str]:
    """The text of a paragraph; without recursion, since spans may nest."""
    stack: list[Xml | str] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        name = name_of(item)
        if name == "office:annotation":
            _note_comment(item, found)
            continue
        if name.startswith("draw:"):
            _note_picture(item, found)
            continue
        if name == "text:s":
            yield " " * min(_MAX_SPACES, integer(said(item, "text:c")))
        elif name == "text:tab":
            yield "\t"
        elif name == "text:line-break":
            yield "\n"
        elif name == "text:a":
            found.url = found.url or said(item, "xlink:href") or ""
        inside: list[Xml | str] = [item.text] if item.text else []
        for child in item:
            inside.append(child)
            if child.tail:
                inside.append(child.tail)
        stack += reversed(inside)


def _note_comment(node: Xml, found: CellText) -> None:
    lines: list[str] = []
    facts: dict[str, str] = {}
    for child in node:
        name = name_of(child)
        if name in ("text:p", "text:list"):
            lines.append("".join(str(piece) for piece in child.itertext()))
        elif name == "dc:creator":
            facts["author"] = child.text or ""
        elif name == "dc:date":
            facts["date"] = child.text or ""
    text = "\n".join(lines).strip()
    if text:
        found.comments.append((text, {key: value for key, value in facts.items() if value}))


def _note_picture(node: Xml, found: CellText) -> None:
    for child in node.iter():
        if name_of(child) in ("svg:desc", "svg:title") and (child.text or "").strip():
            found.pictures.append(child.text.strip())
            return


def value_of(node: Xml, text: str) -> tuple[str, bool]:
    """(what a cell shows, whether it is text and no number); its formula where it has no value."""
    kind = said(node, "office:value-type")
    is_text = kind in (None, "string")
    if text:
        return text, is_text
    value = said(node, "office:value")
    if value is not None:
        try:
            return general(float(value)), False
        except ValueError:
            return value, True
    for name in ("office:date-value", "office:time-value", "office:string-value"):
        stored = said(node, name)
        if stored:
            return stored, name == "office:string-value"
    stored = said(node, "office:boolean-value")
    if stored is not None:
        return stored.upper(), False
    formula = said(node, "table:formula")
    if formula and kind is None:
        _, _, formula = formula.partition("=")
        return "=" + _CELL_REFERENCE.sub(lambda match: match[1].replace(".", ""), formula), True
    return "", True


class OdsStyles:
    """Which sheets are hidden by their style, and which looks of cells are alike."""

    def __init__(self) -> None:
        self._hidden: set[str] = set()
        self._kinds: dict[str, int] = {}
        self._looks: dict[tuple[str | None, ...], int] = {}

    def read(self, node: Xml) -> None:
        """The automatic styles of the file."""
        for style in node:
            name = said(style, "style:name")
            if name_of(style) != "style:style" or name is None:
                continue
            look: list[str | None] = [said(style, "style:parent-style-name")]
            for properties in style:
                kind = name_of(properties)
                if kind == "style:table-properties":
                    if said(properties, "table:display") == "false":
                        self._hidden.add(name)
                elif kind == "style:text-properties":
                    look += [said(properties, "fo:font-weight"), said(properties, "fo:color")]
                elif kind == "style:table-cell-properties":
                    look.append(said(properties, "fo:background-color"))
            self._kinds[name] = self._looks.setdefault(tuple(look), len(self._looks) + 1)

    def is_hidden(self, name: str | None) -> bool:
        return name in self._hidden

    def kind_of(self, name: str | None) -> int:
        return self._kinds.get(name or "", 0)
