"""What every embedder is: texts in, an array of float32 out, batched.

embedder = EMBEDDERS.create("use")
vectors = await embedder.embed(["tide tables", "潮汐表"])     # shape (2, 512)
queries = await embedder.embed_queries(["when is high water?"])    # shape (1, 512)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from ragstone.contracts import EmbedTexts
from ragstone.embedders.pieces import WordPieces
from ragstone.errors import EmbedderError

Vectors = NDArray[np.float32]


def well_formed(text: str) -> str:
    """`text` as UTF-8 can carry it: surrogate pairs joined, each lone surrogate as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class EmbedderBase(ABC):
    """Turns texts into vectors.

    Invariants: one row a text, in order; every number finite; a text's vector does not depend on
    the texts beside it, bit for bit, for embedders that compute on this machine; empty texts and
    lone surrogates get a vector too. `embed` is async and splits its input into batches itself.
    `embed_queries` keeps all of this too.
    """

    embedder_type: ClassVar[str]

    class Parameters(BaseModel):
        """What can be asked of the embedder; unknown options are refused."""

        model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or self.Parameters()

    @property
    @abstractmethod
    def model(self) -> str:
        """The model's name and version: another value means other vectors."""

    @property
    @abstractmethod
    def dimensions(self) -> int:
        """Numbers in a vector."""

    @property
    def context_tokens(self) -> int | None:
        """The longest text it reads whole, in `count_tokens` units; None when it reads all."""
        return None

    @property
    def unrelated_cosine(self) -> float:
        """About the cosine of a query and a passage that have nothing in common, below 1.

        0 for most models. Some are trained so that all their cosines lie close to 1; search
        stretches those to what other models give before it adds what words say.
        """
        return 0.0

    @property
    def weights_hash(self) -> str:
        """SHA-256 of the weights, "" where they are not on this machine."""
        return ""

    def count_tokens(self, text: str) -> int:
        """The length of `text` in the units of `context_tokens`; code points unless overridden."""
        return len(text)

    @property
    def fingerprint(self) -> str:
        """Names everything that a vector depends on; the key of caches and of pinned configs."""
        return "|".join((self.embedder_type, self.model, str(self.dimensions), self.weights_hash))

    @abstractmethod
    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        """Vectors for one batch, at most `batch_size` texts."""

    @property
    def batch_size(self) -> int:
        """Texts that `embed_batch` takes at once."""
        return 256

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors for any number of texts: shape (len(texts), dimensions), float32.

        Raises `EmbedderError` when the count or the dimensions are not what was asked for.
        """
        return await self.in_batches(texts, self.embed_batch)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors to search with, to compare with those of `embed`; same shape, order and errors.

        The same as `embed` unless overridden: models of the E5 kind read a question with another
        prefix than a passage.
        """
        return await self.embed(texts)

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces | None:  # noqa: ARG002
        """The pieces of `texts`, each with a vector that knows nothing of its neighbours.

        None from embedders that cannot tell (the default); search then compares words only as
        they are spelled. It must be cheap, some microseconds a piece: it is asked at every search.
        """
        return None

    async def in_batches(self, texts: Sequence[str], embed_batch: EmbedTexts) -> Vectors:
        """What `embed` promises, with `embed_batch` called for each batch in turn."""
        size = self.batch_size
        found = [await embed_batch(texts[i : i + size]) for i in range(0, len(texts), size)]
        vectors = np.concatenate(found) if found else np.zeros((0, self.dimensions), np.float32)
        if vectors.shape != (len(texts), self.dimensions):
            raise EmbedderError(
                f"{self.model} gave an array of shape {vectors.shape} for {len(texts)} texts of "
                f"{self.dimensions} dimensions"
            )
        return vectors

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:  # noqa: B027 - nothing to close is common
        """Closes connections, if it has any."""
