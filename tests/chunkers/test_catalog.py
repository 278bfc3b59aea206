from pathlib import Path

import pytest

import ragstone.chunkers.catalog as catalog
from ragstone.chunkers.base import TextChunker
from ragstone.chunkers.catalog import CHUNKERS, DEFAULT_CHUNKER
from ragstone.errors import ParameterError


def test_every_row_loads_a_chunker_of_its_own_name():
    for row in CHUNKERS:
        assert row.load().chunker_type == row.name
        assert row.summary


def test_every_option_is_described_for_forms():
    for row in CHUNKERS:
        options = row.load().Parameters.model_json_schema()["properties"]
        assert [name for name, option in options.items() if not option.get("description")] == []


def test_every_chunker_of_the_folder_has_a_row():
    folder = Path(catalog.__file__).parent
    with_chunkers = {
        path.stem
        for path in folder.glob("*.py")
        if "chunker_type: ClassVar[str] = " in path.read_text()
    }
    assert {row.name for row in CHUNKERS.own} == with_chunkers


def test_the_default_is_a_text_chunker_that_needs_no_options():
    assert isinstance(CHUNKERS.create(DEFAULT_CHUNKER), TextChunker)
    assert CHUNKERS.create(DEFAULT_CHUNKER).chunker_type == DEFAULT_CHUNKER


def test_a_name_that_is_not_there_lists_those_that_are():
    names = ", ".join(sorted(row.name for row in CHUNKERS))
    with pytest.raises(ParameterError, match=names):
        CHUNKERS.create_from("no_such_chunker:max_characters=9")
