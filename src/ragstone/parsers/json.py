"""JSON and JSON Lines: the file verbatim, its records as elements with their keys as headings.

What is short stays one element. A longer object or array is divided into its members, and each of
them has its key (or "[3]") as its title, so that every chunk knows the keys it stands under. JSON
Lines are a record a line. Offsets, lines and layout are those of the file.

    JsonParser().read(Source.from_text('{"a": [1, 2]}', "a.json")).elements[0].facts["path"]   # "$"
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source
from ragstone.text.encoding import clean
from ragstone.text.json_values import Member, Values, read_values

_JSON, _LINES = "application/json", "application/x-ndjson"
#: A value of so many characters stays one element.
_WHOLE = 2000
#: A text of more is not divided: its values in memory are many times its size.
_DIVIDED_CHARACTERS = 10_000_000
#: A text of more is not checked for what is wrong with it.
_CHECKED_CHARACTERS = 50_000_000
_NAMED_LINES = 5
#: Keys inside keys that are titles.
_DEEPEST = 6
_KEY = re.compile(r'(?:"(?:[^"\\]|\\.)*+"|[^\s{}\[\],:"]++)\s*+:', re.DOTALL)


class JsonParser(ParserBase):
    """Reads JSON and JSON Lines verbatim.

    - Every element has the fact `path`, in the way of JSONPath; titles are keys.
    - What is no valid JSON is read as far as it can be made out, with a warning.
    - Nothing is evaluated, and no value is changed: numbers and escapes stand as in the file.
    """

    row = own_row("json")

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded` alone."""
        found = text_of(source)
        text, warnings = found.text, [*found.warnings]
        media_type = source.media_type or _JSON
        lines = _Lines(text)
        if media_type == _LINES or _is_lines(text):
            elements, strategy = list(_records(text, lines, warnings)), "lines"
            facts = {**found.facts, "record_count": len(elements)}
        else:
            warnings += _damage(text)
            elements, strategy = list(_values(text, lines, warnings)), "values"
            facts = dict(found.facts)
        return Document(
            source=source.name,
            media_type=media_type,
            elements=outline(elements),
            text=text,
            grouping="whole",
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy=strategy,
        )


