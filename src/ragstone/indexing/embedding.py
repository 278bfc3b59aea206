"""Embedding in batches where each document answers for itself.

    embedding = BatchEmbedder(embedder)
    for outcome in await embedding.embed([rows_of_one, rows_of_another]):
        ...                                       # the same `DocumentVectors`, or the exception

How chunks become texts and vectors rows stands in `vectors`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.embedders.base import EmbedderBase
from ragstone.errors import StoreError
from ragstone.indexing.vectors import DocumentVectors, embed_documents

Outcome = DocumentVectors | Exception

#: What any embedder embeds that works at all.
_PROBE = "tide"
#: Batches in a row that find the embedder down before it is asked no more.
_LAST_BATCH = 3


class BatchEmbedder:
    """Embeds the chunks of several documents in one call, for one ingestion.

    - A batch that fails is embedded again document by document: only those fail that cannot be
      embedded, each with its own cause.
    - After each failure one word is embedded. Where that fails too, the embedder is down and not
      the document at fault: the rest of the batch fails with the same cause, unasked.
    - After three batches in a row that found it down it is asked no more. A service tries for
      seconds before it gives up, and a folder has many documents.
    """

    def __init__(self, embedder: EmbedderBase | None) -> None:
        self._embedder = embedder
        self._down: list[Exception] = []

    async def embed(self, documents: Sequence[DocumentVectors]) -> list[Outcome]:
        """One outcome a document, in order. Raises `StoreError` only."""
        if len(self._down) >= _LAST_BATCH:
            return [self._down[-1]] * len(documents)
        try:
            await embed_documents(self._embedder, documents)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a document's border
            if not await self._works():
                self._down.append(error)
                return [error] * len(documents)
            self._down.clear()
            return [error] if len(documents) == 1 else await self._one_by_one(documents)
        self._down.clear()
        return [*documents]

    async def _one_by_one(self, documents: Sequence[DocumentVectors]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for rows in documents:
            try:
                await embed_documents(self._embedder, [rows])
                outcomes.append(rows)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - a document's border
                outcomes.append(error)
                if not await self._works():
                    self._down.append(error)
                    return outcomes + [error] * (len(documents) - len(outcomes))
        return outcomes

    async def _works(self) -> bool:
        if self._embedder is None:
            return True
        try:
            await self._embedder.embed_batch([_PROBE])
        except Exception:  # noqa: BLE001 - the caller has the error to report
            return False
        return True
