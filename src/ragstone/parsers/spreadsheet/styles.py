"""How the cells of a workbook look: the number format of each look, and which looks are alike.

looks = read_looks(package.xml("xl/styles.xml"))
looks.format_of(3).number(45356.0)              # "2024-03-05"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children
from ragstone.parsers.spreadsheet.number_format import BUILT_IN, NumberFormat, number_format
from ragstone.parsers.unseen import WHITE, blends_in, hex_colour, is_tiny

#: Of the colours that a number names, the two that are the same in every workbook: black and white
#: as `indexed` (ECMA-376, 18.8.27), and text and ground as `theme`.
_NAMED = {
    "indexed": {"0": 0, "8": 0, "64": 0, "1": WHITE, "9": WHITE},
    "theme": {"0": WHITE, "1": 0},
}


@dataclass(frozen=True, slots=True)
class Looks:
    """`formats` and `kinds` by the number of a look; equal kinds have one font, fill and border.

    `unseen` are the looks whose text nobody sees: in the colour of its ground, or tiny.
    """

    formats: Sequence[NumberFormat]
    kinds: Sequence[int]
    unseen: frozenset[int] = frozenset()

    def format_of(self, look: int) -> NumberFormat:
        return self.formats[look] if 0 <= look < len(self.formats) else number_format("General")

    def kind_of(self, look: int) -> int:
        return self.kinds[look] if 0 <= look < len(self.kinds) else 0

    @classmethod
    def of(
        cls, rows: Sequence[tuple[int, object]], codes: Mapping[int, str], *, epoch_1904: bool
    ) -> Looks:
        """`rows` are (number of the format, all else of the look); `codes` those of the file."""
        kinds: dict[object, int] = {}
        known: dict[int, NumberFormat] = {}
        for number, _ in rows:
            code = codes.get(number) or BUILT_IN.get(number, "General")
            known.setdefault(number, number_format(code, epoch_1904=epoch_1904))
        return cls(
            [known[number] for number, _ in rows],
            [kinds.setdefault(kind, len(kinds)) for _, kind in rows],
        )


def read_looks(root: Xml | None, *, epoch_1904: bool = False) -> Looks:
    """The looks of `styles.xml`; without the part every cell is as it is."""
    codes = {
        _integer(attribute(node, "numFmtId")): attribute(node, "formatCode") or ""
        for node in children(child(root, "x:numFmts"), "x:numFmt")
    }
    fonts = [_font(node) for node in children(child(root, "x:fonts"), "x:font")]
    grounds = [_ground(node) for node in children(child(root, "x:fills"), "x:fill")]
    rows: list[tuple[int, object]] = []
    unseen: set[int] = set()
    for number, node in enumerate(children(child(root, "x:cellXfs"), "x:xf")):
        kind = tuple(attribute(node, name) or "0" for name in ("fontId", "fillId", "borderId"))
        rows.append((_integer(attribute(node, "numFmtId")), kind))
        font, fill = _integer(kind[0]), _integer(kind[1])
        colour, points = fonts[font] if font < len(fonts) else (None, None)
        if blends_in(colour, grounds[fill] if fill < len(grounds) else WHITE) or is_tiny(points):
            unseen.add(number)
    return replace(Looks.of(rows, codes, epoch_1904=epoch_1904), unseen=frozenset(unseen))


def _font(node: Xml) -> tuple[int | None, float | None]:
    """(colour, size in points) of a font; None for what it does not say."""
    size = attribute(child(node, "x:sz"), "val") or ""
    points = float(size) if size.replace(".", "", 1).isdecimal() else None
    return _colour(child(node, "x:color")), points


def _ground(node: Xml) -> int | None:
    """The colour of a fill; None for patterns, gradients and colours that are not known."""
    pattern = child(node, "x:patternFill")
    if pattern is None:
        return None
    kind = attribute(pattern, "patternType")
    if kind in (None, "none"):
        return WHITE
    return _colour(child(pattern, "x:fgColor")) if kind == "solid" else None


def _colour(node: Xml | None) -> int | None:
    if node is None or attribute(node, "tint") not in (None, "0"):
        return None
    return next((found for found in _colours(node) if found is not None), None)


def _colours(node: Xml) -> Iterator[int | None]:
    yield hex_colour(attribute(node, "rgb"))
    for name, known in _NAMED.items():
        yield known.get(attribute(node, name) or "")


def _integer(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else 0
