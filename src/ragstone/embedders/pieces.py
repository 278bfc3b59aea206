"""Word pieces with a vector each, for comparing texts word by word.

found = await embedder.word_pieces(["high tide", "潮汐表"])
found.rows[found.texts[0]]      # (pieces of "high tide", dimensions)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


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
