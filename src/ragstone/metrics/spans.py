"""Overlap of found spans with gold spans, in characters.

Definitions as in the chunking evaluation of Smith and Troynikov (Chroma, 2024): spans are unions of
half-open ranges; a character counts once however often it was found.

    recall([Span(0, 10)], [Span(5, 20)])        # 0.5
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragstone.model.span import Span


def union(spans: Iterable[Span]) -> list[Span]:
    """The same characters as sorted spans that neither overlap nor touch."""
    merged: list[Span] = []
    for span in sorted(span for span in spans if span.start < span.end):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def size(spans: Iterable[Span]) -> int:
    """How many characters the spans hold together."""
    return sum(span.length for span in union(spans))


def shared(first: Iterable[Span], second: Iterable[Span]) -> int:
    """How many characters lie in both."""
    a, b = union(first), union(second)
    i = j = total = 0
    while i < len(a) and j < len(b):
        total += max(0, min(a[i].end, b[j].end) - max(a[i].start, b[j].start))
        if a[i].end < b[j].end:
            i += 1
        else:
            j += 1
    return total


def recall(gold: Sequence[Span], found: Sequence[Span]) -> float:
    """The share of gold characters that were found; 1.0 when there is no gold."""
    return shared(gold, found) / size(gold) if size(gold) else 1.0


def precision(gold: Sequence[Span], found: Sequence[Span]) -> float:
    """The share of found characters that are gold; 0.0 when nothing was found."""
    return shared(gold, found) / size(found) if size(found) else 0.0


def precision_omega(gold: Sequence[Span], chunks: Iterable[Span]) -> float:
    """The precision of a search that returns every chunk with gold in it and no other.

    What the chunking alone allows, whoever searches (Smith and Troynikov's Precision_Ω).
    """
    return precision(gold, [chunk for chunk in chunks if shared(gold, [chunk])])


def iou(gold: Sequence[Span], found: Sequence[Span]) -> float:
    """Characters in both over characters in either; 1.0 when both are empty."""
    either = size([*gold, *found])
    return shared(gold, found) / either if either else 1.0
