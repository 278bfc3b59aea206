"""Parts of a Word file that libxml2 refuses: nested too deeply, or with one text of over 10 MB.

libxml2 stops at 256 elements in elements and drops what follows. Here expat, which has no such
bound, feeds a tree that is never deeper than asked: below that, tables, controls and boxes are left
out, and the paragraphs in them move up into the nearest cell, box or body that is kept.

    flat = read_flat(data, max_depth=200)
    flat.root, flat.is_cut, flat.is_whole
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from xml.parsers import expat

from ragstone.parsers.ooxml.nodes import Xml, clark, prefixed, tag

_etree: Any = importlib.import_module("lxml.etree")

#: What a paragraph may take below the bound: p/pPr/numPr/ilvl, p/r/rPr/b, p/del/r/delText.
_SLACK, _RUN_SLACK = 8, 4
_BOXES = frozenset({"w:body", "w:tc", "w:txbxContent"})
_BLOCKS = frozenset({"w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "mc:Choice"})
#: Roots whose children are blocks, and notes, which stand in their root.
_PARTS = frozenset({"w:hdr", "w:ftr", "w:footnote", "w:endnote", "w:comment"})
_INLINE = frozenset(
    """
    w:p w:hyperlink w:smartTag w:customXml w:fldSimple w:ins w:moveTo w:sdt w:sdtContent w:dir w:bdo
    """.split()  # noqa: SIM905
)
#: What carries text in a paragraph and is kept whole; formulas become plain runs.
_RUNS = frozenset({"w:r", "m:r", "w:del", "w:moveFrom"})


@dataclass(frozen=True, slots=True)
class Flat:
    """A part read so: `is_cut` when structure was left out, `is_whole` when it was well-formed."""

    root: Xml | None
    is_cut: bool
    is_whole: bool


class HasDoctype(ValueError):
    """The part declares a document type."""


def read_flat(data: bytes, *, max_depth: int) -> Flat:
    """The tree of `data`, at most `max_depth` + 8 deep, as far as it is well-formed.

    Linear in `data`, without recursion. Raises `HasDoctype`; no entity is ever expanded.
    """
    reader = _FlatReader(max_depth)
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(data, True)
    except HasDoctype:
        raise
    except (expat.ExpatError, ValueError, LookupError):
        # Not well-formed, a name that lxml refuses, an encoding that is none.
        reader.close()
        return Flat(reader.root, reader.is_cut, is_whole=False)
    return Flat(reader.root, reader.is_cut, is_whole=True)


def _refuse_doctype(*_: object) -> None:
    raise HasDoctype("a document type is declared")


@dataclass(slots=True)
class _Open:
    """An element that is open in the file, and where its inside goes.

    `node` is None when the element itself is left out; `depth` is that of the nearest kept one.
    `block` takes paragraphs and `inline` takes runs that are too deep for their own place.
    """

    node: Xml | None
    parent: Xml | None
    depth: int
    block: _Open | None
    inline: _Open | None
    is_in_paragraph: bool
    has_choice: bool = False
    pieces: list[str] = field(default_factory=list[str])


class _FlatReader:
    def __init__(self, max_depth: int) -> None:
        self.root: Xml | None = None
        self.is_cut = False
        self._max_depth = max_depth
        self._open = [_Open(None, None, 0, None, None, is_in_paragraph=False)]
        # Elements open inside an alternative that no reader takes.
        self._skipped = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        outer = self._open[-1]
        full = f"{{{name}" if "}" in name else name
        kind = prefixed(full)
        if self._skipped or (kind == "mc:Fallback" and outer.has_choice):
            self._skipped += 1
            return
        outer.has_choice |= kind == "mc:Choice"
        place = self._place(kind, outer)
        if place is None:
            self.is_cut = True
            self._open.append(replace(outer, node=None, has_choice=False, pieces=[]))
            return
        if place is not outer:
            self.is_cut = True
            full = clark("w:r") if kind == "m:r" else full
        elif kind == "m:t" and tag(outer.node) == "w:r":
            full = clark("w:t")
        named = {f"{{{key}" if "}" in key else key: said for key, said in attributes.items()}
        if place.parent is None:
            node = self.root = _etree.Element(full, named)
        else:
            node = _etree.SubElement(place.parent, full, named)
        self._open.append(self._opened(node, kind, place))

    def end(self, _name: str = "") -> None:
        if self._skipped:
            self._skipped -= 1
            return
        done = self._open.pop()
        if done.pieces and done.node is not None:
            done.node.text = "".join(done.pieces)

    def text(self, data: str) -> None:
        if not self._skipped:
            self._open[-1].pieces.append(data)

    def close(self) -> None:
        """End what is open, where the part is broken off."""
        self._skipped = 0
        while len(self._open) > 1:
            self.end()

    def _place(self, kind: str, outer: _Open) -> _Open | None:
        """Where an element goes: under its own parent, further up, or (None) nowhere."""
        depth = outer.depth + 1
        if depth <= self._max_depth:
            return outer
        if kind == "w:p":
            return outer.block
        is_run = kind in _RUNS
        slack = _RUN_SLACK if is_run else _SLACK
        is_small = outer.is_in_paragraph and outer.node is not None and kind not in _INLINE
        if is_small and depth <= self._max_depth + slack:
            return outer
        return outer.inline if is_run else None

    def _opened(self, node: Xml, kind: str, place: _Open) -> _Open:
        in_paragraph = place.is_in_paragraph and kind not in _BOXES
        opened = _Open(
            node,
            node,
            place.depth + 1,
            place.block,
            place.inline,
            is_in_paragraph=in_paragraph or kind == "w:p",
        )
        if opened.depth > self._max_depth + 1:
            return opened
        if kind in _BOXES or kind in _PARTS or (kind in _BLOCKS and not in_paragraph):
            opened.block = opened
        if kind == "w:p" or (kind in _INLINE and in_paragraph):
            opened.inline = opened
        return opened
