"""The look of text objects: font, size, colour, weight, direction.

Facts of a font are asked once a page, those of a look once for every text object. Not here: which
glyphs an object has.
"""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass, replace
from typing import Any

from ragstone.layout.fragment import Style
from ragstone.parsers.pdf.library import PDFIUM, address, plain, utf8

# PDF 32000-1, table 106: how text is painted.
_STROKED = (PDFIUM.FPDF_TEXTRENDERMODE_STROKE, PDFIUM.FPDF_TEXTRENDERMODE_STROKE_CLIP)
_TRANSPARENT = -1
_NOT_PAINTED = PDFIUM.FPDF_TEXTRENDERMODE_INVISIBLE
# PDF 32000-1, table 123: the flags of a font.
_FIXED_PITCH, _ITALIC, _FORCE_BOLD = 1, 1 << 6, 1 << 18
#: Fonts that say so are not bold, whatever their thick stems make pdfium think.
_PLAIN = re.compile(r"regular|roman|book|light", re.IGNORECASE)
#: TeX's bold fonts are called after their design: CMBX10, CMSSBX10, SFBX1095, ECSX1000.
_BOLD = re.compile(
    r"bold|black|heavy|demi|黑体|simhei"
    r"|(?:^|\+)(?:cm(?:b|bx(?:ti|sl)?|ssbx)|(?:ec|sf|tc|la|vn)(?:rb|bx|bi|bl|sx|so))\d",
    re.IGNORECASE,
)
_SLANTED = re.compile("italic|oblique|kursiv", re.IGNORECASE)
_MONOSPACED = re.compile(
    r"mono|courier|consol|menlo|monaco|typewriter|fixed|code|lettergothic|cm(?:tt|sltt|itt)\d",
    re.IGNORECASE,
)
_BOLD_WEIGHT = 600
#: Text that leans less than this is level: a scan put straight, a slightly tilted page.
_LEVEL_DEGREES = 3.0
#: Six capitals and a plus sign say that a font holds some of its glyphs: PDF 32000-1, 9.6.4.
_SUBSET = re.compile(r"[A-Z]{6}\+")


_void, _int = ctypes.c_void_p, ctypes.c_int
_size_at = plain(PDFIUM.FPDFText_GetFontSize, ctypes.c_double, _void, _int)
_matrix_at = plain(PDFIUM.FPDFText_GetMatrix, _int, _void, _int, _void)
_mode_of = plain(PDFIUM.FPDFTextObj_GetTextRenderMode, _int, _void)
_font_of = plain(PDFIUM.FPDFTextObj_GetFont, _void, _void)
_fill_of, _stroke_of = (
    plain(function, _int, _void, _void, _void, _void, _void)
    for function in (PDFIUM.FPDFPageObj_GetFillColor, PDFIUM.FPDFPageObj_GetStrokeColor)
)


@dataclass(frozen=True, slots=True)
class _Font:
    name: str
    bold: bool
    monospaced: bool
    italic: bool


class Styles:
    """The looks of the text objects of one page; equal looks are one and the same `Style`.

    `turn` is the page's own, in quarters, clockwise.
    """

    def __init__(self, text_page: Any, turn: int) -> None:
        self._text, self._turn = address(text_page), turn
        self._fonts: dict[int, _Font] = {}
        self._known: dict[tuple[int, float, float, int, int], Style] = {}
        self._alike: dict[Style, Style] = {}
        self._matrix = PDFIUM.FS_MATRIX()
        self._matrix_place = ctypes.addressof(self._matrix)
        self._colour = (ctypes.c_uint * 4)()
        place, width = ctypes.addressof(self._colour), ctypes.sizeof(ctypes.c_uint)
        self._colour_places = [place + width * part for part in range(4)]

    def of(self, index: int, item: int) -> Style:
        """The look of the text object at address `item`, which glyph `index` belongs to."""
        size, degrees = _size_at(self._text, index), 0.0
        if _matrix_at(self._text, index, self._matrix_place):
            matrix = self._matrix
            size *= math.hypot(matrix.c, matrix.d)
            if matrix.b:
                degrees = math.degrees(math.atan2(matrix.b, matrix.a))
            elif matrix.a < 0:
                degrees = 180.0
        mode, font = _mode_of(item), _font_of(item)
        key = (font, round(abs(size), 2), round(degrees, 1), mode, self._painted(item, mode))
        if key not in self._known:
            # One face is often several fonts of the file, each with some of its glyphs.
            style = self._style(*key)
            self._known[key] = self._alike.setdefault(style, style)
        return self._known[key]

    def vertical(self, style: Style) -> Style:
        """The same look for signs that stand one below the other."""
        down = replace(style, turn=(style.turn + 1) % 4, vertical=True)
        return self._alike.setdefault(down, down)

    def _style(self, font: int, size: float, degrees: float, mode: int, colour: int) -> Style:
        if font not in self._fonts:
            self._fonts[font] = _facts(ctypes.cast(font, PDFIUM.FPDF_FONT))
        facts = self._fonts[font]
        turned = round(degrees / 90)
        lean = degrees - 90 * turned
        return Style(
            size=size,
            bold=facts.bold,
            turn=(self._turn - turned) % 4,
            invisible=mode == _NOT_PAINTED or colour == _TRANSPARENT,
            font=facts.name,
            colour=max(0, colour),
            monospaced=facts.monospaced,
            italic=facts.italic,
            lean=round(lean, 1) if abs(lean) > _LEVEL_DEGREES else 0.0,
        )

    def _painted(self, item: int, mode: int) -> int:
        """The colour as 0xRRGGBB; `_TRANSPARENT` for one that lets everything through."""
        colour_of = _stroke_of if mode in _STROKED else _fill_of
        if not colour_of(item, *self._colour_places):
            return 0
        red, green, blue, alpha = self._colour
        return red << 16 | green << 8 | blue if alpha else _TRANSPARENT


def is_bold(name: str) -> bool:
    """Whether a font's name says that it is bold."""
    return _BOLD.search(name) is not None


def is_typewriter(name: str) -> bool:
    """Whether a font's name says that all its signs are of one width."""
    return _MONOSPACED.search(name) is not None


def _facts(font: Any) -> _Font:
    name = _SUBSET.sub("", utf8(PDFIUM.FPDFFont_GetBaseFontName, font))
    flags = max(0, int(PDFIUM.FPDFFont_GetFlags(font)))
    angle = ctypes.c_int()
    slanted = bool(PDFIUM.FPDFFont_GetItalicAngle(font, angle)) and angle.value != 0
    heavy = int(PDFIUM.FPDFFont_GetWeight(font)) >= _BOLD_WEIGHT
    return _Font(
        name=name,
        bold=is_bold(name)
        or ((heavy or bool(flags & _FORCE_BOLD)) and _PLAIN.search(name) is None),
        monospaced=bool(flags & _FIXED_PITCH) or is_typewriter(name),
        italic=slanted or bool(flags & _ITALIC) or _SLANTED.search(name) is not None,
    )
