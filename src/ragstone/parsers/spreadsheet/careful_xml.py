"""Rows of a sheet in markup that no pattern knows: comments, CDATA, rich text, cells without names.

read_carefully('<row><c t="str"><v>Hake</v></c></row>')
"""

from __future__ import annotations

from html import escape
from xml.parsers import expat

from ragstone.parsers.tabular.cells import column_name, column_number

#: (column letters, attributes, markup of the formula, value, attributes of a row); a row has the
#: last of them alone.
Found = tuple[str, str, str, str, str]


def read_carefully(markup: str) -> list[Found] | None:
    """The same from any well-formed markup; None where it is not."""
    reader = _Careful()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(f"<rows>{markup}</rows>".encode("utf-8", "replace"), True)
    except (expat.ExpatError, ValueError):
        return None
    return reader.found


class _Careful:
    """Handlers of expat; `found` grows."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self._column = 0
        self._cell: dict[str, str] = {}
        self._pieces: list[str] = []
        self._value, self._formula, self._inline = "", "", ""
        self._readings = 0

    def start(self, name: str, said: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        self._pieces = []
        if local == "row":
            self._column = 0
            inside = " ".join(f'{key}="{escape(value)}"' for key, value in said.items())
            self.found.append(("", "", "", "", f" {inside}"))
        elif local == "c":
            self._cell = said
            self._value = self._formula = self._inline = ""
        elif local == "rPh":
            self._readings += 1
        elif local == "f":
            self._formula = "".join(f' {key}="{escape(value)}"' for key, value in said.items())

    def text(self, data: str) -> None:
        self._pieces.append(data)

    def end(self, name: str) -> None:
        local = name.rpartition(":")[2]
        inside = escape("".join(self._pieces))
        self._pieces = []
        if local == "v":
            self._value = inside
        elif local == "f":
            self._formula = f"<f{self._formula}>{inside}</f>"
        elif local == "t" and not self._readings:
            self._inline += inside
        elif local == "rPh":
            self._readings -= 1
        elif local == "c":
            self._end_cell()

    def _end_cell(self) -> None:
        letters = self._cell.get("r", "").rstrip("0123456789").upper()
        if letters.isascii() and letters.isalpha() and len(letters) < 4:
            self._column = column_number(letters)
        else:
            self._column += 1
            letters = column_name(self._column)
        kind = self._cell.get("t", "")
        value = self._inline if kind == "inlineStr" else self._value
        said = "".join(
            f' {key}="{escape(self._cell[key])}"' for key in ("s", "t") if key in self._cell
        )
        self.found.append((letters, said, self._formula, value, ""))
