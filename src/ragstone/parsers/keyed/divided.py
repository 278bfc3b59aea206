"""Values divided by their keys: titles for keys, and what stands below them as it is written.

Where one member of a container is divided, all of them have titles: without its own, one would
stand under those inside the member before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ragstone.model.element import Element, ElementType
from ragstone.model.span import Span
from ragstone.parsers.keyed.places import Places
from ragstone.parsers.keyed.units import unit_paths
from ragstone.text.encoding import clean
from ragstone.text.json_values import Member, Values

#: A value of so many characters stays one element.
WHOLE_CHARACTERS = 2000
#: A text of more is not divided: its values in memory are many times its size.
_DIVIDED_CHARACTERS = 10_000_000
#: Keys inside keys that are titles.
_DEEPEST = 6

#: Where the key of a member ends, behind its colon; None where it has none.
KeyEnd = Callable[[Member], int | None]


class Divided:
    """The elements of the values of one text; `rule` says what a value is called."""

    def __init__(self, places: Places, values: Values, key_end: KeyEnd, rule: str) -> None:
        self._places, self._values, self._key_end = places, values, key_end
        self._rule = rule
        self._units = unit_paths(values)
        self._first_units = _first_units(values.members, self._units)
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

    def elements(self) -> Sequence[Element]:
        """In order; a key that leads to records stands with the first of them."""
        return list(self._elements())

    def _elements(self) -> Iterator[Element]:
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
                        yield from self._rest(number, member, title)
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
            and member.end - first.start <= WHOLE_CHARACTERS
        )

    def _title(self, number: int, member: Member) -> Element | None:
        """The key of a member as a title; of an array's item its index, where it has a bracket."""
        key_end = self._key_end(member)
        if isinstance(member.key, str) and key_end is not None:
            end = member.inside if member.is_divided else key_end
            text = member.key
        elif member.is_container and self._places.text[member.start] in "[{-":
            end, text = member.inside or member.start + 1, f"[{member.key}]"
        else:
            return None
        span = self._places.trimmed(member.start, end)
        return Element(
            ElementType.TITLE,
            " ".join(clean(text)[0].split()) or '""',
            level=self._levels[member.parent],
            provenance=self._places.place(
                span, self._first_units[number], f"key of a {self._rule}"
            ),
            facts={"path": self._values.path(number)},
            span=span,
        )

    def _rest(self, number: int, member: Member, title: Element) -> Iterable[Element]:
        """What stands behind the title of a member that is not divided."""
        assert title.span is not None
        span = self._places.trimmed(title.span.end, member.end)
        if span.length:
            path = self._values.path(number)
            yield self._places.code(span, path, self._rule, self._units[number])

    def _together(self, run: Sequence[int]) -> Element:
        members = self._values.members
        span = Span(members[run[0]].start, members[run[-1]].end)
        path = self._values.path(run[0] if len(run) == 1 else max(members[run[0]].parent, 0))
        return self._places.code(span, path, self._rule, self._units[run[0]])


def _first_units(members: Sequence[Member], units: Sequence[str]) -> list[str]:
    """The unit of the first value in every member; of one that is no divided container its own."""
    found = list(units)
    for number in range(len(members) - 2, -1, -1):
        if members[number + 1].parent == number:
            found[number] = found[number + 1]
    return found


def undivided(text: str, what: str) -> str | None:
    """Why `text` ("JSON") is not divided; None where it is short enough."""
    if len(text) <= _DIVIDED_CHARACTERS:
        return None
    return (
        f"the {what} has more than {_DIVIDED_CHARACTERS:,} characters and was not divided by keys"
    )
