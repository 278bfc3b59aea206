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
