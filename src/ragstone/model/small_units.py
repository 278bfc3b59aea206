"""Records and top keys that are too small for a section of their own share one.

A document that is divided by paths (JSON, YAML, XML) has a unit for each run of elements of one
path. A section a unit costs a chunk a unit, whose vector and row take a hundred times the room of a
line of a log. So small units that follow each other stand together, whole; a chunker finds the
border of each, and every line keeps the path of its own unit.

    units_together(rows)      # [rows of "$[0]" … "$[34]"], [rows of "$[35]", a long one], …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ragstone.model.element import Element
from ragstone.model.run import Runs

Outlined = tuple[Element, tuple[str, ...]]

#: A unit of more has a section of its own: it is half a chunk of the usual size, or more.
SMALL_CHARACTERS = 200
#: Small units share a section up to here, which is what a short file has that is not divided.
TOGETHER_CHARACTERS = 2000


def units_together(rows: Sequence[Outlined]) -> list[list[Outlined]]:
    """The elements of each section: a large unit alone, small ones beside each other."""
    found: list[list[Outlined]] = []
    together: list[list[Outlined]] = []
    size = 0
    for _, group in groupby(rows, lambda row: row[0].provenance.path):
        unit = list(group)
        own = sum(len(element.text) for element, _ in unit)
        is_small = own <= SMALL_CHARACTERS
        if together and not (is_small and size + own <= TOGETHER_CHARACTERS):
            found.append(_joined(together))
            together, size = [], 0
        if is_small:
            together.append(unit)
            size += own
        else:
            found.append(unit)
    if together:
        found.append(_joined(together))
    return found


def _joined(units: Sequence[list[Outlined]]) -> list[Outlined]:
    """Units under the titles that stand over all of them: a chunk may hold several."""
    if len(units) == 1:
        return units[0]
    above = units[0][-1][1]
    for unit in units:
        above = _shared(above, unit[-1][1])
    return [(element, _shared(path, above)) for unit in units for element, path in unit]


def _shared(path: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """What two paths begin with."""
    if path[: len(other)] == other:
        return other
    count = next(
        (at for at, (one, two) in enumerate(zip(path, other, strict=False)) if one != two),
        len(path),
    )
    return path[:count]


def lines_of_units(text: str, at: int, first_line: int, rows: Sequence[Outlined]) -> Runs:
    """A run a line, with the path of the unit in `rows` that it belongs to, if there are any; of a
    line of several units each has one.

    `text` begins at the offset `at` of the file and in its line `first_line`.
    """
    return Runs.of_units(text, first_line, _units(text, at, rows))


def _units(text: str, at: int, rows: Sequence[Outlined]) -> Iterator[tuple[int, str | None]]:
    """(start, path) of every unit; the first at the start of `text`, the others at the start of
    their line where nothing but blanks stands before them."""
    start, path = 0, rows[0][0].provenance.path if rows else None
    yield start, path
    for element, _ in rows:
        if element.span is None or element.provenance.path == path:
            continue
        before = text[start : element.span.start - at]
        kept = before.rstrip(" \t")
        start += len(kept if kept.endswith(("\n", "\r")) else before)
        path = element.provenance.path
        yield start, path
