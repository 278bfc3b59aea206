"""How the cells of a workbook look: the number format of each look, and which looks are alike.

looks = read_looks(package.xml("xl/styles.xml"))
looks.format_of(3).number(45356.0)              # "2024-03-05"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children
from ragstone.parsers.spreadsheet.number_format import BUILT_IN, NumberFormat, number_format


@dataclass(frozen=True, slots=True)
class Looks:
    """`formats` and `kinds` by the number of a look; equal kinds have one font, fill and border."""

    formats: Sequence[NumberFormat]
    kinds: Sequence[int]

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
    rows: list[tuple[int, object]] = []
    for node in children(child(root, "x:cellXfs"), "x:xf"):
        kind = tuple(attribute(node, name) or "0" for name in ("fontId", "fillId", "borderId"))
        rows.append((_integer(attribute(node, "numFmtId")), kind))
    return Looks.of(rows, codes, epoch_1904=epoch_1904)


def _integer(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else 0
