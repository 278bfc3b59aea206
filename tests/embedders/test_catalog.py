"""The catalogue and the folder tell the same members."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import ragstone.embedders
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.cache import CachedEmbedder
from ragstone.embedders.catalog import DEFAULT_EMBEDDER, EMBEDDERS
from ragstone.errors import ParameterError


def test_every_embedder_in_the_folder_has_a_row_and_every_row_an_embedder() -> None:
    found: set[type[EmbedderBase]] = set()
    for module in pkgutil.iter_modules(ragstone.embedders.__path__):
        loaded = importlib.import_module(f"ragstone.embedders.{module.name}")
        found |= {
            kind
            for _, kind in inspect.getmembers(loaded, inspect.isclass)
            if issubclass(kind, EmbedderBase) and not inspect.isabstract(kind)
        }
    # Wraps a member and is none.
    assert found - {CachedEmbedder} == {row.load() for row in EMBEDDERS.own}


def test_a_row_has_the_name_of_its_embedder() -> None:
    assert {row.name: row.load().embedder_type for row in EMBEDDERS.own} == {
        row.name: row.name for row in EMBEDDERS.own
    }


def test_the_default_is_a_row() -> None:
    assert EMBEDDERS.entry(DEFAULT_EMBEDDER).extra == "embed"


@pytest.mark.parametrize("name", [row.name for row in EMBEDDERS.own])
def test_an_unknown_option_is_refused_with_a_sentence_that_names_it(name: str) -> None:
    with pytest.raises(ParameterError, match=rf"^{name}: .*no_such_option is not an option of it"):
        EMBEDDERS.create(name, no_such_option=1)
