"""The contract, for every tokenizer of the catalogue, and for one that only counts."""

from typing import Any

import pytest

from ragstone.testing.tokenizer_contract import TokenizerContract
from ragstone.text.tokenizer import TokenizerBase
from ragstone.text.tokenizer_catalog import TOKENIZERS
from ragstone.text.tokens import ENCODINGS


class Words(TokenizerBase):
    tokenizer_type = "words"

    def count(self, text: str) -> int:
        return len(text.split())


class TestWords(TokenizerContract):
    @staticmethod
    def make(**parameters: Any) -> Words:
        return Words(Words.Parameters(**parameters))


def contract_of(name: str) -> type[TokenizerContract]:
    def make(**parameters: Any) -> TokenizerBase:
        return TOKENIZERS.create(name, **parameters)

    return type(f"Test_{name}", (TokenizerContract,), {"make": staticmethod(make)})


for row in TOKENIZERS.own:
    globals()[f"Test_{row.name}"] = contract_of(row.name)


def test_every_encoding_is_a_row_of_its_own_name():
    assert [row.name for row in TOKENIZERS.own] == list(ENCODINGS)
    for row in TOKENIZERS.own:
        assert row.load().tokenizer_type == row.name
        assert row.summary


@pytest.mark.parametrize("text", ["six words of no great length", "ab " * 1000, "x" * 2000, "  "])
def test_estimated_borders_are_about_as_many_as_the_tokens(text):
    count = Words().count(text)
    assert count <= len(Words().borders(text)) <= count + 2 + len(text) // 512
