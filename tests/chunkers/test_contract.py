"""The contract, for every chunker of the catalogue."""

from typing import Any

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.testing.chunker_contract import ChunkerContract

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "sentence": (
        {},
        {"max_characters": 40},
        {"max_tokens": 128, "chunk_overlap": 29},
        {"max_bytes": 128, "chunk_overlap": 40},
        {"max_characters": 60, "chunk_overlap": 20},
    ),
    "recursive": (
        {},
        {"chunk_size": 20, "chunk_overlap": 0, "keep_separator": False},
        {"chunk_size": 12, "chunk_overlap": 5, "keep_separator": "end"},
        {"chunk_size": 40, "chunk_overlap": 9, "language": "python"},
        {"chunk_size": 40, "chunk_overlap": 9, "unit": "tokens"},
        {"chunk_size": 30, "chunk_overlap": 8, "separators": ["\n\n", "。", "，", " ", ""]},
    ),
    "character": (
        {},
        {"chunk_size": 10, "chunk_overlap": 4, "separator": ""},
        {"chunk_size": 30, "chunk_overlap": 9, "separator": r"\s+", "is_separator_regex": True},
        {"chunk_size": 30, "chunk_overlap": 9, "separator": " ", "unit": "bytes"},
        {"chunk_size": 30, "chunk_overlap": 9, "separator": " ", "keep_separator": "start"},
    ),
    "approx_token": ({}, {"chunk_size": 1, "overlap": 0}, {"chunk_size": 10, "overlap": 3}),
    "fixed": (
        {},
        {"chunk_size": 32, "chunk_overlap": 9},
        {"unit": "bytes", "chunk_size": 130, "chunk_overlap": 40},
        {"unit": "tokens", "chunk_size": 130, "chunk_overlap": 7},
        {"chunk_size": 60, "chunk_overlap": 50, "separators": ["\n\n", "。", " "]},
    ),
    "token": (
        {},
        {"chunk_size": 128, "chunk_overlap": 0},
        {"chunk_size": 130, "chunk_overlap": 100, "tokenizer": "qwen"},
        {"chunk_size": 140, "chunk_overlap": 60, "tokenizer": "o200k"},
        {"chunk_size": 128, "chunk_overlap": 20},
    ),
    "section": ({}, {"max_characters": 40}),
    "sentence_window": (
        {},
        {"window_size": 0},
        {"chunk_size": 3, "window_size": 1},
        {"max_characters": 40, "chunk_size": 2},
    ),
    "hierarchical": (
        {},
        {"sizes": [300, 130, 40]},
        {"unit": "bytes", "sizes": [260, 130]},
        {"unit": "tokens", "sizes": [200, 140]},
        {"sizes": [90, 40], "max_bytes": 128},
    ),
    "balanced": (
        {},
        {"max_characters": 40},
        {"max_tokens": 128, "chunk_overlap": 29},
        {"max_bytes": 128, "chunk_size": 60, "chunk_overlap": 40},
        {"max_characters": 60, "chunk_size": 30, "chunk_overlap": 12},
    ),
    "semantic": (
        {},
        {"max_tokens": 130, "breakpoint_threshold_type": "gradient"},
        {"number_of_chunks": 3, "buffer_size": 0, "embedder": "use"},
        {"number_of_chunks": 4, "max_characters": 60, "min_chunk_size": 20},
        {"max_characters": 60, "breakpoint_threshold_type": "interquartile", "min_chunk_size": 30},
    ),
    "markdown": (
        {},
        {"max_characters": 40},
        {"max_tokens": 128, "chunk_overlap": 29},
        {"max_bytes": 128, "chunk_size": 60, "chunk_overlap": 40},
        {"max_characters": 60, "chunk_size": 30, "chunk_overlap": 12},
    ),
    "html": (
        {},
        {"max_characters": 40},
        {"max_tokens": 128, "chunk_overlap": 29},
        {"max_bytes": 128, "chunk_size": 60, "chunk_overlap": 40},
        {"max_characters": 60, "chunk_size": 30, "chunk_overlap": 12},
    ),
    "json": (
        {},
        {"max_characters": 40},
        {"max_tokens": 128, "chunk_overlap": 29},
        {"max_bytes": 128, "chunk_size": 60, "chunk_overlap": 40},
        {"max_characters": 60, "chunk_size": 30, "chunk_overlap": 12},
    ),
    "table": (
        {},
        {"max_characters": 40, "header_rows": 0},
        {"max_tokens": 128, "chunk_overlap": 29},
        {"max_bytes": 128, "chunk_size": 60, "header_rows": 2},
        {"max_characters": 60, "chunk_size": 30, "chunk_overlap": 12},
    ),
    "elements": (
        {},
        {"max_characters": 40, "overlap": 10},
        {"mode": "basic", "max_tokens": 130, "overlap": 9, "overlap_all": True},
        {"mode": "basic", "max_bytes": 140, "overlap": 40, "isolate_table": False},
        {"new_after_n_chars": 0, "multipage_sections": False, "combine_text_under_n_chars": 0},
        {"max_characters": 60, "overlap": 20, "overlap_all": True},
    ),
    "code": (
        {},
        {"max_characters": 40, "language": "python"},
        {"max_tokens": 128, "language": "js"},
        {"max_bytes": 128, "language": "c"},
        {"max_characters": 60, "language": "visualbasic6"},
        {"max_characters": 60, "max_tokens": 130, "language": "python"},
    ),
}

#: Options of every variant: a model would take its time over generated texts.
ALWAYS: dict[str, dict[str, Any]] = {"semantic": {"embedder": "hashing"}}


def contract_of(name: str) -> type[ChunkerContract]:
    """A test class for one member of the catalogue."""

    def make(**parameters: Any) -> Any:
        return CHUNKERS.create(name, **{**ALWAYS.get(name, {}), **parameters})

    members = {"make": staticmethod(make), "variants": VARIANTS.get(name, ({},))}
    return type(f"Test_{name}", (ChunkerContract,), members)


for row in CHUNKERS:
    globals()[f"Test_{row.name}"] = contract_of(row.name)


def test_every_row_of_the_catalogue_runs_the_contract():
    assert {row.name for row in CHUNKERS} == set(VARIANTS)
