"""The contract, for every store of the catalogue."""

from __future__ import annotations

from ragstone.stores.base import VectorStoreBase
from ragstone.stores.catalog import STORES
from ragstone.testing.store_contract import StoreContract


def contract_of(name: str) -> type[StoreContract]:
    """A test class for one member of the catalogue."""

    def make() -> VectorStoreBase:
        return STORES.create(name)

    return type(f"Test_{name}", (StoreContract,), {"make": staticmethod(make)})


for row in STORES:
    globals()[f"Test_{row.name}"] = contract_of(row.name)


def test_every_row_of_the_catalogue_runs_the_contract():
    assert {row.name for row in STORES} == {
        name.removeprefix("Test_") for name in globals() if name.startswith("Test_")
    }
