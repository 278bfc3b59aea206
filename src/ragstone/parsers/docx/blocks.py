"""The blocks of a Word file as elements: paragraphs, titles, list items, tables, notes.

A block's place is its path in the file, as XPath counts: `p[12]` is the twelfth paragraph of the
body, `tbl[2]/tr[3]` the third row of the second table, `footnotes/footnote[2]` a footnote.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ragstone.limits import Limits
from ragstone.model.block import DataBlock
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.bounded import TextBound
from ragstone.parsers.docx.look import Look, shaded, table_ground
from ragstone.parsers.docx.nodes import value
from ragstone.parsers.docx.numbering import Numbering
from ragstone.parsers.docx.styles import Styles
from ragstone.parsers.docx.table import Cell, Table, children, read_table
from ragstone.parsers.docx.text import Inline, read_inline
from ragstone.parsers.grid import grid_element
from ragstone.parsers.heading_style import STYLE
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag
from ragstone.parsers.title_by_look import SIZE, looks_like_title
from ragstone.parsers.unseen import WHITE

_CONTAINERS = frozenset({"w:sdt", "w:customXml", "w:ins", "w:moveTo"})
_NOTE_MARKS = {"footnote": Mark.FOOTNOTE, "endnote": Mark.FOOTNOTE, "comment": Mark.COMMENT}
_SENTENCE = re.compile(r"[.!?](?:\s|$)|[。！？；]")
_NARRATIVE_CHARACTERS = 60
_MAX_DEPTH = 8  # ECMA-376, 17.9.6: lists have nine levels


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote, endnote or comment: its node, its path and what is known of it."""

    node: Xml
    path: str
    facts: Mapping[str, Any]


