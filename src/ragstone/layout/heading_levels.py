"""Levels of headings: consistent through the document.

Bookmarks say the level of the titles they name, and of those that look like these. Else titles rank
by their look: size, then weight, then capitals; and the parts of a section's number count down from
the level at which the shallowest number of their kind stands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragstone.layout.bookmarks import bare, folded
from ragstone.layout.draft import Draft
from ragstone.layout.headings import CONTENTS, is_capitals
from ragstone.layout.numbering import section_number

_MAX_LEVEL = 6
#: Sizes this near are one.
_SAME_SIZE = 0.035

#: How a title is set: the rank of its size (0 is the largest), lighter than bold, small letters.
Look = tuple[int, bool, bool]


@dataclass(frozen=True, slots=True)
class _Title:
    """What tells a title's level: its look, kind and depth of its number, its bookmark's level."""

    look: Look
    family: str
    depth: int
    marked: int | None


def levels(titles: Sequence[Draft], bookmarks: Mapping[str, int]) -> list[int]:
    """The level of each title, 1 at the top; `bookmarks` as in `headings`."""
    sizes = _size_ranks([title.size for title in titles])
    rows = [_title(title, sizes[title.size], bookmarks) for title in titles]
    ranks = _ranks(rows, _apart(titles, rows))
    first_of = _first_levels(rows, ranks)
    usual = _usual_looks(rows)
    found: list[int] = []
    for row in rows:
        if row.marked is not None:
            level = row.marked
        elif row.family in first_of and row.look[0] <= usual[row.family, row.depth][0]:
            level = first_of[row.family][0] + row.depth - first_of[row.family][1]
        else:
            level = ranks[row.look]
        found.append(max(1, min(level, _MAX_LEVEL)))
    return found


def _title(draft: Draft, size_rank: int, bookmarks: Mapping[str, int]) -> _Title:
    number = section_number(draft.text)
    bold = all(line.bold for line in draft.lines)
    look = (size_rank, not bold, not is_capitals(draft.text))
    marked = bookmarks.get(folded(draft.text), bookmarks.get(bare(draft.text), draft.level))
    if number is None:
        return _Title(look, "", 0, marked)
    family = "cjk" if number.family in ("第部", "第章", "第节", "第条") else number.family
    family = "items" if family in ("一、", "（一）") else family
    return _Title(look, family, number.depth, marked)


def _size_ranks(sizes: Sequence[float]) -> dict[float, int]:
    """The rank of each size, the largest first; sizes within some per cent share one."""
    ranks: dict[float, int] = {}
    last: float | None = None
    rank = -1
    for size in sorted(set(sizes), reverse=True):
        if last is None or size < (1 - _SAME_SIZE) * last:
            rank += 1
            last = size
        ranks[size] = rank
    return ranks


def _apart(titles: Sequence[Draft], rows: Sequence[_Title]) -> frozenset[Look]:
    """The looks of what only stands under the title on a cover, or over a list of contents."""
    used = Counter(row.look for row in rows)
    cover = [row.look for title, row in zip(titles, rows, strict=True) if _on_cover(title, titles)]
    return frozenset(
        row.look
        for title, row in zip(titles, rows, strict=True)
        if used[row.look] == 1
        and not row.family
        and (CONTENTS.fullmatch(title.text) or (row.look in cover and row.look != min(cover)))
    )


def _on_cover(title: Draft, titles: Sequence[Draft]) -> bool:
    return title.page == titles[0].page != titles[-1].page


def _ranks(rows: Sequence[_Title], apart: frozenset[Look]) -> dict[Look, int]:
    """The level of each look; where bookmarks name titles, theirs is that of their look.

    Looks that stand `apart` have the level of the next smaller one and add none.
    """
    named: dict[Look, Counter[int]] = defaultdict(Counter)
    for row in rows:
        if row.marked is not None:
            named[row.look][row.marked] += 1
    found: dict[Look, int] = {}
    level = 0
    looks = sorted({row.look for row in rows})
    for look in looks:
        if look in named:
            found[look] = level = named[look].most_common(1)[0][0]
            continue
        found[look] = level + 1
        if look not in apart:
            level += 1
    return found


def _usual_looks(rows: Sequence[_Title]) -> dict[tuple[str, int], Look]:
    """The look of most numbers of a kind and depth; what is set smaller counts by its look."""
    looks: dict[tuple[str, int], Counter[Look]] = defaultdict(Counter)
    for row in rows:
        looks[row.family, row.depth][row.look] += 1
    return {
        key: max(found, key=lambda look: (found[look], tuple(-int(part) for part in look)))
        for key, found in looks.items()
    }


def _first_levels(rows: Sequence[_Title], ranks: Mapping[Look, int]) -> dict[str, tuple[int, int]]:
    """Of each kind of number: the level of its shallowest usual one, and how deep that is.

    Only kinds that come in several depths count; else the look says more.
    """
    depths: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        if row.family:
            depths[row.family].add(row.depth)
    found: dict[str, tuple[int, int]] = {}
    for family, kinds in depths.items():
        if len(kinds) > 1:
            # One number of its depth may be an item that looks like a title.
            several = [depth for depth in kinds if sum(_has(r, family, depth) for r in rows) > 1]
            depth = min(several or kinds)
            rank = min(ranks[r.look] for r in rows if _has(r, family, depth))
            found[family] = (max(rank, depth - min(kinds) + 1), depth)
    return found


def _has(row: _Title, family: str, depth: int) -> bool:
    return row.family == family and row.depth == depth
