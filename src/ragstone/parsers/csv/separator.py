"""What stands between the values of a text: a comma, semicolon, tab or bar, or nothing.

separator_of("place;height\\nBrest;7,1\\n")        # ";"
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from ragstone.parsers.csv.records import LONGEST_VALUE
from ragstone.text.prose import reads_like_prose

_SEPARATORS = (",", ";", "\t", "|")
#: Rows that are looked at, and characters of them.
_LOOKED_AT, _LOOKED_AT_CHARACTERS = 100, 200_000
#: Of the rows looked at so many have the same number of values, where there are columns.
_ALIKE = 0.7
#: Ragged rows and several tables: most rows have columns, and many the same number.
_DIVIDED, _RAGGED = 0.8, 0.4


def separator_of(text: str) -> str | None:
    """What stands between the values of a text; None where nothing divides its lines alike.

    The separator that gives most rows the same number of values, and more than one; of several
    the one with more columns.
    """
    head = text[:_LOOKED_AT_CHARACTERS]
    is_whole = len(head) == len(text)
    best: tuple[float, int, str] | None = None
    for separator in _SEPARATORS:
        if separator not in head:
            continue
        rows = [row for row in islice(_rows(head, separator), _LOOKED_AT + 1) if any(row)]
        if not is_whole and len(rows) > 1 and len(rows) <= _LOOKED_AT:
            rows.pop()
        rows = rows[:_LOOKED_AT]
        if not rows:
            continue
        # A title above or a sum below the table has fewer values than its rows.
        wide = Counter(len(row) for row in rows if len(row) > 1)
        columns, times = wide.most_common(1)[0] if wide else (1, 0)
        alike, divided = times / len(rows), sum(wide.values()) / len(rows)
        ragged = divided >= _DIVIDED and alike >= _RAGGED and not _is_prose(rows)
        if columns < 2 or not (alike >= _ALIKE or ragged) or _is_sentence(rows, columns):
            continue
        key = (round(alike, 1), columns, separator)
        if best is None or key[:2] > best[:2]:
            best = key
    return None if best is None else best[2]


def _is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Whether every second row is sentences with commas in them."""
    return sum(reads_like_prose(" ".join(row)) for row in rows) * 2 >= len(rows)


def _is_sentence(rows: Sequence[Sequence[str]], columns: int) -> bool:
    """Whether a comma or two in hardly any lines is punctuation."""
    return len(rows) < 3 and columns < 3 and reads_like_prose(" ".join(rows[0]))


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    csv.field_size_limit(LONGEST_VALUE)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error:
            # A lone carriage return inside a value, or a value past the limit.
            continue
