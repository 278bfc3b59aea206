"""Passages with the same text as one: a file, its copy in an archive, the same one in a mail.

for group in distinct(candidates):
    best, *others = group
"""

from __future__ import annotations

from collections.abc import Iterable

from ragstone.model.block import TextBlock
from ragstone.search.retrieve import Candidate


def distinct(candidates: Iterable[Candidate]) -> list[list[Candidate]]:
    """`candidates`, best first, in groups of equal content, each where its best one stands.

    Texts are equal but for blanks around them; data, when their ids are.
    """
    groups: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in candidates:
        content = candidate.chunk.content
        what = content.text.strip() if isinstance(content, TextBlock) else content.id
        groups.setdefault((content.type, what), []).append(candidate)
    return list(groups.values())
