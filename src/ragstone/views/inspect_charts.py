"""Charts of the inspector, as SVG in the page: sizes of chunks, and distances of sentences."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import isfinite

from ragstone.model.chunk import Chunk
from ragstone.views.inspect_strategy import Curve, Strategy
from ragstone.views.inspect_text import anchor, shown

_WIDTH, _HEIGHT = 480, 120
_BINS = 24
#: Letters of a sentence that a breakpoint's label quotes.
_QUOTED = 60


def scale_of(strategies: Sequence[Strategy], unit: str) -> float:
    """The end of the axis on which all strategies with that unit are comparable."""
    same = [strategy for strategy in strategies if strategy.unit == unit]
    sizes = [size for strategy in same for size in strategy.sizes]
    # A limit far above all chunks would press them into one bar: it is then told in words alone.
    largest = max(sizes, default=1) or 1
    marks = [mark.size for strategy in same for mark in strategy.marks]
    return 1.05 * max([largest, *(mark for mark in marks if mark <= 3 * largest)])


def histogram(strategy: Strategy, scale: float) -> str:
    """How many chunks have which size, with the target and the limit as lines."""
    counts = [0] * _BINS
    for size in strategy.sizes:
        counts[min(int(size / scale * _BINS), _BINS - 1)] += 1
    most = max(counts) or 1
    step = _WIDTH / _BINS
    drawn: list[str] = []
    for number, count in enumerate(counts):
        if not count:
            continue
        height = max(2.0, (_HEIGHT - 30) * count / most)
        span = f"{scale * number / _BINS:,.0f} to {scale * (number + 1) / _BINS:,.0f}"
        drawn.append(
            f'<rect x="{step * number + 1:.1f}" y="{_HEIGHT - 16 - height:.1f}" '
            f'width="{step - 2:.1f}" height="{height:.1f}">'
            f"<title>{count:,} of {span} {strategy.unit}</title></rect>"
        )
    for row, mark in enumerate(strategy.marks):
        if mark.size > scale:
            continue
        x = _WIDTH * mark.size / scale
        side, shift = ("end", -4) if x > _WIDTH / 2 else ("start", 4)
        drawn.append(
            f'<line class="{"limit" if mark.is_limit else "target"}" x1="{x:.1f}" x2="{x:.1f}" '
            f'y1="0" y2="{_HEIGHT - 16}"/><text x="{x + shift:.1f}" y="{10 + 12 * row}" '
            f'text-anchor="{side}">{shown(mark.name)} {mark.size:,.0f}</text>'
        )
    drawn.append(_axis("0", f"{scale:,.0f} {strategy.unit}"))
    return _svg(f"Sizes of {len(strategy.sizes):,} chunks in {strategy.unit}", drawn)


def distance_curve(curve: Curve, text: str, column: int, chunks: Sequence[Chunk]) -> str:
    """The scores between neighbouring sentences, the threshold, and the breakpoints.

    A breakpoint is a link to the chunk that begins there. `chunks` are those of the section.
    """
    profile = curve.profile
    scores = profile.scores
    threshold = profile.threshold
    line = threshold if threshold is not None and isfinite(threshold) else None
    low = min([0.0, *scores])
    high = max([*scores, line or 0.0, low + 1e-6]) * 1.05
    across = max(len(scores) - 1, 1)

    def place(number: int, score: float) -> tuple[float, float]:
        y = (_HEIGHT - 20) * (high - score) / (high - low)
        return (_WIDTH - 8) * number / across + 4, y + 2

    points = " ".join(
        "{:.1f},{:.1f}".format(*place(number, score)) for number, score in enumerate(scores)
    )
    drawn = [f'<polyline points="{points}"/>']
    if line is not None:
        y = place(0, line)[1]
        drawn.append(
            f'<line class="limit" x1="0" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="4" y="{y - 4 if y > 14 else y + 12:.1f}">threshold {line:.3f}</text>'
        )
    starts = [chunk.span.start for chunk in chunks if chunk.span]
    for number in profile.breakpoints:
        x, y = place(number, scores[number])
        end = profile.ends[number]
        at = bisect_left(starts, end)
        quoted = " ".join(text[max(0, end - _QUOTED) : end].split())
        title = f"{scores[number]:.3f} behind “{quoted}”"
        dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{shown(title)}</title></circle>'
        target = f'<a href="#{anchor(column, chunks[at])}">{dot}</a>' if at < len(chunks) else dot
        drawn.append(target)
    drawn.append(_axis("sentence 1", f"sentence {len(profile.units):,}"))
    return _svg(f"{len(scores):,} distances, {len(profile.breakpoints):,} breakpoints", drawn)


def _axis(first: str, last: str) -> str:
    y = _HEIGHT - 4
    return (
        f'<text class="axis" x="0" y="{y}">{first}</text>'
        f'<text class="axis" x="{_WIDTH}" y="{y}" text-anchor="end">{last}</text>'
    )


def _svg(label: str, drawn: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" aria-label="{shown(label)}">'
        f"{''.join(drawn)}</svg>"
    )
