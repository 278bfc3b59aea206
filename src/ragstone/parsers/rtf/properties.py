"""The properties in force in an RTF file, and the control words that set them.

    properties = Properties(Fonts(), Styles(), Info(), check_depth)
    properties.set("b", None)
    properties.state.bold                           # True

Not here: what ends paragraphs, cells and rows, and what begins a destination (`reader`).
"""

from __future__ import annotations

from collections.abc import Callable

from ragstone.parsers.rtf.charsets import OF_WORD
from ragstone.parsers.rtf.fonts import Fonts
from ragstone.parsers.rtf.info import DATE, Info
from ragstone.parsers.rtf.state import FONTS, STYLES, RowLook, State
from ragstone.parsers.rtf.styles import Styles

_Set = Callable[["int | None"], None]

_SWITCHES = {
    "v": "hidden",
    "deleted": "deleted",
    "revised": "inserted",
    "b": "bold",
    "intbl": "in_table",
}
_ROW_SWITCHES = {
    "clmrg": "joins_left",
    "clvmgf": "begins_down",
    "clvmrg": "joins_above",
    "trhdr": "is_header",
}


def new_rows() -> dict[bool, RowLook]:
    """The rows being defined where a story begins: the outer one, and (True) a nested one."""
    return {False: RowLook(), True: RowLook()}


class Properties:
    """`state` of the open group and `rows` being defined; `check_depth` refuses tables too deep."""

    def __init__(
        self, fonts: Fonts, styles: Styles, info: Info, check_depth: Callable[[int], None]
    ) -> None:
        self.state, self.rows = State(), new_rows()
        self._fonts, self._styles, self._info = fonts, styles, info
        self._check_depth = check_depth
        self._expects_font = False
        self._set_by = self._setters()

    def set(self, word: str, number: int | None) -> bool:
        """Whether the control word sets a property; `number` is its parameter."""
        setter = self._set_by.get(word)
        if setter is None:
            return False
        setter(number)
        return True

    @property
    def _row(self) -> RowLook:
        return self.rows[self.state.is_nested_row]

    def _setters(self) -> dict[str, _Set]:
        """What each control word sets; `number` is its parameter."""
        return {
            **{word: self._encoding_setter(name) for word, name in OF_WORD.items()},
            **{word: self._switch(name) for word, name in _SWITCHES.items()},
            **{word: self._row_switch(name) for word, name in _ROW_SWITCHES.items()},
            **{word: self._date_setter(word) for word in DATE},
            **{word: self._script_setter(word) for word in ("loch", "hich", "dbch")},
            "ansicpg": lambda number: self._fonts.code_page(number, of_font=False),
            "cpg": lambda number: self._fonts.code_page(number, of_font=True),
            "fcharset": self._fonts.charset,
            "deff": lambda number: setattr(self._fonts, "default", number),
            "f": self._set_font,
            "af": lambda number: self._set_font(number) if self._expects_font else None,
            "fs": lambda number: self._set("size", min(max(1, number or 24), 3276)),
            "uc": lambda number: self._set("fallback", max(0, number or 0)),
            "plain": lambda _: self.state.plain(),
            "pard": lambda _: self.state.pard(),
            "s": self._set_style,
            "outlinelevel": self._set_outline,
            "itap": self._set_table_depth,
            "ilvl": lambda number: self._set("list_depth", max(0, number or 0)),
            "trowd": lambda _: self.rows.update({self.state.is_nested_row: RowLook()}),
            "cellx": lambda number: self._row.end_cell(number or 0),
        }

    def _set(self, name: str, value: object) -> None:
        setattr(self.state, name, value)

    def _switch(self, name: str) -> _Set:
        """On without a parameter, off with 0."""
        return lambda number: self._set(name, number != 0)

    def _row_switch(self, name: str) -> _Set:
        return lambda number: setattr(self._row, name, number != 0)

    def _encoding_setter(self, name: str) -> _Set:
        return lambda _: setattr(self._fonts, "encoding", name)

    def _date_setter(self, part: str) -> _Set:
        return lambda number: self._info.date_part(part, number)

    def _script_setter(self, script: str) -> _Set:
        def set_(_: int | None) -> None:
            self.state.script, self._expects_font = script, True

        return set_

    def _set_font(self, number: int | None) -> None:
        if self.state.destination == FONTS:
            self._fonts.begin(number)
        else:
            self.state.fonts[self.state.script] = number
        self._expects_font = False

    def _set_style(self, number: int | None) -> None:
        self.state.style = number or 0
        if self.state.destination == STYLES:
            self._styles.begin(number)

    def _set_outline(self, number: int | None) -> None:
        self.state.outline = number
        if self.state.destination == STYLES:
            self._styles.outline(number)

    def _set_table_depth(self, number: int | None) -> None:
        depth = max(0, number or 0)
        self._check_depth(depth)
        self.state.table_depth = depth
