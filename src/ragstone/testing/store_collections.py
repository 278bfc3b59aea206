"""Collections of a vector store: made, told apart, deleted."""

from __future__ import annotations

from typing import Any

import pytest

from ragstone.errors import CollectionNotFound, DimensionMismatch
from ragstone.stores.base import VectorStoreBase
from ragstone.testing.store_suite import NAME, Scenario, StoreSuite, record

#: Every method that needs a collection, on one that is not there.
_CALLS: tuple[Scenario, ...] = (
    lambda store: store.delete_collection("none"),
    lambda store: store.insert("none", []),
    lambda store: store.replace("none", "a", []),
    lambda store: store.delete("none", "a"),
    lambda store: store.search("none", [1, 0, 0]),
    lambda store: store.search_text("none", "tide"),
    lambda store: store.similarities("none", [1, 0, 0], []),
    lambda store: store.list_documents("none"),
    lambda store: store.list_chunks("none", "a"),
)


class CollectionSuite(StoreSuite):
    """Collections are there from creation to deletion and do not see each other."""

    def test_a_collection_is_there_from_creation_to_deletion(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[bool]:
            found = [await store.has_collection("other")]
            await store.create_collection("other", 2)
            found.append(await store.has_collection("other"))
            await store.delete_collection("other")
            found.append(await store.has_collection("other"))
            return found

        assert self.run(scenario) == [False, True, False]

    def test_creating_a_collection_again_keeps_its_chunks(self) -> None:
        async def scenario(store: VectorStoreBase) -> int:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.create_collection(NAME, 3)
            return len(await store.list_chunks(NAME, "a"))

        assert self.run(scenario) == 1

    def test_creating_a_collection_again_with_another_length_is_refused(self) -> None:
        with pytest.raises(DimensionMismatch, match="3 dimensions and 4"):
            self.run(lambda store: store.create_collection(NAME, 4))

    def test_a_deleted_collection_comes_back_empty(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.search(NAME, [1, 0, 0])
            await store.delete_collection(NAME)
            await store.create_collection(NAME, 3)
            return [
                await store.search(NAME, [1, 0, 0]),
                await store.search_text(NAME, "tide"),
                await store.list_documents(NAME),
            ]

        assert self.run(scenario) == [[], [], []]

    def test_collections_do_not_see_each_other(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.create_collection("other", 3)
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.insert("other", [record("b", 0, "tide", [1, 0, 0])])
            await store.delete("other", "a")
            found = await store.search(NAME, [1, 0, 0])
            found += await store.search_text(NAME, "tide")
            return [result.document_id for result in found]

        assert self.run(scenario) == ["a", "a"]

    @pytest.mark.parametrize("call", _CALLS)
    def test_a_collection_that_is_not_there_is_named(self, call: Scenario) -> None:
        with pytest.raises(CollectionNotFound, match="no collection named none"):
            self.run(call)
