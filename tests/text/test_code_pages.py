"""Windows' numbers of code pages and character sets."""

from __future__ import annotations

import codecs

import pytest

from ragstone.text import code_pages
from ragstone.text.code_pages import of_charset, of_code_page


@pytest.mark.parametrize(
    ("number", "encoding"),
    [(936, "gb18030"), (1252, "cp1252"), (65001, "utf-8"), (28605, "iso8859-15"), (950, "cp950")],
)
def test_a_code_page_has_its_encoding(number: int, encoding: str):
    assert of_code_page(number) == encoding


@pytest.mark.parametrize("number", [-5, 7, 99999, 1200000])
def test_an_unknown_code_page_has_none(number: int):
    assert of_code_page(number) is None


def test_a_character_set_has_its_encoding_and_that_of_the_file_none():
    assert of_charset(134) == "gb18030"
    assert of_charset(0) is None


def test_python_knows_every_encoding_in_the_tables():
    for table in (code_pages._OF_CHARSET, code_pages._OF_CODE_PAGE):
        assert all(codecs.lookup(name) for name in table.values())
    assert all(codecs.lookup(of_code_page(n) or "") for n in range(28591, 28600))
