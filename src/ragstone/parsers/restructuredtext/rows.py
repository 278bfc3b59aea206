"""The lines of a reStructuredText body, each with its indentation; bodies inside bodies are slices.

rows("a\\n  b\\n")          # [Row(1, 0, "a"), Row(2, 2, "b")]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ragstone.model.run import LINE_END


class Row(NamedTuple):
    """A line: its number, its indentation, and what stands on it ("" for a blank one)."""

    number: int
    indent: int
    text: str

    def right_of(self, column: int) -> Row:
        """The same line without its first `column` characters behind the indentation."""
        rest = self.text[column:]
        text = rest.lstrip()
        return Row(self.number, self.indent + column + len(rest) - len(text), text)


def rows(text: str) -> list[Row]:
    """All lines of `text`; a tab reaches to the next multiple of eight."""
    found: list[Row] = []
    for number, line in enumerate(LINE_END.split(text), start=1):
        line = line.expandtabs(8).rstrip()
        content = line.lstrip()
        found.append(Row(number, len(line) - len(content), content))
    return found


def body_end(lines: Sequence[Row], start: int, indent: int) -> int:
    """Behind the last line from `start` on that is indented by more than `indent`."""
    at = end = start
    while at < len(lines) and (not lines[at].text or lines[at].indent > indent):
        at += 1
        if lines[at - 1].text:
            end = at
    return end


def block_end(lines: Sequence[Row], start: int) -> int:
    """Behind the line before the next blank one."""
    end = start
    while end < len(lines) and lines[end].text:
        end += 1
    return end


def verbatim(lines: Sequence[Row]) -> str:
    """Lines as they are written, without the indentation that all of them have."""
    least = min((row.indent for row in lines if row.text), default=0)
    return "\n".join(" " * (row.indent - least) + row.text if row.text else "" for row in lines)


def with_first(first: Row, rest: Sequence[Row]) -> Sequence[Row]:
    """A body whose first line stands behind a marker, as if it began where the others do."""
    if not rest or not rest[0].text:
        return [first, *rest]
    return [first._replace(indent=rest[0].indent), *rest]
