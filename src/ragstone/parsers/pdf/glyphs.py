"""The glyphs of a page: their text in bulk, the text object of each, and boxes where asked for.

A call of pdfium for every glyph costs more than all of its reading of the page. So the text is
taken in one piece, the glyphs of one text object are found by their first and last, and boxes are
read for those glyphs only that are looked at. Not here: which glyphs make a word or a line.

    glyphs = Glyphs(text_page, frame, drawing, tags)
    glyphs.text[glyphs.stretches[0].start]           # "T"
    glyphs.load(np.array([0, 4])); glyphs.box(4)     # (72.0, 90.1, 78.7, 104.2)
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ragstone.layout.fragment import Box, Style
from ragstone.layout.tag import Tag
from ragstone.parsers.pdf.advances import Advances
from ragstone.parsers.pdf.drawing import Drawing
from ragstone.parsers.pdf.frame import Frame
from ragstone.parsers.pdf.library import PDFIUM, address, plain
from ragstone.parsers.pdf.script import RIGHT_TO_LEFT
from ragstone.parsers.pdf.styles import Styles
from ragstone.parsers.pdf.tags import Tags

_void, _int = ctypes.c_void_p, ctypes.c_int
_object_at = plain(PDFIUM.FPDFText_GetTextObject, _void, _void, _int)
_box_at = plain(PDFIUM.FPDFText_GetLooseCharBox, _int, _void, _int, _void)
_code_at = plain(PDFIUM.FPDFText_GetUnicode, ctypes.c_uint, _void, _int)
_is_generated = plain(PDFIUM.FPDFText_IsGenerated, _int, _void, _int)

Ints = npt.NDArray[np.int64]

_RECT_BYTES = ctypes.sizeof(PDFIUM.FS_RECTF)
_SURROGATES = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
#: A word joiner, which a reader does not see, in the place of a pair's second half.
_REST = "\u2060"


class Stretch(NamedTuple):
    """Glyphs `start … end` (half-open) of one text object, in one look.

    `item` is the object's address; `clip` what of the page it may paint on, None for all of it;
    `block` the number of the tagged block it belongs to, -1 for none.
    """

    start: int
    end: int
    item: int
    style: Style
    clip: Box | None
    block: int


class Glyphs:
    """The characters of a page in pdfium's order.

    - `text`: one character a glyph; line ends and some blanks in it are pdfium's own. A character
      past U+FFFF is two glyphs to pdfium, in one place: itself and a word joiner. `codes`: the same
      as numbers.
    - `boxes`: n × 4, as shown, around a glyph's advance and its font's height; zeros until loaded.
    - `stretches`: which glyphs stand in which text object; pdfium's own between them in none.
    """

    def __init__(self, text_page: Any, frame: Frame, drawing: Drawing, tags: Tags) -> None:
        self._page, self._frame, self._tags = address(text_page), frame, tags
        count = max(0, int(PDFIUM.FPDFText_CountChars(text_page)))
        self.text = _text(text_page, count)
        self.codes = np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._rects = np.zeros((count, 4), dtype=np.float32)
        self.boxes = np.zeros((count, 4))
        self.styles = Styles(text_page, frame.turn)
        self._advances = Advances(text_page)
        known: dict[int, tuple[Style, Box | None, int]] = {}
        self.stretches: list[Stretch] = []
        # pdfium puts the glyphs of a line that holds such letters into another order than drawn.
        ranges = self._one_by_one() if RIGHT_TO_LEFT.search(self.text) else self._by_search()
        for start, end, item in ranges:
            facts = known.get(item)
            if facts is None:
                tag = tags.of(item) if tags else None
                block = tag.block if tag is not None else -1
                facts = known[item] = (self.styles.of(start, item), drawing.clip(item), block)
            self.stretches.append(Stretch(start, end, item, *facts))

    def item_of(self, index: int) -> int:
        """The address of the text object of a glyph; 0 for one of pdfium's own."""
        return int(_object_at(self._page, index) or 0)

    def tag(self, index: int) -> Tag | None:
        """What the file says of a glyph; None where it says nothing."""
        item = self.item_of(index) if self._tags else 0
        return self._tags.of(item) if item else None

    def load(self, indexes: Ints) -> None:
        """Read the boxes of these glyphs."""
        base = self._rects.ctypes.data
        places = (base + _RECT_BYTES * indexes).tolist()
        for _ in map(_box_at, repeat(self._page), indexes.tolist(), places):
            pass
        # FS_RECTF is left, top, right, bottom in page space.
        self.boxes[indexes] = self._frame.boxes(self._rects[indexes].astype(np.float64))

    def box(self, index: int) -> Box:
        """Around a loaded glyph's advance and its font's height, as shown."""
        x0, y0, x1, y1 = self.boxes[index].tolist()
        return (x0, y0, x1, y1)

    def gap(self, before: int, after: int) -> float | None:
        """Between the advances of two glyphs on one baseline, in ems; None where not known."""
        return self._advances.gap(before, after, self.text[before])

    def is_generated(self, index: int) -> bool:
        """Whether pdfium made the glyph up."""
        return bool(_is_generated(self._page, index) == 1)

    def _by_search(self) -> Iterable[tuple[int, int, int]]:
        """Start, end and object of each stretch; an object's glyphs follow one another."""
        page, count, start = self._page, len(self.text), 0
        item = _object_at(page, 0) if count else None
        while start < count:
            if not item:
                # pdfium's own glyphs come by ones and twos.
                start += 1
                item = _object_at(page, start) if start < count else None
                continue
            known, step = start, 1
            following: int | None = None
            while known + step < count:
                following = _object_at(page, known + step)
                if following != item:
                    break
                known, step = known + step, 2 * step
            beyond = min(known + step, count)
            while beyond - known > 1:
                middle = (known + beyond) // 2
                found = _object_at(page, middle)
                if found == item:
                    known = middle
                else:
                    beyond, following = middle, found
            yield start, beyond, item
            start, item = beyond, following

    def _one_by_one(self) -> Iterable[tuple[int, int, int]]:
        start, item = 0, None
        objects = list(map(_object_at, repeat(self._page), range(len(self.text))))
        for index, here in enumerate([*objects, None]):
            if here != item or index == len(objects):
                if item:
                    yield start, index, item
                start, item = index, here


def _text(text_page: Any, count: int) -> str:
    """The text of `count` glyphs, one character each."""
    buffer = (ctypes.c_ushort * (count + 1))()
    written = PDFIUM.FPDFText_GetText(text_page, 0, count, buffer) if count else 1
    if written == count + 1:
        text = bytes(buffer)[: 2 * count].decode("utf-16-le", "surrogatepass")
        if len(text) == count and not _SURROGATES.search(text):
            return text
    # pdfium leaves glyphs without text out of the piece.
    text = "".join(map(chr, map(_code_at, repeat(address(text_page)), range(count))))
    return _PAIR.sub(_whole, text)


def _whole(pair: re.Match[str]) -> str:
    """The character that two halves make (Unicode 16, 3.9.2, UTF-16), and what fills its second
    glyph."""
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le") + _REST
