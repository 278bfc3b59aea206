"""JSON and JSON Lines: the file verbatim, a section a record or a top key; small ones share one.

What is short stays one element. A longer object or array is divided into its members, and each of
them has its key (or "[3]") as its title, so that every chunk knows the keys it stands under. The
objects of an array are records, and JSON Lines are a record a line. Offsets, lines and layout are
those of the file.

    JsonParser().read(Source.from_text('{"a": [1, 2]}', "a.json")).elements[0].facts["path"]   # "$"
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.model.run import LINE_END
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.keyed.divided import WHOLE_CHARACTERS, Divided, undivided
from ragstone.parsers.keyed.places import Places
from ragstone.parsers.keyed.units import is_list_of_records
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source
from ragstone.text.json_values import Member, read_values

_JSON, _LINES = "application/json", "application/x-ndjson"
_RULE = "JSON value"
#: A text of more is not checked for what is wrong with it.
_CHECKED_CHARACTERS = 50_000_000
_NAMED_LINES = 5
_KEY = re.compile(r'(?:"(?:[^"\\]|\\.)*+"|[^\s{}\[\],:"]++)\s*+:', re.DOTALL)


class JsonParser(ParserBase):
    """Reads JSON and JSON Lines verbatim.

    - Every element has the fact `path`, in the way of JSONPath; titles are keys.
    - `provenance.path` is that of the record or top key around it, which is a natural section.
    - What is no valid JSON is read as far as it can be made out, with a warning.
    - Nothing is evaluated, and no value is changed: numbers and escapes stand as in the file.
    """

    row = own_row("json")

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded` alone."""
        found = text_of(source, written_in_utf8="JSON")
        text, warnings = found.text, [*found.warnings]
        media_type = source.media_type or _JSON
        places = Places(text, "json")
        if media_type == _LINES or _is_lines(text):
            elements, strategy = list(_records(text, places, warnings)), "lines"
            facts = {**found.facts, "record_count": len(elements)}
        else:
            warnings += _damage(text)
            elements, strategy = _values(text, places, warnings), "values"
            facts = dict(found.facts)
        return Document(
            source=source.name,
            media_type=media_type,
            elements=outline(elements),
            text=text,
            grouping="path",
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy=strategy,
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


def _records(text: str, places: Places, warnings: list[str]) -> Iterator[Element]:
    """An element a line; lines that are no JSON are told and kept."""
    damaged: list[int] = []
    for number, span in enumerate(_filled(text)):
        path = f"$[{number}]"
        element = places.code(span, path, "JSON line", path)
        fault = _fault(element.text)
        if fault is not None:
            damaged.append(element.provenance.line_start or 0)
        yield element
    if damaged:
        named = ", ".join(map(str, damaged[:_NAMED_LINES]))
        more = f" and {len(damaged) - _NAMED_LINES} more" if len(damaged) > _NAMED_LINES else ""
        warnings.append(f"no valid JSON in line {named}{more}; it was kept as it stands")


def _values(text: str, places: Places, warnings: list[str]) -> Sequence[Element]:
    """The values of a text, those that are divided by their members."""
    span = places.trimmed(0, len(text))
    if span.length == 0:
        return ()
    whole = (places.code(span, "$", _RULE),)
    told = undivided(text, "JSON")
    if told is not None:
        warnings.append(told)
        return whole
    is_short = span.length <= WHOLE_CHARACTERS
    values = read_values(
        text, lambda start, end: end - start <= WHOLE_CHARACTERS and start != span.start
    )
    if not values.members or (is_short and not is_list_of_records(values)):
        return whole
    return Divided(places, values, lambda member: _key_end(text, member), _RULE).elements()


def _key_end(text: str, member: Member) -> int | None:
    key = _KEY.match(text, member.start, member.end)
    return None if key is None else key.end()


def _damage(text: str) -> Iterator[str]:
    fault = _fault(text) if text and len(text) <= _CHECKED_CHARACTERS else None
    if fault is not None:
        yield f"it is no valid JSON ({fault}); it was read as far as it can be made out"
