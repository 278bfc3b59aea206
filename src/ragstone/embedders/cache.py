"""Vectors that were made before: an embedder around another that remembers.

    embedder = CachedEmbedder(UseEmbedder(), SQLiteVectorCache(Path("kb/vectors.sqlite")))
    await embedder.embed(texts)
    embedder.hits, embedder.misses

A cache may vanish or be damaged at any time: that costs time and a warning, never a result. What
people ask is not written to it: the last few queries are remembered in memory, for as long as the
object lives.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from ragstone.contracts import EmbedTexts
from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.embedders.pieces import WordPieces
from ragstone.embedders.vector_cache import (
    LastVectors,
    MemoryVectorCache,
    SQLiteVectorCache,
    VectorCache,
)

__all__ = ["CachedEmbedder", "MemoryVectorCache", "SQLiteVectorCache", "VectorCache"]

_STORED = np.dtype("<f4")

_LAST_QUERIES = 256
#: Vectors that are held beside the answer while they are read.
_READ_AT_ONCE = 2048


class CachedEmbedder(EmbedderBase):
    """Embeds each text once per fingerprint of the embedder inside it.

    - A query may have another vector than a passage of the same words, and is kept apart.
    - A vector from the cache equals a fresh one bit for bit.
    - Equal texts of one call are embedded once.
    - What one batch gave is stored before the next begins, so a call that dies loses one batch.
    - `embed_batch` asks the embedder inside, past the cache.
    - `hits` and `misses` count different texts; both start at 0.
    """

    embedder_type: ClassVar[str] = "cached"

    def __init__(self, embedder: EmbedderBase, cache: VectorCache | None = None) -> None:
        super().__init__(embedder.parameters)
        self.embedder = embedder
        self.cache = MemoryVectorCache() if cache is None else cache
        self._queries = LastVectors(_LAST_QUERIES)
        self.hits = 0
        self.misses = 0
        self._counting = threading.Lock()

    @property
    def model(self) -> str:
        return self.embedder.model

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions

    @property
    def context_tokens(self) -> int | None:
        return self.embedder.context_tokens

    @property
    def unrelated_cosine(self) -> float:
        return self.embedder.unrelated_cosine

    @property
    def weights_hash(self) -> str:
        return self.embedder.weights_hash

    @property
    def fingerprint(self) -> str:
        return self.embedder.fingerprint

    @property
    def batch_size(self) -> int:
        return self.embedder.batch_size

    def count_tokens(self, text: str) -> int:
        return self.embedder.count_tokens(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await self._remembered(texts, self.cache, self.embedder.embed)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return await self._remembered(texts, self._queries, self.embedder.embed_queries)

    async def _remembered(
        self, texts: Sequence[str], cache: VectorCache, embed: EmbedTexts
    ) -> Vectors:
        """All vectors go straight into the one array that is handed out: it may be large."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        rows: dict[bytes, list[int]] = {}
        for row, text in enumerate(texts):
            rows.setdefault(self._key(text), []).append(row)
        keys, missing = list(rows), list[bytes]()
        for start in range(0, len(keys), _READ_AT_ONCE):
            wanted = keys[start : start + _READ_AT_ONCE]
            found = await asyncio.to_thread(self._read, cache, wanted)
            missing += [key for key in wanted if key not in found]
            for key, vector in found.items():
                vectors[rows[key]] = vector
        with self._counting:
            self.hits += len(keys) - len(missing)
            self.misses += len(missing)
        for start in range(0, len(missing), self.batch_size):
            batch = missing[start : start + self.batch_size]
            fresh = await embed([texts[rows[key][0]] for key in batch])
            made = dict(zip(batch, fresh, strict=True))
            await asyncio.to_thread(_write, cache, made)
            for key, vector in made.items():
                vectors[rows[key]] = vector
        return vectors

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        return await self.embedder.embed_batch(texts)

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces | None:
        return await self.embedder.word_pieces(texts)

    async def __aenter__(self) -> Self:
        await self.embedder.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.embedder.__aexit__(*error)
        self.cache.close()

    def _key(self, text: str) -> bytes:
        named = f"{self.fingerprint}\0{text}"
        return hashlib.sha256(named.encode("utf-8", "surrogatepass")).digest()

    def _read(self, cache: VectorCache, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        stored = cache.get(keys)
        size = self.dimensions * _STORED.itemsize
        return {
            key: np.frombuffer(vector, _STORED)
            for key, vector in stored.items()
            if len(vector) == size
        }


def _write(cache: VectorCache, made: Mapping[bytes, Vectors]) -> None:
    cache.put({key: vector.astype(_STORED).tobytes() for key, vector in made.items()})
