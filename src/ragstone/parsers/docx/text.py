"""The text of one Word paragraph, and what hangs on it: notes, comments, pictures, text boxes.

Text is read from everything that may hold runs (links, fields, smart tags, content controls,
tracked insertions), not only from the paragraph's own runs. Tracked deletions and hidden text are
kept apart; of alternatives for old and new readers the first is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ragstone.parsers.docx.nodes import PART, URL, is_on
from ragstone.parsers.ooxml.math import formula_text
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag
from ragstone.parsers.picture_files import described

_SIGNS = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    # What python-docx says too; U+2011 would hide the word from a search.
    "w:noBreakHyphen": "-",
}
_DELETIONS = frozenset({"w:del", "w:moveFrom"})
_CONTAINERS = frozenset(
    {
        "w:hyperlink",
        "w:smartTag",
        "w:customXml",
        "w:fldSimple",
        "w:ins",
        "w:moveTo",
        "w:sdt",
        "w:sdtContent",
        "w:dir",
        "w:bdo",
        "w:ruby",
        "w:rubyBase",
    }
)


@dataclass(slots=True)
class Picture:
    """A picture: its alternative text, "" for none, and its part; "" for one drawn by commands."""

    text: str = ""
    part: str = ""


@dataclass(slots=True)
class Inline:
    """What a paragraph holds. Texts are as written, with "\\n" and "\\t" for breaks and tabs.

    `links` are (text, url); `references` are (kind, id) of footnotes, endnotes and comments in
    order; `boxes` the contents of text boxes; `bold` is true when every visible run is bold,
    `half_points` the size of the first one where it says so itself.
    """

    text: str = ""
    deleted: str = ""
    hidden: str = ""
    inserted_characters: int = 0
    formula_characters: int = 0
    references: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    links: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    pictures: list[Picture] = field(default_factory=list[Picture])
    boxes: list[Xml] = field(default_factory=list[Xml])
    bold: bool = True
    half_points: int | None = None


def read_inline(paragraph: Xml, default_bold: bool = False) -> Inline:
    """Everything inside a `w:p`; `default_bold` is what its style says."""
    reader = _Reader(default_bold)
    reader.walk(paragraph)
    return reader.finish()


class _Reader:
    def __init__(self, default_bold: bool) -> None:
        self.found = Inline()
        self._default_bold = default_bold
        # One entry an open field: True while its code is read, which is no text.
        self._fields: list[bool] = []
        # Joined at the end: a paragraph may have any number of runs.
        self._text: list[str] = []
        self._deleted: list[str] = []
        self._hidden: list[str] = []
        self._length = self._first_picture = 0

    def finish(self) -> Inline:
        self.found.text = "".join(self._text)
        self.found.deleted = "".join(self._deleted)
        self.found.hidden = "".join(self._hidden)
        return self.found

    def walk(self, node: Xml, inserted: bool = False) -> None:
        for item in node:
            kind = tag(item)
            if kind == "w:r":
                self._run(item, inserted)
            elif kind in ("m:oMath", "m:oMathPara"):
                text = formula_text(item)
                self.found.formula_characters += len(text)
                self._add(text, inserted)
            elif kind in _DELETIONS:
                self._deleted += [
                    part.text or "" for part in item.iter() if tag(part) in ("w:delText", "w:t")
                ]
            elif kind == "mc:AlternateContent":
                self.walk(_choice(item), inserted)
            elif kind in _CONTAINERS:
                start = len(self._text)
                self.walk(item, inserted or kind in ("w:ins", "w:moveTo"))
                url = item.get(URL) if kind == "w:hyperlink" else None
                if url:
                    self.found.links.append(("".join(self._text[start:]), str(url)))

    def _run(self, run: Xml, inserted: bool) -> None:
        looks = child(run, "w:rPr")
        hidden = is_on(looks, "w:vanish") or is_on(looks, "w:webHidden")
        before, first = self._length, len(self._text)
        for item in run:
            self._run_part(item, inserted, hidden)
        if any(not text.isspace() for text in self._text[first:]):
            said = child(looks, "w:b") is not None
            self.found.bold &= is_on(looks, "w:b") if said else self._default_bold
            size = child(looks, "w:sz")
            if before == 0 and size is not None:
                points = attribute(size, "w:val") or ""
                self.found.half_points = int(points) if points.isdecimal() else None

    def _run_part(self, item: Xml, inserted: bool, hidden: bool) -> None:
        kind = tag(item)
        if kind == "w:fldChar":
            self._field(attribute(item, "w:fldCharType"))
        elif kind in ("w:footnoteReference", "w:endnoteReference", "w:commentReference"):
            name = kind[2:].removesuffix("Reference")
            self.found.references.append((name, attribute(item, "w:id") or ""))
        elif kind in ("w:drawing", "w:pict", "w:object"):
            self._first_picture = len(self.found.pictures)
            self._drawing(item)
        elif kind == "mc:AlternateContent":
            for part in _choice(item):
                self._run_part(part, inserted, hidden)
        elif kind == "w:ruby":
            self.walk(item, inserted)
        elif not any(self._fields):
            text = (item.text or "") if kind == "w:t" else _SIGNS.get(kind, "")
            if kind == "w:sym":
                text = _symbol(item)
            if hidden:
                self._hidden.append(text)
            else:
                self._add(text, inserted)

    def _add(self, text: str, inserted: bool) -> None:
        if not text:
            return
        self._text.append(text)
        self._length += len(text)
        self.found.inserted_characters += len(text) if inserted else 0

    def _field(self, kind: str | None) -> None:
        if kind == "begin":
            self._fields.append(True)
        elif kind == "separate" and self._fields:
            self._fields[-1] = False
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _drawing(self, node: Xml) -> None:
        """Alternative texts of pictures, and the contents of text boxes, each once."""
        for item in node:
            kind = tag(item)
            if kind == "mc:AlternateContent":
                self._drawing(_choice(item))
            elif kind == "w:txbxContent":
                self.found.boxes.append(item)
            else:
                text = item.get("descr") if kind == "wp:docPr" else None
                if kind == "v:shape":
                    text = item.get("alt")
                if text and (said := described(str(text))):
                    self.found.pictures.append(Picture(said))
                # A picture that fills a shape is its ground.
                is_shown = kind == "v:imagedata" or tag(item.getparent()) == "pic:blipFill"
                if is_shown and item.get(PART):
                    self._picture(str(item.get(PART)))
                self._drawing(item)

    def _picture(self, part: str) -> None:
        """The file of a picture, whose alternative text comes before it in its drawing."""
        pictures = self.found.pictures
        if len(pictures) == self._first_picture or pictures[-1].part:
            pictures.append(Picture())
        pictures[-1].part = part


def _choice(node: Xml) -> Xml:
    """The first alternative of `mc:AlternateContent`: the one a new reader would take."""
    found = child(node, "mc:Choice")
    if found is None:
        found = child(node, "mc:Fallback")
    return () if found is None else found


def _symbol(node: Xml) -> str:
    """A sign of a symbol font; those of the private area have no text."""
    try:
        code = int(attribute(node, "w:char") or "", 16)
    except ValueError:
        return ""
    return "" if code < 0x20 or 0xD800 <= code < 0xF900 or code > 0x10FFFF else chr(code)
