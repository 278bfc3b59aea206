"""BM25 as SQLite's FTS5 computes it, over token lists in memory.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with FTS5's
constants and its floor under the inverse document frequency, so that stores agree.

    Bm25([["tide", "table"], ["ferry"], ["rope"]]).scores(QueryTerms(("tide",)))     # {0: 0.42…}
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from ragstone.stores.coverage import Coverage
from ragstone.text.normalize import QueryTerms

K1 = 1.2
B = 0.75
IDF_FLOOR = 1e-6
#: Scores that agree so far are a tie, in every store.
TIE_DIGITS = 9


class Bm25:
    """Scores for a fixed list of texts, each a list of tokens."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self._counts = [Counter(tokens) for tokens in texts]
        self._lengths = [len(tokens) for tokens in texts]
        self._mean_length = sum(self._lengths) / len(texts) if texts else 0.0

    def scores(self, terms: QueryTerms) -> dict[int, float]:
        """Score by position, for every text that holds any of the terms; all are positive."""
        found: dict[int, float] = {}
        for frequencies in self._frequencies(terms):
            absent = len(self._counts) - len(frequencies)
            idf = max(IDF_FLOOR, math.log((absent + 0.5) / (len(frequencies) + 0.5)))
            for place, frequency in frequencies.items():
                norm = K1 * (1 - B + B * self._lengths[place] / self._mean_length)
                gain = idf * frequency * (K1 + 1) / (frequency + norm)
                found[place] = found.get(place, 0.0) + gain
        return found

    def coverage(self, terms: QueryTerms) -> Coverage:
        """What tells how much of the query a text holds."""
        holding = [len(frequencies) for frequencies in self._frequencies(terms)]
        return Coverage(terms, holding, len(self._counts))

    def _frequencies(self, terms: QueryTerms) -> Iterator[dict[int, int]]:
        """How often texts hold each term, then each prefix, by position."""
        for term in terms.terms:
            yield self._frequencies_of(term, is_prefix=False)
        for prefix in terms.prefixes:
            yield self._frequencies_of(prefix, is_prefix=True)

    def _frequencies_of(self, token: str, *, is_prefix: bool) -> dict[int, int]:
        found: dict[int, int] = {}
        for place, counts in enumerate(self._counts):
            if is_prefix:
                frequency = sum(n for other, n in counts.items() if other.startswith(token))
            else:
                frequency = counts.get(token, 0)
            if frequency:
                found[place] = frequency
        return found