class BlockReader:
    """Turns the blocks of one file into elements, in document order."""

    def __init__(
        self,
        styles: Styles,
        numbering: Numbering,
        notes: Mapping[tuple[str, str], Note],
        limits: Limits,
        file: str,
        picture_in: Callable[[str], DataBlock | None] = lambda _: None,
    ) -> None:
        self._styles, self._numbering, self._notes = styles, numbering, notes
        self._limits, self._file, self._picture_in = limits, file, picture_in
        self._open_notes = dict(notes)
        self._cells, self._bound = 0, TextBound(limits, file)

    def blocks(self, parent: Xml, path: str = "", ground: int | None = WHITE) -> Iterator[Element]:
        """All elements inside `parent` (a body, a cell, a note, a text box) of that colour."""
        counts: Counter[str] = Counter()
        for node in parent:
            kind = tag(node)
            counts[kind] += 1
            here = f"{path}{kind.removeprefix('w:')}[{counts[kind]}]"
            if kind == "w:p":
                yield from self._paragraph(node, here, ground)
            elif kind == "w:tbl":
                yield from self._table(node, here, ground)
            elif kind in _CONTAINERS:
                content = child(node, "w:sdtContent") if kind == "w:sdt" else node
                if content is not None:
                    yield from self.blocks(content, f"{here}/", ground)
            elif kind == "mc:AlternateContent":
                choice = child(node, "mc:Choice")
                if choice is not None:
                    yield from self.blocks(choice, f"{here}/", ground)

    def remaining_notes(self) -> Iterator[Element]:
        """Footnotes and comments that no text refers to."""
        for key in list(self._open_notes):
            yield from self._note(key)

    def _paragraph(self, node: Xml, path: str, ground: int | None) -> Iterator[Element]:
        properties = child(node, "w:pPr")
        style = value(properties, "w:pStyle")
        look = self._styles.look(style, Look(ground=ground)).over(child(properties, "w:shd"))
        inline = read_inline(node, look, self._styles.look)
        text = inline.text.strip()
        self._bound.take(len(text))
        if text:
            yield self._typed(text, inline, properties, style, path)
        yield from self._pictures_of(inline, path)
        yield from _apart(inline, path)
        for number, box in enumerate(inline.boxes, start=1):
            yield from self.blocks(box, f"{path}/txbx[{number}]/", None)
        for reference in inline.references:
            yield from self._note(reference)

    def _pictures_of(self, inline: Inline, path: str) -> Iterator[Element]:
        """Pictures that have an alternative text or can be looked at."""
        for picture in inline.pictures:
            data = self._picture_in(picture.part) if picture.part else None
            if picture.text or data is not None:
                yield Element(
                    ElementType.IMAGE,
                    picture.text,
                    marks=frozenset({Mark.ALT_TEXT} if picture.text else ()),
                    provenance=Provenance(
                        path=path, rule="alternative text" if picture.text else "picture"
                    ),
                    data=data,
                )

    def _typed(
        self, text: str, inline: Inline, properties: Xml, style: str | None, path: str
    ) -> Element:
        marks = frozenset[Mark]()
        if inline.inserted_characters == len(inline.text):
            marks = frozenset({Mark.INSERTED})
        links = [{"text": name.strip(), "url": url} for name, url in inline.links if name.strip()]
        facts: dict[str, Any] = {"links": links} if links else {}
        number_id, depth = self._number(properties, style)
        level, rule, named = self._heading(properties, style)
        if level is not None:
            facts |= named
            if number_id is not None:
                facts["number"] = self._numbering.marker(number_id, depth)
            kind = ElementType.TITLE
        elif number_id is not None or self._styles.is_bullet(style):
            marker = "•" if number_id is None else self._numbering.marker(number_id, depth)
            depth = max(depth, self._styles.list_depth(style))
            facts |= {"list_marker": marker, "list_depth": depth}
            kind = ElementType.LIST_ITEM
            rule = f"style {self._styles.name(style)}" if number_id is None else "numbering"
        elif inline.formula_characters == len(inline.text):
            kind, rule = ElementType.FORMULA, "formula alone"
        elif self._looks_like_title(text, inline, style):
            kind, rule = ElementType.TITLE, "large bold line alone"
            facts[SIZE] = inline.half_points or self._styles.size_half_points(style)
        elif _SENTENCE.search(text) or len(text) >= _NARRATIVE_CHARACTERS:
            kind, rule = ElementType.NARRATIVE_TEXT, "sentence or long text"
        else:
            kind, rule = ElementType.UNCATEGORIZED_TEXT, "short and no sentence"
        place = Provenance(path=path, rule=rule)
        return Element(kind, text, level=level, marks=marks, provenance=place, facts=facts)

    def _heading(
        self, properties: Xml, style: str | None
    ) -> tuple[int | None, str, dict[str, str]]:
        """The level of a heading, what makes it one, and that as a fact where it is its style."""
        outline = value(properties, "w:outlineLvl")
        if outline is not None and outline.isdecimal():
            return (int(outline) + 1 if int(outline) < 9 else None), "outline level", {}
        name = self._styles.name(style)
        return self._styles.heading_level(style), f"style {name}", {STYLE: name}

    def _looks_like_title(self, text: str, inline: Inline, style: str | None) -> bool:
        size = inline.half_points or self._styles.size_half_points(style)
        body = self._styles.size_half_points(None)
        return looks_like_title(text, size, body=body, is_bold=inline.bold)

    def _number(self, properties: Xml, style: str | None) -> tuple[str | None, int]:
        """(numbering id or None, depth): the paragraph goes before its style."""
        number_id, level = self._styles.numbering(style)
        own = child(properties, "w:numPr")
        if own is not None:
            number_id = value(own, "w:numId") or number_id
            said = value(own, "w:ilvl")
            level = int(said) if said is not None and said.isdecimal() else level
        depth = max(0, min(level or 0, _MAX_DEPTH))
        return (number_id if self._numbering.knows(number_id) else None), depth

    def _note(self, key: tuple[str, str]) -> Iterator[Element]:
        note = self._open_notes.pop(key, None)
        if note is None:
            return
        for element in self.blocks(note.node, f"{note.path}/"):
            kind, place = element.type, element.provenance
            if kind is ElementType.TITLE:
                kind = ElementType.UNCATEGORIZED_TEXT
                place = replace(place, rule=f"heading in a {key[0]}")
            yield Element(
                kind,
                element.text,
                html=element.html,
                marks=element.marks | {_NOTE_MARKS[key[0]]},
                provenance=place,
                facts={**element.facts, **note.facts},
                lines=element.lines,
                data=element.data,
            )

    def _table(self, node: Xml, path: str, ground: int | None) -> Iterator[Element]:
        table = read_table(node)
        properties = child(node, "w:tblPr")
        is_styled = self._styles.is_shaded(value(properties, "w:tblStyle"))
        ground = table_ground(ground, properties, is_styled=is_styled)
        self._cells += sum(1 for _ in table.cells) + len(table.apart)
        self._limits.check("table_cells", self._cells, self._file)
        if len(table.rows) == 1 and len(table.rows[0]) == 1:
            # A frame around text, not a table.
            cell, where = table.rows[0][0], f"{path}/tr[{table.numbers[0]}]/tc[1]/"
            yield from self.blocks(cell.node, where, _cell_ground(ground, cell))
        else:
            yield from self._grid(table, path, ground)
        for number, mark, row in table.apart:
            yield from self._row_apart(row, f"{path}/tr[{number}]", mark)

    def _grid(self, table: Table, path: str, ground: int | None) -> Iterator[Element]:
        """A table, then what its cells hold beside text."""
        rows = [f"{path}/tr[{number}]" for number in table.numbers]
        after: list[Element] = []
        for row_path, row in zip(rows, table.rows, strict=True):
            for cell_number, cell in enumerate(row, start=1):
                after += self._fill(cell, f"{row_path}/tc[{cell_number}]/", ground)
        place = Provenance(path=path, rule="table")
        found = grid_element(table, place, lambda row: Provenance(path=rows[row - 1]))
        if found is not None:
            yield found
        yield from after

    def _row_apart(self, row: Xml, path: str, mark: Mark) -> Iterator[Element]:
        """A row that is deleted or hidden, as one text."""
        cells = [Cell(node=node) for node in children(row, "w:tc")]
        beside = [
            element
            for number, cell in enumerate(cells, start=1)
            for element in self._fill(cell, f"{path}/tc[{number}]/", None)
        ]
        texts = [cell.text for cell in cells] + [
            element.text for element in beside if element.marks & {Mark.DELETED, Mark.HIDDEN}
        ]
        text = " | ".join(text for text in texts if text)
        if text:
            kind, place = ElementType.UNCATEGORIZED_TEXT, Provenance(path=path, rule=f"{mark} row")
            yield Element(kind, text, marks=frozenset({mark}), provenance=place)

    def _fill(self, cell: Cell, path: str, ground: int | None) -> list[Element]:
        """Give the cell its text; returns what it holds beside text: inner tables, notes."""
        texts: list[str] = []
        beside: list[Element] = []
        inner = 0
        for element in self.blocks(cell.node, path, _cell_ground(ground, cell)):
            inner_table = element.type is ElementType.TABLE
            inner += inner_table
            in_inner = (element.provenance.path or "").startswith(f"{path}tbl[")
            apart = inner_table or element.type is ElementType.IMAGE
            if apart or in_inner or element.marks - {Mark.INSERTED}:
                beside.append(element)
                continue
            marker = element.facts.get("list_marker", "")
            texts.append(f"{marker} {element.text}" if marker else element.text)
        cell.text = "\n".join(texts)
        return beside


