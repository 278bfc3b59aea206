"""How much work the parser may have with a text: counted, so that the outcome is always the same.

with BudgetReader(b"def a(): ...") as reader:
    tree = reader.tree(parser)              # None when the parser was stopped
"""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

#: Bytes that are handed out at once.
_BLOCK = 4096
#: How often the parser may go to another place of a text: for each block of it, and in a short one.
#: Source code is asked for a few times; error recovery may go back ten thousand times.
_JUMPS, _FEWEST_JUMPS = 1920, 3000
#: How often it may be handed the block behind the last one: once for most source code, and again
#: for each quote that could open a text without an end.
_TIMES, _FEWEST_BLOCKS = 32, 400
#: Steps of a hundred operations that it may take. Source code takes one for thirty bytes at most,
#: broken or not.
_BYTES_A_STEP, _FEWEST_STEPS = 16, 500


class BudgetReader:
    """Hands a text to the parser a block at a time, and stops it when it has had its work."""

    __slots__ = ("_blocks", "_data", "_handed", "_jumps", "_next", "_steps")

    def __init__(self, data: bytes) -> None:
        blocks = len(data) // _BLOCK
        self._data = memoryview(data)
        self._handed: dict[int, memoryview] = {}
        self._next = 0
        self._jumps = _FEWEST_JUMPS + _JUMPS * blocks
        self._blocks = _FEWEST_BLOCKS + _TIMES * blocks
        self._steps = _FEWEST_STEPS + len(data) // _BYTES_A_STEP

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the text go: tree-sitter 0.26 keeps for good whatever a reader has returned."""
        for view in self._handed.values():
            view.release()
        self._handed.clear()
        self._data.release()

    @property
    def is_spent(self) -> bool:
        return min(self._jumps, self._blocks, self._steps) < 0

    def tree(self, parser: Any) -> Any:
        """The tree of the text; None where that takes too much work."""
        try:
            tree = parser.parse(self._read, progress_callback=self._stops)
        except ValueError:  # what a parser that is stopped raises
            if self.is_spent:
                return None
            raise
        return None if self.is_spent else tree

    def _read(self, offset: int, point: object) -> bytes | memoryview:  # noqa: ARG002 - the parser's shape
        if offset == self._next:
            self._blocks -= 1
        else:
            self._jumps -= 1
        if self.is_spent or offset >= len(self._data):
            return b""
        view = self._handed.get(offset)
        if view is None:
            view = self._handed[offset] = self._data[offset : offset + _BLOCK]
        self._next = offset + len(view)
        return view

    def _stops(self, offset: int, has_error: bool) -> bool:  # noqa: ARG002 - the parser's shape
        self._steps -= 1
        return self.is_spent
