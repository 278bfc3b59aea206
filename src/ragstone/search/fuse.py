"""Making one score of two, and one ranking of several. Pure functions.

Within one knowledge base cosine and words are added, so that a score still says how near a passage
is; across knowledge bases scores do not compare, and only ranks count.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ragstone.stores.base import VectorSearchResult

Item = TypeVar("Item")

#: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet" (2009).
RANK_CONSTANT = 60


@dataclass(frozen=True, slots=True)
class Weights:
    """score = (dense · nearness + late · likeness · trust) / (dense + late · highest coverage), if
    the embedder tells words apart, else dense · nearness + lexical · BM25 / the query's highest
    BM25 · coverage.

    - Nearness is the cosine, stretched where the embedder's cosines all lie close to 1
      (`nearness`).
    - Coverage is the share of the query's words, by rarity, that the passage holds: without it the
      best of accidental matches would count as much as a real one, and wreck search across
      languages.
    - Likeness is that of the words, spelled the same or not (`rerank`); trust says how far words
      are to be believed (`trust`).

    All weights lie open so that they can be measured on one's own documents
    (`ragstone evaluate retrieval`). A dense weight of 0 leaves out meaning, a lexical one of 0 all
    that words say, a late one of 0 the likeness of words.
    """

    dense: float = 1.0
    lexical: float = 0.8
    late: float = 5.0

    def __post_init__(self) -> None:
        if min(self.dense, self.lexical, self.late) < 0 or self.dense + self.lexical == 0:
            raise ValueError("weights must not be negative; dense or lexical must be above 0")

    def fuse(self, dense: float, lexical: float) -> float:
        """The score of a passage; `dense` from `nearness`, `lexical` from `by_words` in 0…1."""
        return self.dense * dense + self.lexical * lexical

    def fuse_late(self, dense: float, late: float, highest: float) -> float:
        """The score of a passage, in -1…1; `late` is its likeness · `trust`.

        Divided by the most there is for this query, whose words were found to the share `highest`,
        so that a query whose words nobody has compares with another one.
        """
        return (self.dense * dense + self.late * late) / (self.dense + self.late * highest)


#: Without an embedder. 1.0 is the best passage by BM25 that also holds every word of the query.
LEXICAL_ONLY = Weights(dense=0.0, lexical=1.0)


def nearness(cosine: float, unrelated: float) -> float:
    """`cosine` on the line that puts 1 at 1 and `unrelated`, that of unrelated texts, at 0."""
    return (cosine - unrelated) / (1.0 - unrelated)


def trust(coverage: float, highest: float) -> float:
    """How far the likeness of words is to be believed, in 0…1: `coverage` of the passage, and the
    `highest` of all that were found.

    A query whose words nobody has is in another language than the documents: meaning finds those,
    while the words are liker to any text of the query's own language.
    """
    return 0.3 * coverage + 0.7 * highest


def by_words(results: Sequence[VectorSearchResult]) -> list[float]:
    """BM25 / the highest BM25 · coverage, in 0…1, of all that one query found by words."""
    highest = max((result.score for result in results), default=1.0)
    return [result.score / highest * result.coverage for result in results]


def reciprocal_rank(
    rankings: Iterable[Sequence[Item]],
    key: Callable[[Item], Hashable],
    *,
    constant: int = RANK_CONSTANT,
) -> list[tuple[Item, float]]:
    """Items of several rankings by the sum of 1 / (constant + rank), best first.

    Items of equal `key` are one item, the first one met; ties keep the order of meeting.
    """
    scores: dict[Hashable, float] = {}
    items: dict[Hashable, Item] = {}
    for ranking in rankings:
        for rank, (name, item) in enumerate({key(item): item for item in ranking}.items(), 1):
            items.setdefault(name, item)
            scores[name] = scores.get(name, 0.0) + 1.0 / (constant + rank)
    order = sorted(scores, key=lambda name: -scores[name])
    return [(items[name], scores[name]) for name in order]
