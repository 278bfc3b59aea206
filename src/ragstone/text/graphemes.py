"""Borders of grapheme clusters: what a reader sees as one character is never cut.

The rules are those of UAX #29, looked at only around the offset asked for, so that a cut costs the
same anywhere in a text. We err on the side of not cutting: never before a mark, never after a
zero-width joiner, whatever stands on the other side. A cluster counts at most `MAX_CLUSTER` code
points; what follows in a longer run of marks or joiners counts as clusters of its own, so that
every size from `MAX_CLUSTER` up can be kept.

    is_boundary("e\\u0301a", 1)        # False: the accent belongs to the e
    boundary_before("e\\u0301a", 1)    # 0
    boundary_after("e\\u0301a", 1)     # 2
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category

#: Code points that one cluster may have; a family emoji has 11, stacked marks rarely 20.
MAX_CLUSTER = 32

_ZWJ = "\u200d"
#: Grapheme_Cluster_Break=Extend or SpacingMark outside the categories Mn, Me and Mc: joiners,
#: half-width voicing marks, Thai and Lao AM, skin tones, tags, vowels and finals of Hangul.
_EXTENDS = re.compile(
    "[\u1160-\u11ff\ud7b0-\ud7fb\u200c\u200d\uff9e\uff9f\u0e33\u0eb3"
    "\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
_PREPENDS = re.compile(
    "[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd\U000111c2\U000111c3"
    "\U0001193f\U00011941\U00011a3a\U00011a84-\U00011a89\U00011d46\U00011f02]"
)
_HANGUL_LEAD = re.compile("[\u1100-\u115f\ua960-\ua97c]")
_HANGUL = re.compile("[\u1100-\u115f\ua960-\ua97c\uac00-\ud7a3]")
#: Indic conjuncts (rule GB9c): a virama of a script that joins consonants, and those consonants.
_VIRAMA = re.compile("[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]")
_CONSONANT = re.compile(
    "[\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0995-\u09b9\u09dc-\u09df\u09f0\u09f1"
    "\u0a95-\u0ab9\u0af9\u0b15-\u0b39\u0b5c-\u0b5f\u0b71\u0c15-\u0c39\u0c58-\u0c5a\u0d15-\u0d3a]"
)
_FLAG_FIRST, _FLAG_LAST = "\U0001f1e6", "\U0001f1ff"
_FLAG_RUN = re.compile(f"[{_FLAG_FIRST}-{_FLAG_LAST}]{{16,}}")


def is_boundary(text: str, offset: int) -> bool:
    """Whether `text` may be cut before code point `offset`; both ends always may."""
    return not _joins(text, offset) or _is_past_cap(text, offset)


def boundary_before(text: str, offset: int) -> int:
    """The last border at or before `offset`."""
    while _joins(text, offset) and not _is_past_cap(text, offset):
        offset -= 1
    return offset


def boundary_after(text: str, offset: int) -> int:
    """The first border at or after `offset`."""
    while _joins(text, offset) and not _is_past_cap(text, offset):
        offset += 1
    return offset


def clusters(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """(start, end) of every cluster between two borders of `text`."""
    end = len(text) if end is None else end
    run = 0  # code points in the cluster so far
    for offset in range(start + 1, end):
        run += 1
        if run >= MAX_CLUSTER or not _joins(text, offset):
            yield start, offset
            # Marks past the cap are single clusters until a true border comes.
            run = MAX_CLUSTER if _joins(text, offset) else 0
            start = offset
    if start < end:
        yield start, end


def _is_past_cap(text: str, offset: int) -> bool:
    """Whether the code points before `offset` fill a cluster: each further one is its own."""
    first = offset - MAX_CLUSTER
    return first >= 0 and all(_joins(text, i) for i in range(first + 1, offset))


def _joins(text: str, offset: int) -> bool:
    """Whether the code points around `offset` belong together by UAX #29, without the cap."""
    if offset <= 0 or offset >= len(text):
        return False
    after, before = text[offset], text[offset - 1]
    if after < "\u0300":
        if before < "\u0600":
            return before == "\r" and after == "\n"
        return before == _ZWJ or (_is_prepend(before) and category(after) != "Cc")
    if "\u3400" <= after < "\ua000":  # ideographs join nothing but what joins all
        return before == _ZWJ or _is_prepend(before)
    if before == _ZWJ or category(after)[0] == "M" or _EXTENDS.match(after):
        return True
    if _FLAG_FIRST <= after <= _FLAG_LAST and _FLAG_FIRST <= before <= _FLAG_LAST:
        return _flags_before(text, offset) % 2 == 1
    if before < "\u0600":
        return False
    if _HANGUL_LEAD.match(before):
        return _HANGUL.match(after) is not None
    if _VIRAMA.match(before):
        return _CONSONANT.match(after) is not None
    # Two halves of a surrogate pair: one character for whoever encodes the text as UTF-16.
    if "\ud800" <= before <= "\udbff":
        return "\udc00" <= after <= "\udfff"
    return _is_prepend(before)


def _is_prepend(character: str) -> bool:
    # None stands among the scripts of East Asia, nor before the Arabic ones.
    if character < "\u0600" or "\u2e80" <= character < "\U00011000":
        return False
    return _PREPENDS.match(character) is not None


def _flags_before(text: str, offset: int) -> int:
    """Regional indicators that stand directly before `offset`."""
    count = 0
    while count < offset and _FLAG_FIRST <= text[offset - 1 - count] <= _FLAG_LAST:
        count += 1
        if count == 16:
            starts = _flag_runs(text)
            return offset - starts[bisect_right(starts, offset - 1) - 1]
    return count


@lru_cache(maxsize=2)
def _flag_runs(text: str) -> tuple[int, ...]:
    """Starts of the long runs of flags, found once a text: a look back for each cut would cost
    the square of the run's length."""
    return tuple(match.start() for match in _FLAG_RUN.finditer(text))
