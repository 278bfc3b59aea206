from typing import get_args

import pytest

from ragstone.chunkers.splitting.languages import LANGUAGES
from ragstone.chunkers.syntax.grammars import (
    ALIASES,
    GRAMMARS,
    CodeLanguage,
    language_of,
    separators_of,
)


def test_every_language_has_a_row_and_every_language_of_recursive_is_there():
    assert set(GRAMMARS) == set(get_args(CodeLanguage))
    assert set(LANGUAGES) <= set(GRAMMARS)
    assert set(ALIASES.values()) <= set(GRAMMARS)


def test_no_ending_belongs_to_two_languages():
    endings = [ending for row in GRAMMARS.values() for ending in row.extensions]
    assert len(endings) == len(set(endings))


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("tide.py", "python"),
        ("mail.zip/src/Tide.JAVA", "java"),
        ("C:\\code\\tide.rs", "rust"),
        ("notes.txt", None),
        ("Makefile", None),
        ("", None),
    ],
)
def test_the_language_is_told_by_the_ending_of_the_name(source, language):
    assert language_of(source) == language


def test_a_language_without_separators_of_its_own_takes_those_of_one_alike_or_none():
    assert separators_of("tsx") == "ts"
    assert separators_of("python") == "python"
    assert separators_of("bash") is None
    assert separators_of(None) is None
