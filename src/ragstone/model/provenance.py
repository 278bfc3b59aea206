"""Where a piece of text stands in its file: page and boxes, lines, slide, cells, time.

Provenance(page=3, boxes=(BBox(72, 90, 300, 104, 595, 842, page=3),))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

Number = TypeVar("Number", int, float)

_CELL = re.compile(r"([A-Z]+)(\d+)")
_STEP = re.compile(r"([\w-]+)\[(\d+)\]")
#: Parts of a Word file that hold numbered blocks.
_PARTS = frozenset({"footnotes", "endnotes", "comments"})
#: How people call the blocks in paths of Word, OpenDocument and RTF files.
_BLOCKS = {
    "p": "paragraph",
    "h": "heading",
    **dict.fromkeys(("tbl", "table"), "table"),
    **dict.fromkeys(("tr", "row", "table-row"), "row"),
    **dict.fromkeys(("tc", "table-cell"), "cell"),
    **dict.fromkeys(("txbx", "box"), "text box"),
    **{name: name for name in ("footnote", "endnote", "comment", "note", "picture", "list")},
    "list-item": "item",
}


@dataclass(frozen=True, slots=True)
class BBox:
    """A rectangle in PDF points; origin at the top left of the page as shown, y grows downwards.

    Invariants: `x0 <= x1`, `y0 <= y1`. `page` is 1-based; page width and height are in points too,
    so that a box can be drawn without opening the file.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    page_width: float
    page_height: float
    page: int | None = None

    def union(self, other: BBox) -> BBox:
        """The smallest box around both; they must be on one page."""
        return BBox(
            min(self.x0, other.x0),
            min(self.y0, other.y0),
            max(self.x1, other.x1),
            max(self.y1, other.y1),
            self.page_width,
            self.page_height,
            self.page,
        )


@dataclass(frozen=True, slots=True)
class Provenance:
    """The place of an element, a line or a quotation. Pages and lines are 1-based, inclusive.

    - `member`: the document inside an archive or a mail, by its path in there; all else is told
      as of that document.
    - `path`: the place inside a document that has no pages: "p[3]", "chapter2.xhtml", "body".
    """

    page: int | None = None
    slide: int | None = None
    sheet: str | None = None
    cells: str | None = None
    line_start: int | None = None
    line_end: int | None = None
    time_start_s: float | None = None
    time_end_s: float | None = None
    path: str | None = None
    member: str | None = None
    boxes: tuple[BBox, ...] = ()
    rule: str | None = None

    def where(self) -> str:
        """The place for people: "page 3", "lines 12–18", "sheet A, cells B3:D7"; "" if unknown."""
        return ", ".join(_places(self))

    def inside(self, member: str) -> Provenance:
        """The same place, of a document that is the member `member` of another."""
        # Every line of every member passes here: `dataclasses.replace` takes ten times as long.
        return Provenance(
            self.page,
            self.slide,
            self.sheet,
            self.cells,
            self.line_start,
            self.line_end,
            self.time_start_s,
            self.time_end_s,
            self.path,
            member if self.member is None else f"{member}/{self.member}",
            self.boxes,
            self.rule,
        )

    def to_dict(self) -> dict[str, Any]:
        """Only what is set; boxes as lists in the order of `BBox`'s fields."""
        found: dict[str, Any] = {}
        for name in _NAMES:
            value = getattr(self, name)
            if name == "boxes":
                if value:
                    found[name] = [[getattr(box, part) for part in _BOX_NAMES] for box in value]
            elif value is not None:
                found[name] = value
        return found

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Provenance:
        """The inverse of `to_dict`."""
        given: dict[str, Any] = dict(values)
        given["boxes"] = tuple(BBox(*box) for box in values.get("boxes", ()))
        return cls(**given)


_NAMES = tuple(field.name for field in fields(Provenance))
_BOX_NAMES = tuple(field.name for field in fields(BBox))


