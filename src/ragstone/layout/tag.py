"""Tags: what the file itself says about a stretch of text: its role, its block, its place in order.

Not here: how a format keeps them, and what elements are made of them. Tags are made by programs,
many of them carelessly, so they are believed only when the page agrees (`belief`).

    tags = {fragment.start: Tag("H", block=0, order=0, level=1)}
    belief(fragments, tags)        # "" when they are to be believed, else why not
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ragstone.layout.fragment import Fragment

#: The roles of PDF 32000-1, 14.8.4, as far as they tell elements apart. "H" has its level beside
#: it; "LI" is an item's text and "Lbl" its marker; "Artifact" is what the file calls no content.
Role = Literal[
    "P", "H", "Title", "LI", "Lbl", "TD", "TH", "Figure", "Caption", "Note", "Code", "Formula",
    "TOCI", "BlockQuote", "Artifact",
]  # fmt: skip

#: Tags must cover this much of a page's text.
_COVERAGE = 0.8
#: At most so many of the steps from block to block may lead back up the same column.
_BACKWARDS = 0.15
#: More text than this in headings says that they are none.
_MOST_IN_HEADINGS = 0.5
#: A few words prove nothing.
_ENOUGH_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class TagCell:
    """A cell of a table: the table's number on the page, row and column from 0."""

    table: int
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """What the file says of some text.

    - `block`: the number of its block on the page, in the file's reading order; all text of one
      paragraph, item or cell has the same. -1 for artifacts.
    - `order`: its place among all tagged text of the page.
    - `level`: of a heading, 1 at the top; of a list item how deep its list is, 1 outside.
    - `alt`: what the file says instead of a figure or formula.
    """

    role: Role
    block: int
    order: int
    level: int | None = None
    cell: TagCell | None = None
    alt: str = ""


def belief(found: Sequence[Fragment], tags: Mapping[int, Tag]) -> str:
    """ "" when the tags of a page, by `Fragment.start`, agree with what it shows; else why not."""
    tagged = [(fragment, tags[fragment.start]) for fragment in found if fragment.start in tags]
    characters = sum(len(fragment.text) for fragment in found)
    covered = sum(len(fragment.text) for fragment, _ in tagged)
    if covered < _COVERAGE * characters:
        return "they leave out much of its text"
    in_headings = sum(len(fragment.text) for fragment, tag in tagged if tag.role in ("H", "Title"))
    if characters > _ENOUGH_CHARACTERS and in_headings > _MOST_IN_HEADINGS * characters:
        return "they call most of its text headings"
    blocks = _blocks(tagged)
    steps = list(pairwise(blocks))
    backwards = sum(_leads_back(before, after) for before, after in steps)
    if backwards > max(1.0, _BACKWARDS * len(steps)):
        return "their order leads up and down its columns"
    return ""


def _blocks(tagged: Sequence[tuple[Fragment, Tag]]) -> list[tuple[float, float, float, float]]:
    """The box of each block of upright text outside tables, in the file's order."""
    found: dict[int, tuple[float, float, float, float]] = {}
    for fragment, tag in tagged:
        if tag.block < 0 or tag.cell is not None or fragment.style.turn:
            continue
        box = found.get(tag.block, (fragment.x0, fragment.y0, fragment.x1, fragment.y1))
        found[tag.block] = (
            min(box[0], fragment.x0),
            min(box[1], fragment.y0),
            max(box[2], fragment.x1),
            max(box[3], fragment.y1),
        )
    return [found[block] for block in sorted(found)]


def _leads_back(
    before: tuple[float, float, float, float], after: tuple[float, float, float, float]
) -> bool:
    """Whether the next block stands above the last one in the same column."""
    overlap = min(before[2], after[2]) - max(before[0], after[0])
    narrower = min(before[2] - before[0], after[2] - after[0])
    return overlap > 0.5 * narrower and after[3] <= before[1] + 1.0
