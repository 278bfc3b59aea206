"""Callable shapes that several families share without importing each other.

Nothing here does anything: these are protocols. What a shape promises stands in its docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from sqlalchemy import Connection

Result = TypeVar("Result")


class TokenCounter(Protocol):
    """Counts tokens of one text, offline, for any text including lone surrogates."""

    def __call__(self, text: str, /) -> int: ...


class EmbedTexts(Protocol):
    """Turns n texts into an array of shape (n, dimensions), float32, one row a text, in order."""

    async def __call__(self, texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float32]]: ...


class Embedder(Protocol):
    """What other families see of an embedder: any number of texts in, their vectors out."""

    async def embed(self, texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float32]]:
        """An array of shape (len(texts), dimensions), one row a text, in order."""
        ...


class UnitOfWork(Protocol):
    """One open transaction that members of several families write through.

    `indexing` opens it, hands it to `member.within(unit)`, and commits or rolls back; the members
    never do. SQLite wants one writer, so the connection is touched on one thread only, that of
    `run`.
    """

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` with the open connection, on the writer's thread."""
        ...
