"""An embedder without a model: words and character n-grams hashed into a vector.

For tests and for machines where nothing else may be installed: texts that share words or stretches
of characters lie closer, meaning is not seen. After Weinberger et al. 2009, "Feature Hashing for
Large Scale Multitask Learning" (signed hashing).

    embedder = HashingEmbedder(HashingEmbedder.Parameters(dimensions=64))
    vectors = await embedder.embed(["tide tables"])     # (1, 64), unit length
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np
from pydantic import Field

from ragstone.embedders.base import EmbedderBase, Vectors

_WORD = re.compile(r"\w+")


class HashingEmbedder(EmbedderBase):
    """Deterministic, offline, a millisecond a page. Vectors have unit length.

    A feature counts with the square root of its frequency; its hash (BLAKE2b, so the same in every
    process) gives its place and its sign. A text without a word has one feature of its own.
    """

    embedder_type: ClassVar[str] = "hashing"

    class Parameters(EmbedderBase.Parameters):
        """What can be asked of the embedder; unknown options are refused."""

        dimensions: int = Field(256, ge=8, le=65_536)
        """Numbers in a vector. Fewer means more features that share a place."""

    parameters: Parameters

    @property
    def model(self) -> str:
        return "feature-hashing-1"

    @property
    def dimensions(self) -> int:
        return self.parameters.dimensions

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[:] = self._vector(text)
        return vectors

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self.dimensions, np.float64)
        for feature, count in Counter(_features(text)).items():
            digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8)
            number = int.from_bytes(digest.digest(), "little")
            vector[(number >> 1) % self.dimensions] += (1 if number & 1 else -1) * count**0.5
        length = np.linalg.norm(vector)
        if length == 0:  # features that cancelled each other
            vector[0] = length = 1.0
        return (vector / length).astype(np.float32)


def _features(text: str) -> Iterator[str]:
    """Words, and the runs of two and three characters in them; all marked by their kind."""
    found = False
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text).casefold()):
        found = True
        word = match.group()
        yield f"w{word}"
        for size in (2, 3):
            for start in range(len(word) - size + 1):
                yield f"{size}{word[start : start + size]}"
        if not word.isascii():  # scripts without blanks: the characters are the words
            yield from (f"1{character}" for character in word)
    if not found:
        yield f"e{text.strip()}"
