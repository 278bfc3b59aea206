"""The contract, for every record store of the catalogue."""

from __future__ import annotations

from ragstone.records.base import RecordsBase
from ragstone.records.catalog import RECORDS
from ragstone.testing.records_contract import RecordsContract


def contract_of(name: str) -> type[RecordsContract]:
    """A test class for one member of the catalogue."""

    def make() -> RecordsBase:
        return RECORDS.create(name)

    return type(f"Test_{name}", (RecordsContract,), {"make": staticmethod(make)})


for row in RECORDS:
    globals()[f"Test_{row.name}"] = contract_of(row.name)


def test_every_row_of_the_catalogue_runs_the_contract():
    assert {row.name for row in RECORDS} == {
        name.removeprefix("Test_") for name in globals() if name.startswith("Test_")
    }