class _Lines:
    """The number of the line at an offset."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in LINE_END.finditer(text))]

    def place(self, span: Span, rule: str) -> Provenance:
        first = bisect_right(self._starts, span.start)
        return Provenance(
            line_start=first,
            line_end=max(first, bisect_right(self._starts, max(span.start, span.end - 1))),
            rule=rule,
        )


def _fault(text: str) -> str | None:
    """What makes `text` no JSON; None where it is."""
    try:
        json.loads(text.removeprefix("\ufeff"), parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return f"line {error.lineno}: {error.msg}"
    except RecursionError:
        return "it is nested too deeply to be checked"
    return None


def _is_lines(text: str) -> bool:
    """Whether the first two lines that are not blank are a JSON object or array each."""
    first = [text[span.start : span.end] for span in islice(_filled(text), 2)]
    return len(first) == 2 and all(
        line.lstrip("\ufeff").startswith(("{", "[")) and _fault(line) is None for line in first
    )


def _filled(text: str) -> Iterator[Span]:
    """The lines with something on them, without the blanks around it."""
    start = 0
    while start <= len(text):
        found = LINE_END.search(text, start)
        end = found.start() if found else len(text)
        line = text[start:end]
        if line.strip():
            yield Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        if found is None:
            return
        start = found.end()


def _records(text: str, lines: _Lines, warnings: list[str]) -> Iterator[Element]:
    """An element a line; lines that are no JSON are told and kept."""
    damaged: list[int] = []
    for number, span in enumerate(_filled(text)):
        element = _element(text, lines, span, f"$[{number}]", "JSON line")
        fault = _fault(element.text)
        if fault is not None:
            damaged.append(element.provenance.line_start or 0)
        yield element
    if damaged:
        named = ", ".join(map(str, damaged[:_NAMED_LINES]))
        more = f" and {len(damaged) - _NAMED_LINES} more" if len(damaged) > _NAMED_LINES else ""
        warnings.append(f"no valid JSON in line {named}{more}; it was kept as it stands")


def _values(text: str, lines: _Lines, warnings: list[str]) -> Iterator[Element]:
    """The values of a text, those that are divided by their members."""
    span = _trimmed(text, 0, len(text))
    if span.length == 0:
        return
    if len(text) > _DIVIDED_CHARACTERS:
        warnings.append(
            f"the JSON has more than {_DIVIDED_CHARACTERS:,} characters and was not divided by keys"
        )
        yield _element(text, lines, span, "$", "JSON value")
        return
    values = read_values(text, lambda start, end: end - start <= _WHOLE)
    if not values.members:
        yield _element(text, lines, span, "$", "JSON value")
        return
    yield from _Divided(text, lines, values).elements()


class _Divided:
    """The members of divided values, as titles and what stands below them.

    Where one member of a container is divided, all of them have titles: without its own, one would
    stand under those inside the member before it.
    """

    def __init__(self, text: str, lines: _Lines, values: Values) -> None:
        self._text, self._lines, self._values = text, lines, values
        divided = {member.parent for member in values.members if member.is_divided}
        self._titled: set[int] = set()
        self._levels = {-1: 0}
        for number, member in enumerate(values.members):
            if member.is_divided:
                level = self._levels[member.parent]
                if number in divided and level < _DEEPEST:
                    self._titled.add(number)
                    level += 1
                self._levels[number] = level

    def elements(self) -> Iterator[Element]:
        run: list[int] = []
        for number, member in enumerate(self._values.members):
            if run and not self._goes_on(run, member):
                yield self._together(run)
                run = []
            if member.parent in self._titled:
                title = self._title(number, member)
                if title is not None:
                    yield title
                    if not member.is_divided:
                        yield self._rest(number, member, title)
                    continue
            if not member.is_divided:
                run.append(number)
        if run:
            yield self._together(run)

    def _goes_on(self, run: Sequence[int], member: Member) -> bool:
        """Whether a member is one element with those before it: short scalars side by side."""
        first = self._values.members[run[0]]
        return (
            not member.is_container
            and not first.is_container
            and member.parent == first.parent
            and member.parent not in self._titled
            and member.end - first.start <= _WHOLE
        )

    def _title(self, number: int, member: Member) -> Element | None:
        """The key of a member as a title; of an array's item its index, where it has a bracket."""
        key = _KEY.match(self._text, member.start, member.end)
        if isinstance(member.key, str) and key is not None:
            end = member.inside if member.is_divided else key.end()
            text = member.key
        elif member.is_container:
            end, text = member.inside or member.start + 1, f"[{member.key}]"
        else:
            return None
        span = _trimmed(self._text, member.start, end)
        return Element(
            ElementType.TITLE,
            " ".join(clean(text)[0].split()) or '""',
            level=self._levels[member.parent],
            provenance=self._lines.place(span, "key of a JSON value"),
            facts={"path": self._values.path(number)},
            span=span,
        )

    def _rest(self, number: int, member: Member, title: Element) -> Element:
        """What stands behind the title of a member that is not divided."""
        assert title.span is not None
        span = _trimmed(self._text, title.span.end, member.end)
        return _element(self._text, self._lines, span, self._values.path(number), "JSON value")

    def _together(self, run: Sequence[int]) -> Element:
        members = self._values.members
        span = Span(members[run[0]].start, members[run[-1]].end)
        path = self._values.path(run[0] if len(run) == 1 else max(members[run[0]].parent, 0))
        return _element(self._text, self._lines, span, path, "JSON value")


def _element(text: str, lines: _Lines, span: Span, path: str, rule: str) -> Element:
    return Element(
        ElementType.CODE_SNIPPET,
        text[span.start : span.end],
        provenance=lines.place(span, rule),
        facts={"language": "json", "path": path},
        span=span,
    )


def _trimmed(text: str, start: int, end: int) -> Span:
    """The range without the blanks around it; empty for blanks alone."""
    held = text[start:end]
    start += len(held) - len(held.lstrip())
    return Span(start, max(start, start + len(held.strip())))


def _damage(text: str) -> Iterator[str]:
    fault = _fault(text) if text and len(text) <= _CHECKED_CHARACTERS else None
    if fault is not None:
        yield f"it is no valid JSON ({fault}); it was read as far as it can be made out"