def merge(places: Iterable[Provenance]) -> Provenance:
    """The place of a text that stands in all of `places`, which are in reading order.

    Page, slide, sheet and rule are those of the first place; paths reach from the first to the
    last, lines and times from the least to the greatest; cells are the range around all; boxes
    follow, each once. Over several documents in an archive, `member` reaches from the first to the
    last, and the rest is of the first.
    """
    rows = list(places)
    if not rows:
        return Provenance()
    if len(rows) == 1:
        return rows[0]
    first = rows[0]
    member = _path_range([row.member for row in (first, rows[-1]) if row.member is not None])
    rows = [row for row in rows if row.member == first.member]
    cells = [row.cells for row in rows if row.cells is not None and row.sheet == first.sheet]
    return Provenance(
        page=first.page,
        slide=first.slide,
        sheet=first.sheet,
        cells=_cell_range(cells),
        line_start=_least(row.line_start for row in rows),
        line_end=_greatest(row.line_end for row in rows),
        time_start_s=_least(row.time_start_s for row in rows),
        time_end_s=_greatest(row.time_end_s for row in rows),
        path=_path_range([row.path for row in rows if row.path is not None]),
        member=member,
        boxes=tuple(dict.fromkeys(box for row in rows for box in row.boxes)),
        rule=first.rule,
    )


def _path_range(paths: list[str]) -> str | None:
    """ "p[3]" and "tbl[2]" → "p[3]–tbl[2]"."""
    if not paths:
        return None
    return paths[0] if paths[0] == paths[-1] else f"{paths[0]}–{paths[-1]}"


def _cell_range(cells: list[str]) -> str | None:
    """The smallest range around all of them ("B3:D3", "A5" → "A3:D5")."""
    if len(set(cells)) < 2:
        return cells[0] if cells else None
    found = [_CELL.fullmatch(cell) for row in cells for cell in row.split(":")]
    known = [(match[1], int(match[2])) for match in found if match is not None]
    if len(known) < len(found):
        return f"{cells[0].split(':')[0]}:{cells[-1].split(':')[-1]}"
    # "AA" is behind "Z": column names count by length first.
    columns = sorted((name for name, _ in known), key=lambda name: (len(name), name))
    rows = [row for _, row in known]
    start, end = f"{columns[0]}{min(rows)}", f"{columns[-1]}{max(rows)}"
    return start if start == end else f"{start}:{end}"


def _least(values: Iterable[Number | None]) -> Number | None:
    return min((value for value in values if value is not None), default=None)


def _greatest(values: Iterable[Number | None]) -> Number | None:
    return max((value for value in values if value is not None), default=None)


def _places(place: Provenance) -> list[str]:
    found: list[str] = []
    if place.member is not None:
        found.append(place.member)
    if place.path is not None:
        found.append(_spoken(place.path))
    if place.page is not None:
        pages = [box.page for box in place.boxes if box.page is not None]
        found.append(_range("page", "pages", place.page, max([place.page, *pages])))
    if place.slide is not None:
        found.append(f"slide {place.slide}")
    if place.sheet is not None:
        found.append(f"sheet {place.sheet}")
    if place.cells is not None:
        found.append(f"{'cells' if ':' in place.cells else 'cell'} {place.cells}")
    if place.line_start is not None:
        end = place.line_start if place.line_end is None else place.line_end
        found.append(_range("line", "lines", place.line_start, end))
    if place.time_start_s is not None:
        end_s = place.time_start_s if place.time_end_s is None else place.time_end_s
        found.append(f"{_clock(place.time_start_s)}–{_clock(end_s)}")
    return found


def _spoken(path: str) -> str:
    """A path of blocks in words: "p[4]–p[5]" → "paragraphs 4–5", "tbl[2]/tr[3]" → "table 2, row 3";
    any other path as it is.
    """
    ends = [_steps(end) for end in path.split("–")]
    if not all(ends):
        return path
    first, last = ends[0], ends[-1]
    shared = 0
    while shared < min(len(first), len(last)) and first[shared] == last[shared]:
        shared += 1
    spoken = [f"{name} {number}" for name, number in first[:shared]]
    one, other = first[shared:], last[shared:]
    if len(one) == len(other) == 1 and one[0][0] == other[0][0]:
        name, number = one[0]
        spoken.append(f"{name}s {number}–{other[0][1]}")
    elif one or other:
        spoken.append("–".join(filter(None, (_said(one), _said(other)))))
    return ", ".join(spoken)


def _said(steps: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {number}" for name, number in steps)


def _steps(path: str) -> list[tuple[str, str]]:
    """The blocks of a path by their names in words; none where one of them is no block."""
    found: list[tuple[str, str]] = []
    for step in path.split("/"):
        if step in _PARTS:
            continue
        match = _STEP.fullmatch(step)
        if match is None or match[1] not in _BLOCKS:
            return []
        found.append((_BLOCKS[match[1]], match[2]))
    return found


def _range(one: str, many: str, first: int, last: int) -> str:
    return f"{one} {first}" if first == last else f"{many} {first}–{last}"


def _clock(seconds: float) -> str:
    """0:35, 1:02:07; whole seconds, rounded down."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