def _cell_ground(ground: int | None, cell: Cell) -> int | None:
    return shaded(ground, child(cell.node, "w:tcPr", "w:shd"))


def _apart(inline: Inline, path: str) -> Iterator[Element]:
    """What stands beside a paragraph's text: hidden, unseen and deleted text."""
    for text, mark, rule in (
        (inline.hidden, Mark.HIDDEN, "hidden text"),
        (inline.unseen, Mark.SUSPICIOUS, "colour of the ground or tiny"),
        (inline.deleted, Mark.DELETED, "tracked deletion"),
    ):
        if text.strip():
            kind, place = ElementType.UNCATEGORIZED_TEXT, Provenance(path=path, rule=rule)
            yield Element(kind, text.strip(), marks=frozenset({mark}), provenance=place)


def notes_of(root: Xml | None, kind: str) -> dict[tuple[str, str], Note]:
    """The notes of a part by (kind, id); separators are none."""
    found: dict[tuple[str, str], Note] = {}
    if root is None:
        return found
    for number, node in enumerate(children(root, f"w:{kind}"), start=1):
        note_id = attribute(node, "w:id")
        if note_id is None or attribute(node, "w:type") not in (None, "normal"):
            continue
        facts = {
            key: said
            for key, said in (
                ("author", attribute(node, "w:author")),
                ("date", attribute(node, "w:date")),
            )
            if said
        }
        found[(kind, note_id)] = Note(node, f"{kind}s/{kind}[{number}]", facts)
    return found
