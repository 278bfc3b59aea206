"""Queries as people and programs give them, made into texts."""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.model.block import DataBlock, TextBlock

Query = str | TextBlock | DataBlock


def query_texts(queries: Sequence[Query]) -> list[str]:
    """The texts of `queries`, each once, in order; blank ones and data are left out.

    Data (a picture as a query) needs an embedder that reads it; all of ours read text only.
    """
    texts = [query if isinstance(query, str) else _text(query) for query in queries]
    return list(dict.fromkeys(text for text in texts if text.strip()))


def _text(block: TextBlock | DataBlock) -> str:
    return block.text if isinstance(block, TextBlock) else ""
