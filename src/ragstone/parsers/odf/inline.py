"""The text of one paragraph, and what hangs on it: notes, comments, drawings, changes.

White space collapses as ODF 1.3 part 3, 6.1.2 has it; blanks and tabs that count are elements.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from ragstone.parsers.odf.file import OdfFile
from ragstone.parsers.odf.mathml import mathml_text
from ragstone.parsers.odf.nodes import Xml, attribute, child, number, tag
from ragstone.parsers.odf.styles import Styles

_BLANKS = re.compile(r"[ \t\r\n]+")
_SIGNS = {"text:tab": "\t", "text:line-break": "\n"}
_MAX_BLANKS = 1000
#: What holds text that is not part of the sentence.
_SILENT = frozenset(
    {"text:ruby-text", "text:script", "text:note-citation", "office:annotation-end"}
)


@dataclass(slots=True)
class Inline:
    """What a paragraph holds; `size` is that of its first text, in points.

    `hidden` and `deletions` are apart. `is_inserted` when all of it was inserted under tracking,
    `is_formula` when there is nothing but formulas, `is_bold` when all of it is.
    """

    text: str = ""
    hidden: str = ""
    deletions: list[Xml] = field(default_factory=list[Xml])
    links: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    notes: list[Xml] = field(default_factory=list[Xml])
    comments: list[Xml] = field(default_factory=list[Xml])
    drawings: list[Xml] = field(default_factory=list[Xml])
    is_inserted: bool = False
    is_formula: bool = False
    is_bold: bool = True
    size: float = 0.0


class Changes:
    """Tracked changes: what was deleted where, and which insertions are open."""

    def __init__(self, body: Xml) -> None:
        self.deletions: dict[str, Xml] = {}
        self._insertions: set[str] = set()
        self._open: set[str] = set()
        regions = child(body, "text:tracked-changes")
        for region in regions if regions is not None else ():
            name = region.get("{http://www.w3.org/XML/1998/namespace}id") or attribute(
                region, "text:id"
            )
            for change in region:
                if tag(change) == "text:deletion":
                    self.deletions[str(name)] = change
                elif tag(change) == "text:insertion":
                    self._insertions.add(str(name))

    @property
    def is_inserting(self) -> bool:
        return bool(self._open)

    def begin(self, name: str) -> None:
        if name in self._insertions:
            self._open.add(name)

    def end(self, name: str) -> None:
        self._open.discard(name)


class InlineReader:
    """Reads the paragraphs of one file in their order: tracked insertions reach over several."""

    def __init__(self, file: OdfFile, styles: Styles, changes: Changes) -> None:
        self._file, self._styles, self._changes = file, styles, changes

    def read(self, paragraph: Xml) -> Inline:
        """Everything inside a `text:p` or `text:h`."""
        reader = _Reader(self._file, self._styles, self._changes)
        reader.walk(paragraph, self._look(paragraph))
        return reader.finish()

    def _look(self, paragraph: Xml) -> _Look:
        name = attribute(paragraph, "text:style-name")
        return _Look(
            self._styles.is_bold("paragraph", name) or False,
            self._styles.size_points("paragraph", name, self._styles.size),
        )


class _Look(NamedTuple):
    """What text looks like; `size` in points."""

    bold: bool
    size: float
    hidden: bool = False


class _Reader:
    """Gathers one paragraph; each text goes where its marks say."""

    def __init__(self, file: OdfFile, styles: Styles, changes: Changes) -> None:
        self._found = Inline()
        self._file, self._styles, self._changes = file, styles, changes
        self._pieces: list[str] = []
        self._hidden: list[str] = []
        self._inserted = self._formula = 0
        self._after_blank, self._is_unseen = True, False

    def finish(self) -> Inline:
        found = self._found
        if self._is_unseen:
            self._pieces, self._hidden = [], self._pieces + self._hidden
        found.text = "".join(self._pieces).strip()
        found.hidden = "".join(self._hidden).strip()
        found.links = [
            {"text": link["text"].strip(), "url": link["url"]}
            for link in found.links
            if link["text"].strip()
        ]
        shown = len(found.text)
        found.is_inserted = 0 < shown <= self._inserted
        found.is_formula = 0 < shown <= self._formula
        return found

    def walk(self, node: Xml, look: _Look) -> None:
        self._text(node.text, look)
        for item in node:
            self._item(item, look)
            self._text(item.tail, look)

    def _item(self, item: Xml, look: _Look) -> None:
        kind = tag(item)
        if kind == "text:s":
            count = min(number(item, "text:c", 1), _MAX_BLANKS)
            self._add(" " * count, look)
        elif kind in _SIGNS:
            self._add(_SIGNS[kind], look)
        elif kind == "text:note":
            self._found.notes.append(item)
        elif kind == "office:annotation":
            self._found.comments.append(item)
        elif kind in ("text:change-start", "text:change-end", "text:change"):
            self._change(kind, attribute(item, "text:change-id") or "")
        elif kind == "text:a":
            start = len(self._pieces)
            self.walk(item, look)
            url = attribute(item, "xlink:href")
            if url:
                self._found.links.append({"text": "".join(self._pieces[start:]), "url": url})
        elif kind == "text:hidden-text":
            text = attribute(item, "text:string-value") or item.text or ""
            self._add(text, look._replace(hidden=True))
        elif kind == "text:hidden-paragraph":
            self._is_unseen |= attribute(item, "text:is-hidden") != "false"
        elif kind.startswith("draw:"):
            self._drawing(item, look)
        elif kind and kind not in _SILENT:
            name = attribute(item, "text:style-name") if kind == "text:span" else None
            self.walk(item, look if name is None else self._span(name, look))

    def _span(self, name: str, look: _Look) -> _Look:
        bold = self._styles.is_bold("text", name)
        return _Look(
            look.bold if bold is None else bold,
            self._styles.size_points("text", name, look.size),
            look.hidden or self._styles.is_hidden("text", name),
        )

    def _change(self, kind: str, name: str) -> None:
        if kind == "text:change-start":
            self._changes.begin(name)
        elif kind == "text:change-end":
            self._changes.end(name)
        elif name in self._changes.deletions:
            self._found.deletions.append(self._changes.deletions[name])

    def _drawing(self, item: Xml, look: _Look) -> None:
        """A formula is a part of the sentence; all else stands beside it."""
        held = child(item, "draw:object")
        root = None if held is None else self._file.object(held)
        if root is not None and tag(root) == "math:math":
            text = mathml_text(root)
            self._formula += len(text)
            self._add(text, look)
        else:
            self._found.drawings.append(item)

    def _text(self, text: str | None, look: _Look) -> None:
        if not text:
            return
        text = _BLANKS.sub(" ", text)
        if self._after_blank and not look.hidden:
            text = text.removeprefix(" ")
        self._add(text, look)

    def _add(self, text: str, look: _Look) -> None:
        if not text:
            return
        if look.hidden:
            self._hidden.append(text)
            return
        if not text.isspace():
            self._found.is_bold &= look.bold
            self._found.size = self._found.size or look.size
        self._pieces.append(text)
        self._after_blank = text[-1] in " \n"
        self._inserted += len(text) if self._changes.is_inserting else 0
