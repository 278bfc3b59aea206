"""Every row of the catalogue holds the contract; `openai` against a fake server, `bert` with a
model that the test makes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embedders.embedding_server import EmbeddingServer
from embedders.small_model import write_model
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.cache import CachedEmbedder
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.embedders.hashing import HashingEmbedder
from ragstone.testing.embedder_contract import EmbedderContract


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "small")


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


def made(name: str, server: EmbeddingServer, folder: Path, **parameters: Any) -> EmbedderBase:
    if name == "bert":
        parameters = {"folder": folder} | parameters
    if name == "openai":
        parameters = server.parameters(**parameters).model_dump()
    return EMBEDDERS.create(name, **parameters)


#: Parameters that must each give another fingerprint than the default and than one another.
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "use": (),
    "e5": (),
    "bert": ({"query_prefix": "query: "}, {"passage_prefix": "passage: "}),
    "hashing": ({"dimensions": 64}, {"dimensions": 512}),
    "openai": (
        {"model": "other"},
        {"dimensions": 16},
        {"shorten": True},
        {"base_url": "http://127.0.0.1:9/v1"},
    ),
}


def contract_of(name: str) -> type[EmbedderContract]:
    """A test class for one member of the catalogue."""

    def embedder(
        cls: type[EmbedderContract], server: EmbeddingServer, folder: Path
    ) -> EmbedderBase:
        return made(name, server, folder)

    def variants(
        cls: type[EmbedderContract], server: EmbeddingServer, folder: Path
    ) -> list[EmbedderBase]:
        return [made(name, server, folder, **parameters) for parameters in VARIANTS[name]]

    fixtures = {
        fixture.__name__: pytest.fixture(scope="class")(classmethod(fixture))
        for fixture in (embedder, variants)
    }
    return type(f"Test_{name}", (EmbedderContract,), fixtures)


for row in EMBEDDERS:
    globals()[f"Test_{row.name}"] = contract_of(row.name)


def test_every_row_of_the_catalogue_runs_the_contract() -> None:
    assert {row.name for row in EMBEDDERS} == set(VARIANTS)


class TestCachedEmbedder(EmbedderContract):
    @pytest.fixture(scope="class")
    @classmethod
    def embedder(cls) -> EmbedderBase:
        return CachedEmbedder(HashingEmbedder())
