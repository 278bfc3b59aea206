"""The blocks of an OpenDocument text as elements: titles, paragraphs, list items, tables, notes.

A block's place is its path in the file, as XPath counts: `p[12]`, `table[2]/table-row[3]`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ragstone.limits import Limits
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.bounded import TextBound
from ragstone.parsers.heading_style import STYLE
from ragstone.parsers.odf.file import OdfFile
from ragstone.parsers.odf.inline import Changes, Inline, InlineReader
from ragstone.parsers.odf.lists import Counter
from ragstone.parsers.odf.nodes import Xml, attribute, child, children, descendants, number, tag
from ragstone.parsers.odf.styles import Styles
from ragstone.parsers.odf.table import TableReader
from ragstone.parsers.picture_files import PictureFiles, described
from ragstone.parsers.title_by_look import SIZE, looks_like_title
from ragstone.text.prose import reads_like_prose

#: What holds blocks: indexes, and the list of works.
_CONTAINERS = frozenset(
    {
        "text:numbered-paragraph",
        "text:alphabetical-index",
        "text:bibliography",
        "text:illustration-index",
        "text:object-index",
        "text:table-index",
        "text:user-index",
    }
)
_NO_MARKS: frozenset[Mark] = frozenset()


@dataclass(slots=True)
class _Item:
    """The list item that blocks stand in; its marker belongs to the first of them."""

    marker: str
    depth: int
    is_begun: bool = False


@dataclass(frozen=True, slots=True)
class _Around:
    """What encloses a block."""

    marks: frozenset[Mark] = _NO_MARKS
    item: _Item | None = None
    list_style: str | None = None
    list_depth: int = -1
    counter: Counter | None = None
    depth: int = 0


class BlockReader:
    """Turns the blocks of one file into elements, in document order."""

    def __init__(
        self,
        file: OdfFile,
        body: Xml,
        limits: Limits,
        name: str,
        pictures: PictureFiles | None = None,
    ) -> None:
        self._file, self._limits, self._name, self._pictures = file, limits, name, pictures
        own = None if file.styles is file.content else file.styles
        self._styles = Styles(file.content, own)
        self._inline = InlineReader(file, self._styles, Changes(body))
        self._headings = Counter()
        self._lists: dict[str, Counter] = {}
        self._last_list: Counter | None = None
        self._bound = TextBound(limits, name)
        self._tables = TableReader(limits, name, self._bound)

    def blocks(
        self, parent: Xml, path: str = "", around: _Around | None = None
    ) -> Iterator[Element]:
        """All elements inside `parent` (a body, a cell, a note, a text box)."""
        around = around or _Around()
        self._limits.check("markup_depth", around.depth, self._name)
        around = replace(around, depth=around.depth + 1)
        counts: Tally[str] = Tally()
        for node in parent:
            kind = tag(node)
            local = kind.rpartition(":")[2]
            counts[local] += 1
            here = f"{path}{local}[{counts[local]}]"
            if kind in ("text:p", "text:h"):
                yield from self._paragraph(node, here, around)
            elif kind == "text:list":
                yield from self._list(node, here, around)
            elif kind == "table:table":
                yield from self._table(node, here, around)
            elif kind == "text:table-of-content":
                inside = replace(around, marks=around.marks | {Mark.BOILERPLATE})
                yield from self.blocks(node, f"{here}/", inside)
            elif kind == "text:section":
                marks = around.marks | {Mark.HIDDEN} if _is_hidden(node) else around.marks
                yield from self.blocks(node, f"{here}/", replace(around, marks=marks))
            elif kind in _CONTAINERS or kind.startswith("text:index-"):
                yield from self.blocks(node, f"{here}/", around)
            elif kind.startswith("draw:"):
                yield from self._drawing(node, here, around)
            elif kind == "office:annotation":
                yield from self._comment(node, here, around)

    def drawing(self, node: Xml) -> Iterator[Element]:
        """What a shape holds that stands by itself, on a slide."""
        return self._drawing(node, "", _Around())

    def comment(self, node: Xml) -> Iterator[Element]:
        """A comment that hangs on no paragraph."""
        return self._comment(node, "", _Around())

    def _paragraph(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        style = attribute(node, "text:style-name")
        inline = self._inline.read(node)
        if self._styles.is_hidden("paragraph", style):
            inline.hidden, inline.text = f"{inline.text} {inline.hidden}".strip(), ""
        self._bound.take(len(inline.text))
        if inline.text:
            yield self._typed(node, inline, style, path, around)
        yield from self._beside(inline, path, around)

    def _typed(
        self, node: Xml, inline: Inline, style: str | None, path: str, around: _Around
    ) -> Element:
        marks = around.marks | {Mark.INSERTED} if inline.is_inserted else around.marks
        facts: dict[str, Any] = {"links": inline.links} if inline.links else {}
        level: int | None = None
        text = inline.text
        if tag(node) == "text:h":
            kind, rule = ElementType.TITLE, "heading"
            level = max(1, number(node, "text:outline-level", 1))
            marker = self._heading_number(node, level, around)
            if marker:
                facts["number"] = marker
        elif (level := self._styles.title_level(style)) is not None and around.item is None:
            facts[STYLE] = self._styles.label(style)
            kind, rule = ElementType.TITLE, f"style {facts[STYLE]}"
        elif around.item is not None:
            kind, rule, level = ElementType.LIST_ITEM, "list item", None
            item = around.item
            facts["list_marker"] = "" if item.is_begun else item.marker
            facts["list_depth"] = item.depth
            item.is_begun = True
        elif inline.is_formula:
            kind, rule, level = ElementType.FORMULA, "formula alone", None
        elif _is_in_body(path) and looks_like_title(
            text, inline.size, body=self._styles.size, is_bold=inline.is_bold
        ):
            kind, rule, level = ElementType.TITLE, "large bold line alone", None
            facts[SIZE] = inline.size
        elif reads_like_prose(text):
            kind, rule, level = ElementType.NARRATIVE_TEXT, "sentence or long text", None
        else:
            kind, rule, level = ElementType.UNCATEGORIZED_TEXT, "short and no sentence", None
        if kind is ElementType.TITLE:
            text = " ".join(text.split())
        place = Provenance(path=path, rule=rule)
        return Element(kind, text, level=level, marks=marks, provenance=place, facts=facts)

    def _heading_number(self, node: Xml, level: int, around: _Around) -> str:
        """The number that a heading shows: of the list it stands in, or of the outline."""
        if around.item is not None:
            marker = "" if around.item.is_begun else around.item.marker
            around.item.is_begun = True
            return marker
        outline = self._styles.outline
        if level - 1 not in outline or attribute(node, "text:is-list-header") == "true":
            return ""
        start = number(node, "text:start-value", -1)
        self._headings.next(level - 1, outline[level - 1], start if start >= 0 else None)
        return self._headings.marker(level - 1, outline)

    def _beside(self, inline: Inline, path: str, around: _Around) -> Iterator[Element]:
        """What stands beside a paragraph's text: hidden and deleted text, drawings, notes."""
        plain = ElementType.UNCATEGORIZED_TEXT
        if inline.hidden:
            place = Provenance(path=path, rule="hidden text")
            yield Element(
                plain, inline.hidden, marks=around.marks | {Mark.HIDDEN}, provenance=place
            )
        for deletion in inline.deletions:
            text = "\n".join(element.text for element in self.blocks(deletion))
            if text:
                place = Provenance(path=path, rule="tracked deletion")
                yield Element(plain, text, marks=around.marks | {Mark.DELETED}, provenance=place)
        apart = replace(around, item=None, list_style=None, list_depth=-1, counter=None)
        for count, drawing in enumerate(inline.drawings, start=1):
            local = tag(drawing).rpartition(":")[2]
            yield from self._drawing(drawing, f"{path}/{local}[{count}]", apart)
        for count, note in enumerate(inline.notes, start=1):
            yield from self._note(note, f"{path}/note[{count}]", apart)
        for count, comment in enumerate(inline.comments, start=1):
            yield from self._comment(comment, f"{path}/annotation[{count}]", apart)

    def _note(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        body = child(node, "text:note-body")
        if body is None:
            return
        citation = child(node, "text:note-citation")
        said = "" if citation is None else "".join(citation.itertext()).strip()
        facts = {"number": said} if said else {}
        inside = replace(around, marks=around.marks | {Mark.FOOTNOTE})
        for element in self.blocks(body, f"{path}/", inside):
            yield _no_title(replace(element, facts={**element.facts, **facts}))

    def _comment(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        facts: dict[str, Any] = {}
        for name, key in (("dc:creator", "author"), ("dc:date", "date")):
            said = child(node, name)
            if said is not None and (said.text or "").strip():
                facts[key] = said.text.strip()
        inside = replace(around, marks=around.marks | {Mark.COMMENT})
        for element in self.blocks(node, f"{path}/", inside):
            yield _no_title(replace(element, facts={**element.facts, **facts}))

    def _list(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        style = attribute(node, "text:style-name") or around.list_style
        depth = around.list_depth + 1
        counter = around.counter or self._counter(node)
        levels = self._styles.list_levels(style)
        if around.counter is None:
            self._last_list = counter
            name = node.get("{http://www.w3.org/XML/1998/namespace}id")
            if name:
                self._lists[str(name)] = counter
        inside = replace(around, list_style=style, list_depth=depth, counter=counter, item=None)
        for count, item in enumerate(node, start=1):
            marker = ""
            has_text = any(tag(part) in ("text:p", "text:h") for part in item)
            if tag(item) == "text:list-item" and has_text:
                start = number(item, "text:start-value", -1)
                level = self._styles.list_level(style, depth)
                counter.next(depth, level, start if start >= 0 else None)
                marker = counter.marker(depth, levels)
            here = _Item(marker, depth)
            local = tag(item).rpartition(":")[2]
            yield from self.blocks(item, f"{path}/{local}[{count}]/", replace(inside, item=here))

    def _counter(self, node: Xml) -> Counter:
        """The numbers that a list goes on with, or new ones."""
        continued = attribute(node, "text:continue-list")
        if continued in self._lists:
            return self._lists[continued]
        if attribute(node, "text:continue-numbering") == "true" and self._last_list is not None:
            return self._last_list
        return Counter()

    def _drawing(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        """Text boxes and shapes once, alternative texts, charts."""
        kind = tag(node)
        if kind in ("draw:g", "draw:a", "draw:page-thumbnail"):
            yield from self.blocks(node, f"{path}/", around)
        elif kind == "draw:frame":
            for box in children(node, "draw:text-box"):
                yield from self.blocks(box, f"{path}/", around)
            for table in children(node, "table:table"):
                yield from self._table(table, f"{path}/table[1]", around)
            for held in children(node, "draw:object"):
                yield from self._chart(self._file.object(held), path, around)
        else:
            yield from self.blocks(node, f"{path}/", around)
        yield from self._picture(node, path, around)

    def _picture(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        """The description of a shape, and the picture in it."""
        said = [child(node, name) for name in ("svg:title", "svg:desc")]
        lines = [described(part.text or "") for part in said if part is not None]
        text = "\n".join(dict.fromkeys(line for line in lines if line))
        data = None
        # Beside an object stands only what it looks like.
        if self._pictures is not None and child(node, "draw:object") is None:
            found = (self._file.picture(image) for image in children(node, "draw:image"))
            taken = (self._pictures.take(one) for one in found)
            data = next((block for block in taken if block is not None), None)
        if text or data is not None:
            yield Element(
                ElementType.IMAGE,
                text,
                marks=around.marks | {Mark.ALT_TEXT} if text else around.marks,
                provenance=Provenance(path=path, rule="alternative text" if text else "picture"),
                data=data,
            )

    def _chart(self, root: Xml | None, path: str, around: _Around) -> Iterator[Element]:
        """The title and the data of a chart."""
        chart = next(descendants(root, "chart:chart"), None)
        if chart is None:
            return
        title = child(chart, "chart:title")
        text = "" if title is None else " ".join("".join(title.itertext()).split())
        if text:
            yield Element(
                ElementType.FIGURE_CAPTION,
                text,
                marks=around.marks,
                provenance=Provenance(path=path, rule="chart title"),
            )
        for table in children(chart, "table:table"):
            yield from self._table(table, f"{path}/table[1]", around)

    def _table(self, node: Xml, path: str, around: _Around) -> Iterator[Element]:
        inside = _Around(around.marks, depth=around.depth)
        yield from self._tables.read(
            node, path, around.marks, lambda cell, place: self.blocks(cell, place, inside)
        )


def _is_hidden(section: Xml) -> bool:
    """Whether a section is hidden always, or by a condition that held when it was saved."""
    display = attribute(section, "text:display")
    by_condition = display == "condition" and attribute(section, "text:is-hidden") == "true"
    return display == "none" or by_condition


def _is_in_body(path: str) -> bool:
    """Whether a block stands in the text itself, and in no table, note or box."""
    return all(part.startswith("section[") for part in path.split("/")[:-1])


def _no_title(element: Element) -> Element:
    """A heading in a note or a comment divides nothing."""
    if element.type is not ElementType.TITLE:
        return element
    return replace(element, type=ElementType.UNCATEGORIZED_TEXT, level=None)
