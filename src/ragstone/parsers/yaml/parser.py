"""YAML: the file verbatim, a section a record, a top key or a document, with its comments; small
ones share a section.

Longer mappings and sequences are divided as those of JSON are: keys are titles, and what stands
below them is as it was written. Nothing is constructed, no alias is followed.

    YamlParser().read(Source.from_text("a: &x 1\\nb: *x\\n", "a.yaml")).elements[0].text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.keyed.divided import WHOLE_CHARACTERS, Divided, undivided
from ragstone.parsers.keyed.places import Places
from ragstone.parsers.keyed.units import is_list_of_records
from ragstone.parsers.outline import outline
from ragstone.parsers.yaml.values import Yaml, read_yaml
from ragstone.sources.source import Source

_RULE = "YAML value"
_BEHIND = re.compile(r"[ \t]+#[^\r\n]*+")


class YamlParser(ParserBase):
    """Reads YAML verbatim.

    - Every element has the fact `path`, in the way of JSONPath; titles are keys.
    - `provenance.path` is that of the record or top key around it, which is a natural section; of
      several documents in a file each is one.
    - What is no YAML (a template, say) is kept as it stands, with a warning.
    """

    row = own_row("yaml")

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded` alone."""
        found = text_of(source, written_in_utf8="YAML")
        text, warnings, facts = found.text, [*found.warnings], dict(found.facts)
        places = Places(text, "yaml")
        elements: Sequence[Element] = ()
        told = undivided(text, "YAML")
        if told is not None:
            warnings.append(told)
            elements = (places.code(places.trimmed(0, len(text)), "$", _RULE),)
        elif text:
            # A mark that was left in a text in memory is no part of the first key.
            read = read_yaml(text.replace("\ufeff", " ", 1), source.limits, source.name)
            elements = list(_elements(places, read))
            if read.fault:
                warnings.append(f"it is no valid YAML ({read.fault}); from there it is not divided")
            if read.document_count > 1:
                facts["document_count"] = read.document_count
        return Document(
            source=source.name,
            media_type="application/yaml",
            elements=outline(elements),
            text=text,
            grouping="path",
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="values",
        )


def _elements(places: Places, read: Yaml) -> Iterator[Element]:
    """The values, and between them the comments; one behind a value stands with it."""
    text = places.text
    at = 0
    for element in _values(places, read):
        assert element.span is not None
        unit, start, end = element.provenance.path, element.span.start, element.span.end
        if "#" in text[at:start]:
            yield places.code(places.trimmed(at, start), "$", "comment", unit)
        behind = _BEHIND.match(text, end)
        if behind is not None and element.type is ElementType.CODE_SNIPPET:
            end = behind.end()
            element = places.code(Span(start, end), element.facts["path"], _RULE, unit)
        yield element
        at = end
    rest = places.trimmed(at, len(text))
    if rest.length:
        yield places.code(rest, "$", "behind a fault" if read.fault else "comment")


def _values(places: Places, read: Yaml) -> Sequence[Element]:
    whole = places.trimmed(0, len(places.text))
    are_records = is_list_of_records(read.values)
    if not read.fault and not are_records and whole.length <= WHOLE_CHARACTERS:
        return (places.code(whole, "$", _RULE),)
    ends = read.key_ends
    return Divided(places, read.values, lambda member: ends.get(member.start), _RULE).elements()
