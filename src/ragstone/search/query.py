"""Queries as people and programs give them, made into texts."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

from ragstone.errors import ParameterError
from ragstone.model.block import DataBlock, TextBlock

Query = str | TextBlock | DataBlock


def query_list(queries: Query | Iterable[Query]) -> list[Query]:
    """One query or several as a list; `ParameterError` for what is none."""
    if isinstance(queries, str | TextBlock | DataBlock):
        return [queries]
    given: list[Any] = list(queries) if isinstance(queries, Iterable) else [queries]  # pyright: ignore[reportUnnecessaryIsInstance]
    for query in given:
        if not isinstance(query, str | TextBlock | DataBlock):
            raise ParameterError(
                f"a query is a text, a TextBlock or a DataBlock, and {type(query).__name__} is none"
            )
    return given


def passages_asked(top_k: int) -> int:
    """`top_k` as a whole number from 1 on; `ParameterError` for any other value."""
    try:
        asked = operator.index(top_k)
    except TypeError:
        asked = 0
    if asked < 1:
        raise ParameterError(f"top_k is {str(top_k)[:40]}; ask for 1 passage or more, in integers")
    return asked


def query_texts(queries: Sequence[Query]) -> list[str]:
    """The texts of `queries`, each once, in order; blank ones and data are left out.

    Data (a picture as a query) needs an embedder that reads it; all of ours read text only.
    """
    texts = [query if isinstance(query, str) else _text(query) for query in queries]
    return list(dict.fromkeys(text for text in texts if text.strip()))


def _text(block: TextBlock | DataBlock) -> str:
    return block.text if isinstance(block, TextBlock) else ""
