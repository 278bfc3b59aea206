"""Lists of a vector store: documents and their chunks."""

from __future__ import annotations

from typing import Any

from ragstone.stores.base import VectorStoreBase
from ragstone.testing.store_suite import NAME, StoreSuite, record


class ListingSuite(StoreSuite):
    """Documents by source, chunks in order and by page."""

    def test_documents_are_listed_by_source_with_their_first_metadata(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[tuple[str, str, int, Any]]:
            await store.insert(
                NAME,
                [
                    record("2", 1, source="b.txt", metadata={"page": 2}),
                    record("2", 0, source="b.txt", metadata={"page": 1}),
                    record("3", 0, source="a.txt"),
                    record("1", 0, source="b.txt"),
                ],
            )
            return [
                (found.source, found.document_id, found.chunk_count, found.metadata)
                for found in await store.list_documents(NAME)
            ]

        assert self.run(scenario) == [
            ("a.txt", "3", 1, {}),
            ("b.txt", "1", 1, {}),
            ("b.txt", "2", 2, {"page": 1}),
        ]

    def test_chunks_are_listed_in_order_and_by_page(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[list[int]]:
            await store.insert(NAME, [record("a", i) for i in (4, 2, 0, 1, 3)])
            pages = [
                await store.list_chunks(NAME, "a"),
                await store.list_chunks(NAME, "a", offset=1, limit=2),
                await store.list_chunks(NAME, "a", offset=4, limit=2),
                await store.list_chunks(NAME, "a", offset=9),
                await store.list_chunks(NAME, "a", limit=0),
                await store.list_chunks(NAME, "nobody"),
            ]
            return [[chunk.chunk_index for chunk in page] for page in pages]

        assert self.run(scenario) == [[0, 1, 2, 3, 4], [1, 2], [4], [], [], []]
