"""How much of a query a text holds: the share of the query's terms, each by its rarity.

    holding = [2, 1]        # of 9 texts, 2 hold "tide" and 1 holds "ferry"
    Coverage(QueryTerms(("tide", "ferry")), holding, 9).of(["high", "tide"])     # 0.42…

BM25 says which text of a collection fits best, and not how well: of a query whose words are nearly
all missing it still has a best text. Coverage says how well. Terms that no text holds count, as the
rarest of all; a query in a language that the collection does not speak is hardly covered.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragstone.text.normalize import QueryTerms


class Coverage:
    """The share of one query's terms, by rarity, that texts of one collection hold."""

    def __init__(self, terms: QueryTerms, holding: Sequence[int], texts: int) -> None:
        """`holding` of the collection's `texts` hold each term, then each prefix, in order."""
        self._terms = terms
        self._rarities = [rarity(count, texts) for count in holding]
        self._whole = sum(self._rarities)

    def of(self, tokens: Sequence[str]) -> float:
        """In 0…1, for a text with these tokens; exactly 1.0 for one that holds every term."""
        own = set(tokens)
        held = [term in own for term in self._terms.terms]
        held += [any(token.startswith(p) for token in own) for p in self._terms.prefixes]
        return sum(r for r, there in zip(self._rarities, held, strict=True) if there) / self._whole


def rarity(holding: int, texts: int) -> float:
    """Inverse document frequency, above 0 also for a term that every text holds.

    The form that Lucene uses: ln(1 + (N - n + 0.5) / (n + 0.5)); FTS5's own is 0 from half of the
    texts on, so that the only word of a query could count nothing.
    """
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))
