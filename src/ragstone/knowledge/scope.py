"""What one handle of a knowledge base may read and write: its part of a collection.

    scope = Scope(store, "notes", {"team": "a"}, records)
    await scope.holds(document_id)

A document is inside when all of its chunks match the filter; one that has no chunk (it failed, or
there is nothing in it), when the metadata of its record do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_jsonable_python

from ragstone.contracts import UnitOfWork
from ragstone.errors import ParameterError, StoreError
from ragstone.model.chunk import Chunk
from ragstone.model.filter_syntax import both, parse_filter
from ragstone.model.metadata_filter import fixed_values, matches
from ragstone.records.base import RecordsBase
from ragstone.records.record import KnowledgeDocumentRecord
from ragstone.stores.base import VectorRecord, VectorStoreBase


class Scope:
    """The documents of one collection that a filter lets through; all of them without one.

    `store` and `records` are those that everything inside is read from and written to.
    """

    def __init__(
        self,
        store: VectorStoreBase,
        collection: str,
        metadata_filter: Mapping[str, Any] | None = None,
        records: RecordsBase | None = None,
    ) -> None:
        """`ParameterError`: a filter that makes no sense."""
        self.store = store
        self.collection = collection
        self.records = records
        self._filter = dict(metadata_filter or {})
        self._wanted = parse_filter(metadata_filter)

    @property
    def fixed(self) -> dict[str, Any]:
        """The metadata that the filter forces onto what is written."""
        return fixed_values(self._wanted)

    def within(self, unit: UnitOfWork | None) -> Scope:
        """The same inside a transaction, where there is one."""
        if unit is None:
            return self
        records = None if self.records is None else self.records.within(unit)
        return Scope(self.store.within(unit), self.collection, self._filter, records)

    def narrowed(self, metadata_filter: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """The filter of one call, inside this one's."""
        return both(self._filter, metadata_filter)

    def _check(self, chunk: Chunk) -> None:
        if not self._lets_through(chunk.metadata):
            raise ParameterError(
                f"chunk {chunk.chunk_index} of {chunk.source} does not match the filter of the "
                f"knowledge base, {str(self._filter)[:200]}; give it metadata that do"
            )

    async def holds(self, document_id: str) -> bool:
        """Whether a document is there and inside."""
        if await self._has_chunks(document_id):
            outside = self._filter and {"$not": self._filter}
            return not (outside and await self._chunk_matching(document_id, outside))
        record = await self._record(document_id)
        return record is not None and self._lets_through(record.data.metadata)

    async def admits(self, document_id: str) -> bool:
        """Whether no document outside has this id."""
        if self._wanted is None or await self.holds(document_id):
            return True
        chunk = await self._chunk_matching(document_id, None)
        return not chunk and await self._record(document_id) is None

    async def delete(self, document_id: str) -> bool:
        """Remove a document inside with its chunks, sections and record; False for no such."""
        if not await self.holds(document_id):
            return False
        # Without a common transaction: chunks that stay behind can be deleted again, a record that
        # stays behind would have the document count as unchanged.
        if self.records is not None:
            await self.records.delete_document(document_id)
        await self.store.delete(self.collection, document_id)
        return True

    async def replace(self, document_id: str, rows: Sequence[VectorRecord]) -> None:
        """Put chunks made elsewhere in place of a document, whose record and sections go.

        `ParameterError` for chunks and for the id of a document outside.
        """
        for row in rows:
            self._check(row.chunk)
        if not await self.admits(document_id):
            raise ParameterError(
                f"the document {document_id} is not within the filter of the knowledge base; "
                "give another id, or none to have one made"
            )
        if self.records is not None:
            await self.records.delete_document(document_id)
        await self.store.replace(self.collection, document_id, rows)

    async def _has_chunks(self, document_id: str) -> bool:
        """Without a filter a damaged chunk counts too: the document can be deleted all the same."""
        try:
            return await self._chunk_matching(document_id, None)
        except StoreError:
            if self._filter:
                raise
            return True

    async def _chunk_matching(self, document_id: str, wanted: Mapping[str, Any] | None) -> bool:
        found = await self.store.list_chunks(
            self.collection, document_id, limit=1, metadata_filter=wanted
        )
        return bool(found)

    async def _record(self, document_id: str) -> KnowledgeDocumentRecord | None:
        return None if self.records is None else await self.records.get_document(document_id)

    def _lets_through(self, metadata: Mapping[str, Any]) -> bool:
        return self._wanted is None or matches(
            to_jsonable_python(metadata, fallback=repr), self._wanted
        )
