"""Sheets: made PDF pages with several fonts, colours, rulings, fills and pictures.

sheet = Sheet()
sheet.text(72, 100, "The gates", size=16, font="B")     # 100 points below the top
make_sheets([sheet])
"""

from __future__ import annotations

from collections.abc import Sequence

from samples import _FONTS, PAGE_HEIGHT, PAGE_WIDTH, _assemble

_BOLD = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
_COURIER = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"
_PICTURE = (
    b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
    b"/BitsPerComponent 8 /Length 1 >>\nstream\n\x80\nendstream"
)


class Sheet:
    """One page; places count from the top left, in points."""

    def __init__(self) -> None:
        self._content: list[bytes] = []

    def text(
        self, x: float, y: float, text: str, size: float = 11, font: str = "F1", colour: int = 0
    ) -> None:
        """One line with its baseline at `y`. Fonts: F1 Helvetica, B bold, M Courier; Chinese text
        has its own."""
        try:
            codes = text.encode("cp1252")
        except UnicodeEncodeError:
            font, codes = "F2", text.encode("utf-16-be")
        self._content.append(
            b"BT %s rg /%s %g Tf 1 0 0 1 %g %g Tm <%s> Tj ET"
            % (_colour(colour), font.encode(), size, x, PAGE_HEIGHT - y, codes.hex().encode())
        )

    def lines(
        self, x: float, y: float, texts: Sequence[str], size: float = 11, font: str = "F1"
    ) -> float:
        """Lines 1.25 sizes apart; gives the baseline of a line after them."""
        for text in texts:
            self.text(x, y, text, size, font)
            y += 1.25 * size
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self._content.append(
            b"0 G 0.5 w %g %g m %g %g l S" % (x0, PAGE_HEIGHT - y0, x1, PAGE_HEIGHT - y1)
        )

    def fill(self, x0: float, y0: float, x1: float, y1: float, colour: int = 0) -> None:
        self._content.append(
            b"%s rg %g %g %g %g re f" % (_colour(colour), x0, PAGE_HEIGHT - y1, x1 - x0, y1 - y0)
        )

    def picture(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self._content.append(
            b"q %g 0 0 %g %g %g cm /Im1 Do Q" % (x1 - x0, y1 - y0, x0, PAGE_HEIGHT - y1)
        )

    def grid(self, x: float, y: float, rows: Sequence[Sequence[str]], column: float = 90) -> None:
        """A ruled table, rows 18 points high."""
        right, bottom = x + column * len(rows[0]), y + 18 * len(rows)
        for number in range(len(rows) + 1):
            self.rule(x, y + 18 * number, right, y + 18 * number)
        for number in range(len(rows[0]) + 1):
            self.rule(x + column * number, y, x + column * number, bottom)
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                self.text(x + column * c + 4, y + 18 * r + 13, text, 10)

    @property
    def content(self) -> bytes:
        return b"\n".join(self._content)


def make_sheets(sheets: Sequence[Sheet]) -> bytes:
    """A PDF of these pages, A4."""
    fonts = [*_FONTS, _BOLD, _COURIER, _PICTURE]
    first_page = 3 + len(fonts)
    bold, courier, picture = first_page - 3, first_page - 2, first_page - 1
    kids = b" ".join(b"%d 0 R" % (first_page + 2 * index) for index in range(len(sheets)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(sheets)),
        *fonts,
    ]
    for index, sheet in enumerate(sheets):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources "
            b"<< /Font << /F1 3 0 R /F2 4 0 R /B %d 0 R /M %d 0 R >> /XObject << /Im1 %d 0 R >> "
            b">> >>" % (PAGE_WIDTH, PAGE_HEIGHT, first_page + 2 * index + 1, bold, courier, picture)
        )
        objects.append(
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(sheet.content), sheet.content)
        )
    return _assemble(objects)


def _colour(value: int) -> bytes:
    return b" ".join(b"%g" % round((value >> shift & 0xFF) / 255, 4) for shift in (16, 8, 0))
