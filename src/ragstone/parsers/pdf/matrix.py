"""Transformation matrices of PDF 32000-1, 8.3.3, and boxes moved by them.

Points and boxes (left, bottom, right, top) are in the space of a page or of a form inside it,
where y grows upwards.
"""

from __future__ import annotations

from collections.abc import Iterable

#: a, b, c, d, e, f: x' = ax + cy + e, y' = bx + dy + f.
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
#: Left, bottom, right, top.
Bounds = tuple[float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(first: Matrix, second: Matrix) -> Matrix:
    """`first`, then `second`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def moved(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def bounds(points: Iterable[Point]) -> Bounds:
    """Around at least one point."""
    across, along = zip(*points, strict=True)
    return (min(across), min(along), max(across), max(along))


def moved_bounds(matrix: Matrix, box: Bounds) -> Bounds:
    """Around the four corners after they are moved."""
    if matrix == IDENTITY:
        return box
    left, bottom, right, top = box
    corners = ((left, bottom), (left, top), (right, bottom), (right, top))
    return bounds(moved(matrix, *corner) for corner in corners)


def common(first: Bounds | None, second: Bounds | None) -> Bounds | None:
    """What both hold, None standing for everything; a point where they hold nothing together."""
    if first is None or second is None:
        return second if first is None else first
    left, bottom = max(first[0], second[0]), max(first[1], second[1])
    return (
        left,
        bottom,
        max(left, min(first[2], second[2])),
        max(bottom, min(first[3], second[3])),
    )
