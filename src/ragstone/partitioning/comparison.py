"""What several strategies make of one file: how many elements of which type.

[fast] = compare(Source.from_path("report.pdf"), ["fast"])
fast.types["Title"]
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from ragstone.errors import ParameterError
from ragstone.parsers.read import identified, read_document
from ragstone.partitioning.strategy import check_strategy
from ragstone.sources.source import Source


class StrategyCounts(BaseModel):
    """One strategy: elements, their characters, how many of each type; CPU seconds.

    `failure` is a sentence when the strategy cannot be used.
    """

    strategy: str
    elements: int = 0
    characters: int = 0
    types: dict[str, int] = {}
    seconds: float = 0.0
    warnings: list[str] = []
    failure: str | None = None


def compare(source: Source, strategies: Sequence[str]) -> list[StrategyCounts]:
    """Counts for each strategy, in the order given. Raises the errors of `read_document`."""
    held = replace(source, data=source.read_bytes(), path=None)
    # What it takes to load the parser is not what the first strategy takes.
    identified(held)
    return [_counts(held, strategy) for strategy in strategies]


def _counts(source: Source, strategy: str) -> StrategyCounts:
    try:
        check_strategy(strategy)
    except ParameterError as error:
        return StrategyCounts(strategy=strategy, failure=str(error))
    started = time.process_time()
    document = read_document(source)
    seconds = time.process_time() - started
    types = Counter(element.category for element in document.elements)
    return StrategyCounts(
        strategy=strategy,
        elements=len(document.elements),
        characters=sum(len(element.text) for element in document.elements),
        types=dict(types.most_common()),
        seconds=round(seconds, 4),
        warnings=list(document.warnings),
    )
