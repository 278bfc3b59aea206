"""The text of one Word paragraph, and what hangs on it: notes, comments, pictures, text boxes.

Text is read from everything that may hold runs (links, fields, smart tags, content controls,
tracked insertions), not only from the paragraph's own runs. Tracked deletions, hidden text and text
that cannot be seen are kept apart; of alternatives for old and new readers the first is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ragstone.parsers.docx.fields import Fields, address, form_value
from ragstone.parsers.docx.look import Look
from ragstone.parsers.docx.nodes import PART, URL, value
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

    `unseen` is text in the colour of its ground or too small to see; `links` are (text, url);
    `references` are (kind, id) of footnotes, endnotes and comments in
    order; `boxes` the contents of text boxes; `bold` is true when every visible run is bold,
    `half_points` the size of the first one where it says so itself.
    """

    text: str = ""
    deleted: str = ""
    hidden: str = ""
    unseen: str = ""
    inserted_characters: int = 0
    formula_characters: int = 0
    references: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    links: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    pictures: list[Picture] = field(default_factory=list[Picture])
    boxes: list[Xml] = field(default_factory=list[Xml])
    bold: bool = True
    half_points: int | None = None


def read_inline(
    paragraph: Xml, look: Look | None = None, look_of: Callable[[str, Look], Look] | None = None
) -> Inline:
    """Everything inside a `w:p`; `look` is what its style says, `look_of` changes a look by the
    character style that is named.
    """
    reader = _Reader(look or Look(), look_of or (lambda _, before: before))
    reader.walk(paragraph)
    return reader.finish()


class _Reader:
    def __init__(self, look: Look, look_of: Callable[[str, Look], Look]) -> None:
        self.found = Inline()
        self._look, self._look_of = look, look_of
        self._fields = Fields()
        # Joined at the end: a paragraph may have any number of runs.
        self._text: list[str] = []
        self._deleted: list[str] = []
        self._hidden: list[str] = []
        self._unseen: list[str] = []
        self._length = self._first_picture = 0

    def finish(self) -> Inline:
        while self._fields.is_any:
            # A field that goes on in the next paragraph.
            self._end_field()
        self.found.text = "".join(self._text)
        self.found.deleted = "".join(self._deleted)
        self.found.hidden = "".join(self._hidden)
        self.found.unseen = "".join(self._unseen)
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
                if kind == "w:fldSimple":
                    url = address(attribute(item, "w:instr") or "")
                if url:
                    self._link(start, str(url))

    def _link(self, start: int, url: str) -> None:
        self.found.links.append(("".join(self._text[start:]), url))

    def _run(self, run: Xml, inserted: bool) -> None:
        properties = child(run, "w:rPr")
        look = self._look
        if properties is not None:
            style = value(properties, "w:rStyle")
            look = (look if style is None else self._look_of(style, look)).changed(properties)
        apart = self._hidden if look.hidden else None if look.is_seen else self._unseen
        before, first = self._length, len(self._text)
        for item in run:
            self._run_part(item, inserted, apart)
        if any(not text.isspace() for text in self._text[first:]):
            self.found.bold &= look.bold
            if before == 0:
                self.found.half_points = look.half_points

    def _run_part(self, item: Xml, inserted: bool, apart: list[str] | None) -> None:
        """One part of a run; its text goes to `apart` where it is not seen."""
        kind = tag(item)
        if kind == "w:fldChar":
            self._field(item, inserted)
        elif kind == "w:instrText":
            self._fields.code(item.text or "")
        elif kind in ("w:footnoteReference", "w:endnoteReference", "w:commentReference"):
            name = kind[2:].removesuffix("Reference")
            self.found.references.append((name, attribute(item, "w:id") or ""))
        elif kind in ("w:drawing", "w:pict", "w:object"):
            self._first_picture = len(self.found.pictures)
            self._drawing(item)
        elif kind == "mc:AlternateContent":
            for part in _choice(item):
                self._run_part(part, inserted, apart)
        elif kind == "w:ruby":
            self.walk(item, inserted)
        elif not self._fields.is_code:
            text = (item.text or "") if kind == "w:t" else _SIGNS.get(kind, "")
            if kind == "w:sym":
                text = _symbol(item)
            if apart is not None:
                apart.append(text)
            else:
                self._add(text, inserted)

    def _add(self, text: str, inserted: bool) -> None:
        if not text:
            return
        self._text.append(text)
        self._length += len(text)
        self.found.inserted_characters += len(text) if inserted else 0

    def _field(self, node: Xml, inserted: bool) -> None:
        kind = attribute(node, "w:fldCharType")
        if kind == "begin":
            if not self._fields.is_code:
                self._add(form_value(node), inserted)
            self._fields.begin(len(self._text))
        elif kind == "separate":
            self._fields.separate(len(self._text))
        elif kind == "end":
            self._end_field()

    def _end_field(self) -> None:
        link = self._fields.end()
        if link is not None:
            self._link(*link)

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
