"""The catalogue and the folder agree."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import ragstone.parsers
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import PARSERS, row_by_extension, row_of

ROWS = list(PARSERS.own)


def _parsers_in_the_folder() -> set[str]:
    found: set[str] = set()
    for info in pkgutil.walk_packages(ragstone.parsers.__path__, "ragstone.parsers."):
        module = importlib.import_module(info.name)
        for name, member in inspect.getmembers(module, inspect.isclass):
            is_own = member.__module__ == info.name and not inspect.isabstract(member)
            if is_own and issubclass(member, ParserBase):
                found.add(f"{info.name}:{name}")
    return found


def test_every_parser_of_the_folder_has_a_row_and_every_row_a_parser():
    assert _parsers_in_the_folder() == {row.target for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_parser_says_what_its_row_says(row):
    parser = PARSERS.create(row.name)
    assert parser.parser_type == row.name
    assert set(parser.supported_media_types) == set(row.media_types)
    assert row.summary
    assert row.extra


def test_no_media_type_and_no_extension_belongs_to_two_rows():
    for field in ("media_types", "extensions"):
        values = [value for row in ROWS for value in getattr(row, field)]
        assert len(values) == len(set(values))


def test_rows_are_found_by_media_type_and_by_extension():
    assert row_of("text/markdown").name == "markdown"
    assert row_by_extension(".PDF").name == "pdf"
    assert row_of("image/png") is None
    assert row_by_extension(".xyz") is None
