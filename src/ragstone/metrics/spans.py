"""Overlap of found spans with gold spans, in characters.

Definitions as in the chunking evaluation of Smith and Troynikov (Evaluating Chunking Strategies for
Retrieval, Chroma, 2024, and their package chunking_evaluation). A gold character counts once,
however often it was found; what was found twice was also read twice, so that precision and IoU
divide by all characters found, repeated ones included.

    recall([Span(0, 10)], [Span(5, 20)])                      # 0.5
    precision([Span(0, 10)], [Span(0, 10), Span(5, 15)])      # 0.5: 10 of 20 characters
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
    """Gold characters found over the lengths of all that was found; 0.0 when nothing was."""
    read = _lengths(found)
    return shared(gold, found) / read if read else 0.0


def precision_omega(gold: Sequence[Span], chunks: Iterable[Span]) -> float:
    """The precision of a search that returns every chunk with gold in it and no other.

    What the chunking alone allows, whoever searches (Smith and Troynikov's Precision_Ω, which
    counts what several chunks share once).
    """
    return precision(gold, union(chunk for chunk in chunks if shared(gold, [chunk])))


def iou(gold: Sequence[Span], found: Sequence[Span]) -> float:
    """Gold characters found over the lengths of all that was found and the gold that was not; 1.0
    when both are empty."""
    both = shared(gold, found)
    either = _lengths(found) + size(gold) - both
    return both / either if either else 1.0


def _lengths(spans: Iterable[Span]) -> int:
    """Characters of all spans; one that lies in two of them counts twice."""
    return sum(span.length for span in spans)
