"""Charts: title, axis titles, and the data that they draw, as a table.

The values are those that the file keeps for drawing; the workbook inside is not opened.
ISO/IEC 29500-1, 21.2 (charts), and the chart extensions of [MS-ODRAWXML], 2.24.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ragstone.limits import Limits
from ragstone.parsers.grid import Grid, GridCell, grid_of
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children, descendants, tag
from ragstone.parsers.pptx.text import TextReader

_POINTS = frozenset({"c:strCache", "c:numCache", "c:strLit", "c:numLit"})
_AXES = frozenset({"c:catAx", "c:valAx", "c:dateAx", "c:serAx"})
#: Day 0 of a spreadsheet's dates, which counts a 29 February 1900 that never was.
_EPOCH = datetime(1899, 12, 30)
_LAST_DAY = 2_958_466


@dataclass(slots=True)
class Chart:
    """What a chart shows. `kinds`: "bar", "line", "pie", …; `grid` is None without data."""

    title: str = ""
    axis_titles: list[str] = field(default_factory=list[str])
    kinds: list[str] = field(default_factory=list[str])
    grid: Grid[GridCell] | None = None


@dataclass(frozen=True, slots=True)
class _Series:
    """One series: its columns of values by point, and the categories of the points."""

    name: str
    columns: tuple[tuple[str, Mapping[int, str]], ...]
    categories: Mapping[int, tuple[str, ...]]


def read_chart(root: Xml, limits: Limits, file: str) -> Chart:
    """The chart of a `c:chartSpace` or a `cx:chartSpace`."""
    if tag(root) == "cx:chartSpace":
        return _extended(root, limits, file)
    chart = Chart()
    drawn = child(root, "c:chart")
    chart.title = _title(child(drawn, "c:title"))
    series: list[_Series] = []
    plot = child(drawn, "c:plotArea")
    for part in plot if plot is not None else ():
        kind = tag(part)
        if kind in _AXES and not _is_on(child(part, "c:delete")):
            title = _title(child(part, "c:title"))
            chart.axis_titles += [title] if title else []
        elif kind.endswith("Chart"):
            chart.kinds.append(kind.removeprefix("c:").removesuffix("Chart"))
            series += [_series(node) for node in children(part, "c:ser")]
    if not chart.title and len(series) == 1 and not _is_on(child(drawn, "c:autoTitleDeleted")):
        # PowerPoint shows the name of the only series.
        chart.title = series[0].name
    chart.grid = _grid(series, limits, file)
    return chart


def _series(node: Xml) -> _Series:
    name = " ".join(_values(child(node, "c:tx")).values())
    columns: list[tuple[str, Mapping[int, str]]] = []
    for part, label in (("c:val", ""), ("c:yVal", ""), ("c:bubbleSize", "size")):
        found = _values(child(node, part))
        if found:
            columns.append((f"{name} ({label})" if label and name else label or name, found))
    categories = child(node, "c:cat")
    return _Series(
        name,
        tuple(columns),
        _levels(categories if categories is not None else child(node, "c:xVal")),
    )


def _grid(series: list[_Series], limits: Limits, file: str) -> Grid[GridCell] | None:
    """One row a category, one column a series; series with other categories stand below."""
    blocks: list[list[_Series]] = []
    for one in series:
        if not one.columns:
            continue
        if blocks and (one.categories == blocks[-1][0].categories or not one.categories):
            blocks[-1].append(one)
        else:
            blocks.append([one])
    rows: list[list[str]] = []
    for block in blocks:
        rows += _rows(block)
        limits.check("table_cells", sum(map(len, rows)), file)
    return grid_of(rows, 1) if rows else None


def _rows(block: list[_Series]) -> list[list[str]]:
    categories = block[0].categories
    columns = [column for one in block for column in one.columns]
    width = max(map(len, categories.values()), default=0)
    places = sorted({*categories, *(place for _, values in columns for place in values)})
    rows = [[""] * width + [name for name, _ in columns]]
    for place in places:
        category = categories.get(place, ())
        labels = [*category, *[""] * (width - len(category))]
        rows.append([*labels, *(values.get(place, "") for _, values in columns)])
    return rows


def _levels(node: Xml | None) -> dict[int, tuple[str, ...]]:
    """Categories by place; of several levels the outermost first, and it holds until the next."""
    several = next(descendants(node, "c:multiLvlStrCache"), None)
    if several is None:
        return {place: (text,) for place, text in _values(node).items()}
    levels = [_points(level, "") for level in children(several, "c:lvl")]
    found: dict[int, tuple[str, ...]] = {}
    last = [""] * len(levels)
    for place in sorted({place for level in levels for place in level}):
        last = [
            level.get(place, last[depth] if depth else "") for depth, level in enumerate(levels)
        ]
        found[place] = tuple(reversed(last))
    return found


def _values(node: Xml | None) -> dict[int, str]:
    """Cached values by place."""
    for item in node.iter() if node is not None else ():
        if tag(item) in _POINTS:
            code = child(item, "c:formatCode")
            return _points(item, "" if code is None else code.text or "")
    direct = child(node, "c:v")
    if direct is not None:
        return {0: direct.text or ""}
    text = _title(node)
    return {0: text} if text else {}


def _points(node: Xml, code: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for order, point in enumerate(children(node, "c:pt")):
        place = attribute(point, "idx") or ""
        value = child(point, "c:v")
        text = "" if value is None else (value.text or "").strip()
        number = int(place) if place.isdecimal() else order
        found[number] = _shown(text, attribute(point, "formatCode") or code)
    return found


def _shown(text: str, code: str) -> str:
    """A number as a reader would write it: without the noise of binary fractions, in percent, as a
    date; all else as it stands.
    """
    if not code:
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    plain = code.split(";")[0].split('"')[::2]
    signs = "".join(plain).lower()
    if signs.rstrip().endswith("%"):
        return f"{number * 100:.12g}%"
    is_date = "y" in signs or ("d" in signs and "m" in signs)
    if is_date and "general" not in signs and 0 <= number < _LAST_DAY:
        moment = _EPOCH + timedelta(days=number)
        has_time = bool(number % 1)
        return moment.isoformat(" ", "minutes") if has_time else moment.date().isoformat()
    return f"{number:.12g}" if abs(number) < 1e12 else text


def _title(node: Xml | None) -> str:
    """The text of a title, rich or from a cell, on one line."""
    rich = next(descendants(node, "c:rich"), None)
    if rich is None:
        rich = next(descendants(node, "cx:rich"), None)
    if rich is not None:
        return _line(paragraph.text for paragraph in TextReader(lambda _: None).read(rich))
    cells = [*descendants(node, "c:v"), *descendants(node, "cx:v")]
    return _line(cell.text or "" for cell in cells)


def _line(texts: Iterator[str]) -> str:
    return " ".join(" ".join(texts).split())


def _is_on(node: Xml | None) -> bool:
    return node is not None and (attribute(node, "val") or "1") in ("1", "true")


def _extended(root: Xml, limits: Limits, file: str) -> Chart:
    """Waterfall, funnel, tree map and the like: their own vocabulary, the same shape."""
    chart = Chart(title=_title(child(root, "cx:chart", "cx:title")))
    columns: dict[str, tuple[dict[int, tuple[str, ...]], dict[int, str]]] = {}
    for data in children(child(root, "cx:chartData"), "cx:data"):
        categories: dict[int, tuple[str, ...]] = {}
        values: dict[int, str] = {}
        for part in data:
            if tag(part) == "cx:strDim":
                levels = [_extended_points(level) for level in children(part, "cx:lvl")]
                for place in sorted({place for level in levels for place in level}):
                    categories[place] = tuple(level.get(place, "") for level in reversed(levels))
            elif tag(part) == "cx:numDim":
                level = child(part, "cx:lvl")
                values = {} if level is None else _extended_points(level)
        columns[attribute(data, "id") or ""] = (categories, values)
    series: list[_Series] = []
    for node in descendants(root, "cx:series"):
        chart.kinds.append(attribute(node, "layoutId") or "")
        name = _line(value.text or "" for value in descendants(child(node, "cx:tx"), "cx:v"))
        used = child(node, "cx:dataId")
        found = columns.get("" if used is None else attribute(used, "val") or "")
        if found is not None:
            series.append(_Series(name, ((name, found[1]),), found[0]))
    for axis in descendants(root, "cx:axis"):
        title = _title(child(axis, "cx:title"))
        chart.axis_titles += [title] if title else []
    chart.grid = _grid(series, limits, file)
    return chart


def _extended_points(level: Xml) -> dict[int, str]:
    code = attribute(level, "formatCode") or ""
    return {
        int(place): _shown((point.text or "").strip(), code)
        for point in children(level, "cx:pt")
        if (place := attribute(point, "idx") or "").isdecimal()
    }
