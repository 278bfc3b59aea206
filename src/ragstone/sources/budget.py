"""What a document and all documents inside it have used up together of the limits.

An archive of ten archives is held to the limits of one: all of them count here.

    budget = Budget()
    budget.add("unpacked_bytes", 4096)      # 4096: the sum so far
"""

from __future__ import annotations

from collections import Counter


class Budget:
    """Sums by the name of the limit; shared by a source and every child of it."""

    __slots__ = ("_spent",)

    def __init__(self) -> None:
        self._spent = Counter[str]()

    def add(self, limit: str, amount: int) -> int:
        """Count `amount` more, and return the sum so far."""
        self._spent[limit] += amount
        return self._spent[limit]
