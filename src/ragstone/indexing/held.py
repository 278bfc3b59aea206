"""Models of a worker's answer, one a line of JSON, read when they are asked for.

A long document has a hundred thousand chunks, which as objects take many times the bytes that came.
Many documents wait for their turn at once, so that a large answer waits in a file without a name.

    lines = Lines.of(answer, start)
    chunks = Held(lines, Chunk)
    chunks[3].text
    for chunk in chunks: ...            # made in groups, and let go
"""

from __future__ import annotations

import tempfile
import weakref
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from typing import IO, Any, Generic, TypeVar, overload

from pydantic import BaseModel, TypeAdapter

from ragstone.model.chunk import Chunk

Model = TypeVar("Model", bound=BaseModel)

#: Bytes of an answer that are kept in memory.
_SMALL = 4 * 1024 * 1024
#: Bytes of lines that are made into models together, and their most number.
_GROUP_BYTES, _GROUP = 1024 * 1024, 256


class Lines(Sequence[bytes]):
    """The lines of an answer behind its head. For one thread at a time."""

    def __init__(self, body: bytes, start: int = 0, *, in_memory: int = _SMALL) -> None:
        """`in_memory`: bytes of `body` from which on it is put into a file."""
        self._ends = array("Q", _line_ends(body, start))
        self._start = start
        self._file: IO[bytes] = BytesIO(body)
        if len(body) > in_memory:
            with suppress(OSError):  # where no file can be written it stays in memory
                self._file = _in_a_file(body)
        weakref.finalize(self, self._file.close)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        start = self.start(place)
        self._file.seek(start)
        return self._file.read(self._ends[place] - start)

    def start(self, place: int) -> int:
        """Where in the answer the line numbered `place` starts."""
        return self._ends[place - 1] + 1 if place else self._start

    def group(self, first: int) -> int:
        """The end of the group that starts with line `first`: a few large lines, or many small."""
        last = min(first + _GROUP, len(self))
        while last - first > 1 and self._ends[last - 1] - self.start(first) > _GROUP_BYTES:
            last = first + (last - first) // 2
        return last


class Held(Sequence[Model], Generic[Model]):
    """Models that are made of their lines whenever they are asked for; never all at once.

    A line that is no such model raises pydantic's `ValidationError`.
    """

    def __init__(self, lines: Lines, model: type[Model]) -> None:
        self._lines = lines
        self._adapter: TypeAdapter[list[Model]] = _adapter(model)

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Model: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Model]: ...
    def __getitem__(self, index: int | slice) -> Model | Sequence[Model]:
        if isinstance(index, slice):
            return self._made(self._lines[index])
        return self._made([self._lines[index]])[0]

    def __iter__(self) -> Iterator[Model]:
        first = 0
        while first < len(self):
            last = self._lines.group(first)
            yield from self[first:last]
            first = last

    def _made(self, lines: Sequence[bytes]) -> list[Model]:
        return self._adapter.validate_json(b"[" + b",".join(lines) + b"]")


class HeldChunks(Held[Chunk]):
    """Chunks, and the numbers of those that others lie in, which only the others tell."""

    def __init__(self, lines: Lines, parents: Iterable[int]) -> None:
        super().__init__(lines, Chunk)
        self.parents = frozenset(parents)


@lru_cache
def _adapter(model: type[BaseModel]) -> TypeAdapter[Any]:
    rows: Any = list.__class_getitem__(model)
    return TypeAdapter(rows)


def _line_ends(body: bytes, start: int) -> Iterator[int]:
    """Every line of `body` from `start` on has an end."""
    while (end := body.find(b"\n", start)) >= 0:
        yield end
        start = end + 1


def _in_a_file(body: bytes) -> IO[bytes]:
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with its `Lines`
    try:
        file.write(body)
        file.flush()
    except BaseException:
        file.close()
        raise
    return file
