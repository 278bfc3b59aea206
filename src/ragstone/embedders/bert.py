"""A sentence model of your own, from its folder: MiniLM, BGE, GTE, E5 and their like, offline.

Any model of the BERT kind as sentence-transformers saves it is computed in numpy, without torch;
all-MiniLM-L6-v2 takes about 40 ms for a text of 600 characters on one core. Nothing is downloaded:
the folder has to be there. The network stands in `bert_encoder`, its folder in `model_folder`.

    embedder = EMBEDDERS.create("bert", folder="models/bge-small-zh-v1.5")
    vectors = await embedder.embed(["tide tables", "潮汐表"])     # (2, 512), unit length
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np
from pydantic import Field, field_validator

from ragstone.embedders.base import EmbedderBase, Vectors, well_formed
from ragstone.embedders.bert_encoder import BertEncoder
from ragstone.embedders.blas_threads import one_blas_thread
from ragstone.embedders.model_folder import ModelFolder, read_model_folder
from ragstone.embedders.pieces import WordPieces
from ragstone.errors import ParameterError

_loading = threading.Lock()


class BertEmbedder(EmbedderBase):
    """One folder's model on one core.

    - The folder is read when the embedder is made, its weights before the first text; embedders of
      one folder share them.
    - A text's vector is the same bit for bit alone and in any company: each is computed alone, on
      one BLAS thread. Vectors have unit length.
    - Of a text over `context_tokens` the model reads the beginning; ingestion warns of such chunks.
    """

    embedder_type: ClassVar[str] = "bert"

    class Parameters(EmbedderBase.Parameters):
        """What can be asked of the embedder; unknown options are refused."""

        folder: Path
        """The model's folder, with config.json, tokenizer.json and model.safetensors."""
        query_prefix: str | None = None
        """Words before every query; those that the model's own configuration names, if None."""
        passage_prefix: str | None = None
        """Words before every passage; those that the model's own configuration names, if None."""
        unrelated_cosine: float = Field(0.0, ge=0.0, lt=1.0)
        """About the cosine of texts that have nothing in common; 0.75 for models of the E5 kind."""

        @field_validator("folder")
        @classmethod
        def _absolute(cls, folder: Path) -> Path:
            """What is pinned with a knowledge base holds from any working directory."""
            return folder.expanduser().absolute()

    parameters: Parameters

    def __init__(self, parameters: Parameters | None = None) -> None:
        super().__init__(parameters)
        self._folder = read_model_folder(self.parameters.folder)
        prompts = dict(self._folder.prompts)
        self._query = _first(self.parameters.query_prefix, prompts.get("query"))
        passage = _first(prompts.get("passage"), prompts.get("document"))
        self._passage = _first(self.parameters.passage_prefix, passage)
        if self.context_tokens < 1:
            raise ParameterError(
                f"the passage prefix {self._passage!r} fills all {self._folder.max_tokens} tokens "
                f"that the model reads; give a shorter passage_prefix"
            )

    @property
    def model(self) -> str:
        """The folder's name, and what stands before texts."""
        name = self._folder.path.resolve().name
        return "+".join(filter(None, (name, self._query.strip(), self._passage.strip())))

    @property
    def dimensions(self) -> int:
        return self._folder.shape.width

    @property
    def context_tokens(self) -> int:
        """What the model reads, without its marks for begin and end and the passage's prefix."""
        return self._folder.max_tokens - len(self._folder.tokenizer.encode(self._passage))

    @property
    def unrelated_cosine(self) -> float:
        return self.parameters.unrelated_cosine

    @property
    def weights_hash(self) -> str:
        """SHA-256 over weights, tokenizer and configuration."""
        return _sha256(self._folder, self._folder.changed())

    @property
    def batch_size(self) -> int:
        """A second or two of work for a small model, so that a cancelled call ends soon."""
        return 32

    def count_tokens(self, text: str) -> int:
        """Tokens of `text`, without the marks for its begin and end."""
        return self._folder.tokenizer.count(text)

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(self._embed, [self._passage + text for text in texts])

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        async def embed(texts: Sequence[str]) -> Vectors:
            return await asyncio.to_thread(self._embed, [self._query + text for text in texts])

        return await self.in_batches(texts, embed)

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces:
        """Rows of the table that the network reads; the model's prefixes are left out."""
        return await asyncio.to_thread(self._word_pieces, list(texts))

    def _word_pieces(self, texts: Sequence[str]) -> WordPieces:
        encoder = _encoder(self._folder, self.weights_hash)
        pieces = [self._folder.tokenizer.pieces(well_formed(text)) for text in texts]
        spelled = {number: word for text in pieces for number, word in text}
        ids = [[number for number, _ in text] for text in pieces]
        return WordPieces.of(ids, encoder.word_rows, spelled.__getitem__)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        with one_blas_thread():
            encoder = _encoder(self._folder, self.weights_hash)
            return np.stack([self._vector(encoder, text) for text in texts])

    def _vector(self, encoder: BertEncoder, text: str) -> Vectors:
        ids = self._folder.tokenizer.encode(well_formed(text))
        longest = self._folder.max_tokens
        if len(ids) > longest:  # the last one marks the end
            ids = [*ids[: longest - 1], ids[-1]]
        rows = encoder.rows(ids)
        vector: Vectors = rows[0] if self._folder.pooling == "cls" else rows.mean(axis=0)
        return np.divide(vector, np.linalg.norm(vector), dtype=np.float32)


def _first(*words: str | None) -> str:
    return next((word for word in words if word is not None), "")


@lru_cache(maxsize=4)
def _sha256(folder: ModelFolder, changed: tuple[int, ...]) -> str:  # noqa: ARG001 - only a key
    return folder.sha256()


def _encoder(folder: ModelFolder, weights_hash: str) -> BertEncoder:
    """The network of a folder, shared; loaded once though several threads ask."""
    with _loading:
        return _loaded(folder, weights_hash)


@lru_cache(maxsize=2)
def _loaded(folder: ModelFolder, weights_hash: str) -> BertEncoder:  # noqa: ARG001 - only a key
    return folder.encoder()
