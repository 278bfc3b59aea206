"""Word pieces with a vector each, for comparing texts word by word.

found = await embedder.word_pieces(["high tide", "潮汐表"])
found.rows[found.texts[0]]      # (pieces of "high tide", dimensions)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

_NONE = np.zeros(0, np.int64)
_TINY = np.float32(1e-12)


@dataclass(frozen=True, slots=True)
class WordPieces:
    """The pieces of several texts, and of each different piece the vector and the letters.

    - `texts`: for each text the row numbers of its pieces, in order; empty for a blank text.
    - `rows`: (different pieces, dimensions), float32, unit length.
    - `spelled`: what stands in the text, lower case, without marks for the begin of a word.
    """

    texts: Sequence[NDArray[np.int64]]
    rows: NDArray[np.float32]
    spelled: Sequence[str]

    @classmethod
    def of(
        cls,
        texts: Sequence[Iterable[int]],
        rows: Callable[[NDArray[np.int64]], NDArray[np.float32]],
        spelled: Callable[[int], str],
    ) -> Self:
        """From the ids of each text's pieces; `rows` looks up the vectors of ascending ids."""
        ids = [np.fromiter(text, np.int64) for text in texts]
        different, places = np.unique(np.concatenate([_NONE, *ids]), return_inverse=True)
        vectors = rows(different)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors = np.divide(vectors, np.maximum(lengths, _TINY), dtype=np.float32)
        ends = np.cumsum([len(own) for own in ids])
        own = np.split(places, ends[:-1]) if ids else []
        return cls(own, vectors, [spelled(int(piece)) for piece in different])
