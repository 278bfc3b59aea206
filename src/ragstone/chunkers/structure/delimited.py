"""Tables in plain text: records of separated values, and lines with ` | ` or tabs between cells.

    block = delimited_table("place,height\\nBrest,7.1\\nDover,6.7\\n")
    block.header    # the span of the first line

Quoted values may hold separators, line ends and doubled quotes (RFC 4180).
"""

from __future__ import annotations

import csv
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ragstone.chunkers.boundaries.seams import line_ends
from ragstone.chunkers.structure.outline import Block, BlockKind, row_table
from ragstone.model.span import Span

_SEPARATORS = ("\t", ";", ",", "|")
_LINE = re.compile(r"[^\n\r]+")
_NUMBER = re.compile(r"[-+]?[\d.,\s]*\d[\d.,\s]*%?\Z")
#: Records that are looked at to tell the separator, and characters of one of them.
_LOOKED_AT = 50
_LONGEST = 20_000
#: A text with fewer records must have more columns to be a table: two lines with a comma each
#: are a sentence.
_FEW_RECORDS = 3


def delimited_table(text: str) -> Block | None:
    """All of `text` as one table where its records have the same number of values, else None."""
    starts, ends = _records(text)
    if len(starts) < 2:
        return None
    looked_at = [text[start:end] for start, end in zip(starts, ends[:_LOOKED_AT], strict=False)]
    if max(map(len, looked_at)) > _LONGEST:
        return None
    for separator in _SEPARATORS:
        rows = [_values(record, separator) for record in looked_at]
        count, times = Counter(map(len, rows)).most_common(1)[0]
        few = len(starts) < _FEW_RECORDS and count < _FEW_RECORDS
        if count > 1 and times >= 0.9 * len(rows) and len(rows[0]) == count and not few:
            header = Span(starts[0], ends[0]) if _is_header(rows) else None
            return Block(
                starts[0], ends[-1], BlockKind.TABLE, header=header, rows=ends, separator=separator
            )
    return None


def with_tables(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """`blocks`, and as a table each paragraph whose lines all have cells."""
    for block in blocks:
        plain = block.kind is BlockKind.PARAGRAPH
        marks = [mark for mark in (" | ", "\t") if plain and _has_cells(text, block, mark)]
        if marks:
            separator = marks[0].strip(" ")
            yield row_table(text, block.start, block.end, header=1, separator=separator)
        else:
            yield block


def _has_cells(text: str, block: Block, mark: str) -> bool:
    start = block.start
    ends = [*(offset for offset, _ in line_ends(text, start, block.end)), block.end]
    for end in ends:
        if text.find(mark, start + 1, end) < 0:
            return False
        start = end
    return len(ends) > 1


def _records(text: str) -> tuple[array[int], array[int]]:
    """(starts, ends) of the lines that are not blank; those that a quoted value runs over are
    one."""
    starts, ends = array("I"), array("I")
    # A quoted value is open behind every line with an odd number of quotes up to the next such.
    odd = array("I")
    for match in _LINE.finditer(text):
        start, end = match.start(), match.start() + len(match[0].rstrip())
        if end > start:
            if text.count('"', start, end) % 2:
                odd.append(len(starts))
            starts.append(start)
            ends.append(end)
    first_of, last_of = array("I"), array("I")
    number = 0
    while number < len(starts):
        first = number
        following = bisect_right(odd, number)
        opens = following and odd[following - 1] == number
        if opens and following < len(odd) and _OPENS.search(text, starts[number], ends[number]):
            number = odd[following]
        first_of.append(starts[first])
        last_of.append(ends[number])
        number += 1
    return first_of, last_of


#: A quote that begins a value; others, as in 5" pipe, are text.
_OPENS = re.compile(r'(?:^|(?<=[\t;,|]))\s*+"', re.MULTILINE)


def _values(record: str, separator: str) -> list[str]:
    try:
        reader = csv.reader([record], delimiter=separator, skipinitialspace=True)
        return next(iter(reader), [record])
    except csv.Error:  # a value longer than the reader's limit, or a NUL
        return [record]


def _is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first record names the columns: none of its values is a number."""
    return not any(_NUMBER.match(value.strip()) for value in rows[0])
