"""The contract, for every chunker of the catalogue."""

from typing import Any

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.testing.chunker_contract import ChunkerContract

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "sentence": (
        {},
        {"max_characters": 40},
        {"max_tokens": 40, "chunk_overlap": 9},
        {"max_bytes": 128, "chunk_overlap": 40},
        {"max_characters": 60, "chunk_overlap": 20},
    ),
    "recursive": (
        {},
        {"chunk_size": 20, "chunk_overlap": 0, "keep_separator": False},
        {"chunk_size": 12, "chunk_overlap": 5, "keep_separator": "end"},
        {"chunk_size": 30, "chunk_overlap": 8, "separators": ["\n\n", "。", "，", " ", ""]},
    ),
    "character": (
        {},
        {"chunk_size": 10, "chunk_overlap": 4, "separator": ""},
        {"chunk_size": 30, "chunk_overlap": 9, "separator": r"\s+", "is_separator_regex": True},
        {"chunk_size": 30, "chunk_overlap": 9, "separator": " ", "keep_separator": "start"},
    ),
    "approx_token": ({}, {"chunk_size": 1, "overlap": 0}, {"chunk_size": 10, "overlap": 3}),
}


def contract_of(name: str) -> type[ChunkerContract]:
    """A test class for one member of the catalogue."""

    def make(**parameters: Any) -> Any:
        return CHUNKERS.create(name, **parameters)

    members = {"make": staticmethod(make), "variants": VARIANTS.get(name, ({},))}
    return type(f"Test_{name}", (ChunkerContract,), members)


for row in CHUNKERS:
    globals()[f"Test_{row.name}"] = contract_of(row.name)


def test_every_row_of_the_catalogue_runs_the_contract():
    assert {row.name for row in CHUNKERS} == set(VARIANTS)
