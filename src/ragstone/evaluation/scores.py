"""What one question scores, and the means over all of them.

rows = [judge(gold, found) for gold, found in answers]
means(SpanScores, rows)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from ragstone.metrics.spans import iou, precision, recall
from ragstone.model.span import Span

Scores = TypeVar("Scores", bound=BaseModel)


class SpanScores(BaseModel):
    """Means over all questions, in 0…1."""

    recall: float
    precision: float
    iou: float


def judge(gold: Sequence[Span], found: Sequence[Span]) -> tuple[float, float, float]:
    """The recall, precision and IoU of one question, in the order of `SpanScores`."""
    return recall(gold, found), precision(gold, found), iou(gold, found)


def means(scores: type[Scores], rows: Sequence[tuple[float, ...]]) -> Scores:
    """`scores` with the mean of each column; columns are in the order of its fields."""
    columns = zip(scores.model_fields, zip(*rows, strict=True), strict=True)
    return scores(**{field: sum(column) / len(rows) for field, column in columns})
