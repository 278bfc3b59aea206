"""What a group of an RTF file inherits from the one around it, and what it sets for itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ragstone.parsers.rtf.story import CellEdge

#: What the text of a group is: text of the story that is open, of a string, the digits of a
#: picture, or nothing.
BODY, STRING, NOTHING, PICTURE = "body", "string", "nothing", "picture"
#: The font table and the style sheet name what the words in them define.
FONTS, STYLES = "fonts", "styles"


@dataclass(slots=True)
class State:
    """The properties in force. `size` in half points; `fallback` counts characters that stand for
    each `\\u`; `fonts` are numbers by script ("loch", "hich", "dbch"), of which one is in force.
    """

    destination: str = BODY
    fallback: int = 1
    fonts: dict[str, int | None] = field(default_factory=dict[str, "int | None"])
    script: str = "loch"
    hidden: bool = False
    deleted: bool = False
    inserted: bool = False
    bold: bool = False
    size: int = 24
    style: int = 0
    outline: int | None = None
    in_table: bool = False
    table_depth: int = 0
    list_depth: int = 0
    is_nested_row: bool = False

    def inner(self) -> State:
        """The state in which a group begins."""
        return replace(self, fonts=dict(self.fonts))

    def plain(self) -> None:
        self.hidden = self.deleted = self.inserted = self.bold = False
        self.size = 24
        self.fonts, self.script = {}, "loch"

    def pard(self) -> None:
        self.style, self.outline, self.in_table, self.table_depth = 0, None, False, 0
        self.list_depth = 0

    @property
    def depth(self) -> int:
        """In how many tables the paragraph stands."""
        return max(self.table_depth, 1 if self.in_table else 0)


@dataclass(slots=True)
class RowLook:
    """The row that is being defined: its cells' edges, whether it is a header."""

    edges: list[CellEdge] = field(default_factory=list[CellEdge])
    is_header: bool = False
    joins_left: bool = False
    begins_down: bool = False
    joins_above: bool = False

    def end_cell(self, right: int) -> None:
        self.edges.append(CellEdge(right, self.joins_left, self.begins_down, self.joins_above))
        self.joins_left = self.begins_down = self.joins_above = False
