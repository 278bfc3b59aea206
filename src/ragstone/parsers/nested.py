"""Documents inside a document: read through `source.parse_child`, and taken in among its elements.

For archives and mails. Every member is heard of: its elements, or the reason why there are none, as
a warning, a line of text and a `Member`. The limits count for all members together.

    nest = Nest(source)
    nest.take("2024/report.pdf", data)          # elements with provenance.member and their page
    nest.leave_out("photo.raw", "binary data that no parser reads")
    return Document(…, elements=outline([*own, *nest.elements]), members=tuple(nest.members), …)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ragstone.errors import LimitExceeded, ParseError, RagstoneError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.member import Member
from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END, Run, Runs
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

#: Bounds that an outer document and everything inside it share: past one, all of it is refused.
SHARED = frozenset({"archive_members", "unpacked_bytes", "text_characters"})
_MOST_WARNINGS = 100
#: Members of which the same is said are named up to here, and counted past it.
_NAMED = 3
_NUMBERED = re.compile(r"(.*?)(\.[^./]{1,10})?", re.DOTALL)


class Nest:
    """The members of one document, in the order in which they are taken.

    - `elements`: of all members, each with its `provenance.member`; not yet outlined.
    - `left_out`: one line for each member without a document, for the outer document's own text.
    - Raises `LimitExceeded` for the limits of `SHARED` alone; whatever else is wrong with a member
      is a warning.
    """

    def __init__(self, source: Source) -> None:
        # A parser that is used by itself has no child_parser yet.
        self.source = replace(source, child_parser=source.child_parser or read_document)
        self.elements: list[Element] = []
        self.members: list[Member] = []
        self.left_out: list[Element] = []
        # The members of which each thing is said, "" for the outer document itself.
        self._warnings: dict[str, list[str]] = {}
        self._names = Counter[str]()

    @property
    def warnings(self) -> list[str]:
        """Those of all members, with their names before; past a hundred only their number."""
        found = [told for said, names in self._warnings.items() for told in _told(said, names)]
        more = len(found) - _MOST_WARNINGS
        if more <= 0:
            return found
        last = f"and {more} more warnings about what is inside; its members say which"
        return [*found[:_MOST_WARNINGS], last]

    def warn(self, warning: str, name: str = "") -> None:
        """Note a warning about the member `name`, or about the outer document."""
        self._warnings.setdefault(warning, []).append(name)

    def count(self, members: int = 1) -> None:
        """Count members before anything is done for them."""
        self.source.spend("archive_members", members)

    def inside(self, name: str) -> Source:
        """A source for the member `name` that is read without bytes of its own."""
        depth = self.source.depth + 1
        self.source.limits.check("nesting_depth", depth, name)
        return replace(self.source, name=name, depth=depth)

    def take(self, name: str, data: bytes) -> None:
        """Read the member in `data`; `name` is its path, already fit to be shown."""
        try:
            document = self.source.parse_child(Source.from_bytes(data, name))
        except RagstoneError as error:
            self.refuse(name, error)
        else:
            self.adopt(name, document)

    def adopt(self, name: str, document: Document) -> None:
        """Take in a document that is read already."""
        name = self._own_name(name)
        # What is deeper inside was counted when it was taken in there.
        own = (e for e in document.elements if e.provenance.member is None)
        self.source.spend("text_characters", sum(len(element.text) for element in own))
        self.members.append(
            Member(
                name,
                document.media_type,
                document.grouping,
                document.parser,
                document.facts,
            )
        )
        self.members += [
            replace(member, path=f"{name}/{member.path}") for member in document.members
        ]
        self.elements += (_inside(element, name, document.text) for element in document.elements)
        for warning in document.warnings:
            self.warn(warning, name)

    def refuse(self, name: str, error: RagstoneError) -> None:
        """Note why a member could not be read; raises the error again where all is refused."""
        if isinstance(error, LimitExceeded) and error.limit in SHARED:
            inner = error.file or name
            inner = inner if inner == name or inner.startswith(f"{name}/") else f"{name}/{inner}"
            raise LimitExceeded(
                error.limit,
                error.value,
                allowed=error.allowed,
                file=f"{self.source.name}/{inner}",
            ) from error
        if isinstance(error, ParseError):
            self.leave_out(name, f"{error.cause}; {error.remedy}" if error.remedy else error.cause)
        elif isinstance(error, LimitExceeded):
            bare = LimitExceeded(error.limit, error.value, allowed=error.allowed)
            self.leave_out(name, str(bare))
        else:
            self.leave_out(name, str(error).removeprefix(f"{name}: "))

    def leave_out(self, name: str, why: str) -> None:
        """Note a member that has no elements, and why."""
        name = self._own_name(name)
        self.members.append(Member(name, error=why))
        self.warn(f"not read: {why}", name)
        self.left_out.append(
            Element(
                ElementType.LIST_ITEM,
                f"{name} (not read)",
                provenance=Provenance(path=name, rule="a member that could not be read"),
                facts={"list_marker": "-", "list_depth": 0},
            )
        )

    def _own_name(self, name: str) -> str:
        """`name`, told apart from an equal one before it: "a.txt", "a (2).txt"."""
        self._names[name] += 1
        while self._names[name] > 1:
            found = _NUMBERED.fullmatch(name)
            stem, ending = (name, "") if found is None else (found.group(1), found.group(2) or "")
            name = f"{stem} ({self._names[name]}){ending}"
            self._names[name] += 1
        return name


def _told(said: str, names: list[str]) -> Iterator[str]:
    """A warning about the outer document, and one about all members of which the same is said."""
    own = [name for name in names if name]
    if len(own) < len(names):
        yield said
    if len(own) > _NAMED:
        yield f"{own[0]}, {own[1]} and {len(own) - 2} others: {said}"
    elif own:
        yield f"{', '.join(own)}: {said}"


def _inside(element: Element, name: str, text: str | None) -> Element:
    """`element` as it stands in the outer document, which has no verbatim text."""
    if isinstance(element.lines, Runs):
        lines: Sequence[Run] = element.lines.inside(name)
    else:
        lines = tuple(Run(start, place.inside(name)) for start, place in element.lines)
        lines = lines or tuple(_lines(element, name, text))
    return replace(element, provenance=element.provenance.inside(name), span=None, lines=lines)


def _lines(element: Element, name: str, text: str | None) -> Iterator[Run]:
    """The lines of an element that knew them by its span of a verbatim text."""
    span, first = element.span, element.provenance.line_start
    if text is None or span is None or first is None or "\n" not in element.text:
        return
    held = text[span.start : span.end]
    if not held.endswith(element.text):
        return
    first += len(LINE_END.findall(held[: len(held) - len(element.text)]))
    starts = [0, *map(re.Match[str].end, LINE_END.finditer(element.text))]
    for line, start in enumerate(starts, start=first):
        if start < len(element.text):
            yield Run(start, Provenance(line_start=line, line_end=line, member=name))
