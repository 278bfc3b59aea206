from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models

from embedders.small_model import write_tokenizer
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.section import Section
from ragstone.text.token_borders import token_borders
from ragstone.text.tokens import token_counter

TEXT = "The tide tables: 潮汐表, read twice. " * 40


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(write_tokenizer(tmp_path / "tokenizer.json"))


def test_tokens_are_counted_with_a_models_file(path: str) -> None:
    count = token_counter(path)
    assert count("tide 潮汐") == 6
    assert count("") == 0
    assert count("\ud800") == 0  # the replacement character, which this tokenizer drops


def test_strings_that_look_like_special_tokens_are_plain_text(path: str) -> None:
    assert token_counter(path)("[SEP]") == 5


def test_borders_ascend_from_the_texts_start_to_its_end(path: str) -> None:
    borders = token_borders(path, TEXT)
    assert list(borders.offsets) == sorted(borders.offsets)
    assert borders.offsets[0] == 0
    assert borders.offsets[-1] == len(TEXT)
    assert not borders.exact


def test_a_long_text_is_encoded_in_blocks_that_lose_no_token(path: str) -> None:
    text = "tide tables " * 20_000
    assert len(token_borders(path, text).offsets) == 10 * 20_000 + 1 + 1  # and the last blank


@pytest.mark.parametrize("chunker", ["token", "sentence", "balanced", "recursive", "fixed"])
def test_no_chunk_exceeds_a_limit_in_its_tokens(path: str, chunker: str) -> None:
    sizes = {"token": {"chunk_size": 20, "chunk_overlap": 5}}.get(chunker, {"max_tokens": 20})
    made = CHUNKERS.create(chunker, tokenizer=path, **sizes)
    section = Section(content=TextBlock(text=TEXT), source="tides.txt")
    chunks = asyncio.run(made.chunk([section]))
    count = token_counter(path)
    assert len(chunks) > 10
    assert max(count(chunk.text) for chunk in chunks) <= 20


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"model": 1}'])
def test_a_file_that_is_no_tokenizers_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "tokenizer.json"
    other.write_bytes(content)
    with pytest.raises(ParameterError, match=r"tokenizer\.json holds no tokenizer"):
        token_counter(str(other))


def test_a_file_that_is_not_there_is_refused_where_the_chunker_is_made(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="there is no tokenizer file"):
        CHUNKERS.create("token", tokenizer=str(tmp_path / "tokenizer.json"))


def test_a_relative_path_is_pinned_as_an_absolute_one(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(path).parent)
    made = CHUNKERS.create("token", tokenizer="tokenizer.json")
    assert made.parameters.model_dump()["tokenizer"] == path


def test_windows_hold_where_a_tokenizer_drops_what_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    letters = {letter: number for number, letter in enumerate("abdehitsp ")}
    tokenizer = Tokenizer(models.BPE(vocab=letters, merges=[]))
    tokenizer.save(str(path))
    text = "潮汐表 the tides 每天早上 " * 200

    borders = token_borders(str(path), text)
    middle = borders.offsets[len(borders.offsets) // 2]
    assert abs(middle - len(text) // 2) < 50
    assert borders.offsets[-1] == len(text)


def test_a_tokenizer_that_cannot_encode_a_text_says_what_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    Tokenizer(models.WordLevel({"tide": 0}, unk_token="[UNK]")).save(str(path))
    with pytest.raises(ParameterError, match="cannot encode this text"):
        token_counter(str(path))("a tide")
