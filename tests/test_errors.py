"""The error tree: built-ins that callers expect, and sentences people can use."""

from __future__ import annotations

import inspect

import pytest

from ragstone import errors


@pytest.mark.parametrize(
    ("name", "builtin"),
    [
        ("ParseError", ValueError),
        ("LimitExceeded", ValueError),
        ("SourceNotFound", FileNotFoundError),
        ("MissingExtra", ImportError),
        ("PluginError", ImportError),
        ("ParameterError", ValueError),
        ("DimensionMismatch", ValueError),
        ("CollectionNotFound", KeyError),
        ("KnowledgeBaseNotFound", KeyError),
        ("IllegalMove", ValueError),
        ("FetchRefused", PermissionError),
    ],
)
def test_an_error_is_the_builtin_that_a_caller_would_expect(name: str, builtin: type) -> None:
    assert issubclass(getattr(errors, name), builtin)


def test_every_error_stands_in_the_tree_of_the_docstring() -> None:
    names = [
        name
        for name, value in vars(errors).items()
        if inspect.isclass(value) and value.__module__ == errors.__name__
    ]
    assert errors.__doc__ is not None
    assert [name for name in names if name not in errors.__doc__] == []


def test_a_parse_error_names_file_page_cause_and_remedy() -> None:
    error = errors.CorruptDocument("a.pdf", "the page tree is broken", "print it anew", page=3)
    assert str(error) == "a.pdf (page 3): the page tree is broken; print it anew"


def test_a_key_error_of_ours_prints_as_a_sentence() -> None:
    assert str(errors.CollectionNotFound("notes")).startswith("no collection named notes;")


def test_a_limit_names_value_bound_and_option() -> None:
    error = errors.LimitExceeded("pages", 30, allowed=20, file="a.pdf")
    assert str(error) == (
        "a.pdf: pages is 20 and 30 was met; if you trust the file, raise it with --limit pages=40, "
        "in Python with Limits(pages=40)"
    )
