"""Which record or top key each value of a text belongs to.

A list of containers is a list of records, and each of them a unit; so is every container under a
top key. The way to a list of records, and one container alone, are no units themselves: what stands
beside it there is one.

    values = read_values('[{"a": 1}, {"a": 2}]', lambda start, end: start > 0)
    unit_paths(values)    # ["$", "$[0]", "$[1]"]
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.text.json_values import Member, Values


def unit_paths(values: Values) -> list[str]:
    """The path of the unit of every member; for members on the way to units their own path."""
    members = values.members
    inside: dict[int, list[Member]] = {}
    for member in members:
        inside.setdefault(member.parent, []).append(member)
    containers = {number: sum(one.is_container for one in held) for number, held in inside.items()}
    ways: set[int] = {-1}
    paths: list[str] = []
    for number, member in enumerate(members):
        if member.parent not in ways:
            paths.append(paths[member.parent])
        elif not member.is_container:
            paths.append(values.path(member.parent) if member.parent >= 0 else "$")
        else:
            paths.append(values.path(number))
            held = inside.get(number, [])
            # Of an object its keys are units where it is the top, or leads to nothing else.
            if held and (containers[member.parent] == 1 or _are_records(held)):
                ways.add(number)
    return paths


def is_list_of_records(values: Values) -> bool:
    """Whether the text is one list of containers, two at least."""
    return _are_records([member for member in values.members if member.parent == 0])


def _are_records(held: Sequence[Member]) -> bool:
    """Whether the members of one container are records."""
    return len(held) > 1 and all(
        member.is_container and isinstance(member.key, int) for member in held
    )
