"""NID: how alike two texts are, character by character and in their order.

    nid("one two", "one two")           # 1.0
    nid("one two", "two one")           # 0.428…

One minus the normalised distance of insertions and deletions (`rapidfuzz.fuzz.ratio`), as
opendataloader-bench takes it for reading order: over Markdown, markup included, runs of white space
as one blank. One thing is judged more kindly than there: how a table's HTML is indented, whether
its head has tags of its own, and whether it was written with pipes, make no difference.
"""

from __future__ import annotations

from ragstone.extras import require
from ragstone.metrics.table_markup import canonical


def nid(truth: str, found: str) -> float | None:
    """The similarity of two Markdown texts, 0…1; None when the truth has no text."""
    fuzz = require("rapidfuzz.fuzz", "evaluation", "measuring a parser")
    truth, found = _prepared(truth), _prepared(found)
    return float(fuzz.ratio(truth, found)) / 100 if truth else None


def _prepared(markdown: str) -> str:
    return " ".join(canonical(markdown).split())
