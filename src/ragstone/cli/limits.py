"""Limits as the command line spells them.

limits_of(["parse_seconds=600", "file_bytes=2GiB"])     # Limits(parse_seconds=600, …)
"""

from __future__ import annotations

import ast
import inspect
import math
import re
import textwrap
from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any, cast

from ragstone.errors import ParameterError
from ragstone.limits import DEFAULT_LIMITS, Limits

_NAMES = tuple(field.name for field in fields(Limits))
_SIZE = re.compile(r"(\d{1,18}) ?(KiB|MiB|GiB)?", re.IGNORECASE | re.ASCII)
#: More than any file asks for, and as much as the system's own counters hold.
_MOST = 1 << 60
_UNITS = {"": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}


def limits_of(pairs: Sequence[str] | None) -> Limits:
    """The usual limits but for those that are given as NAME=VALUE; of one given twice the last."""
    given: dict[str, Any] = dict(map(_read, pairs or ()))
    return Limits(**given)


def meanings() -> dict[str, str]:
    """What each limit bounds, in the words of its own docstring; "" where no source is at hand."""
    found = dict.fromkeys(_NAMES, "")
    try:
        source = textwrap.dedent(inspect.getsource(Limits))
    except OSError:
        return found
    body = cast("ast.ClassDef", ast.parse(source).body[0]).body
    for field, said in pairwise(body):
        match field, said:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found


def default_of(name: str) -> str:
    """The usual value of a limit, as `--limit` takes it."""
    value = getattr(DEFAULT_LIMITS, name)
    if name.endswith("_bytes"):
        unit = next(unit for unit in ("GiB", "MiB", "KiB", "") if value % _UNITS[unit.lower()] == 0)
        return f"{value // _UNITS[unit.lower()]}{unit}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _read(pair: str) -> tuple[str, int | float]:
    name, equals, value = (part.strip() for part in pair.partition("="))
    if name not in _NAMES:
        raise ParameterError(f"there is no limit called {name!r}; there are: {', '.join(_NAMES)}")
    if not equals:
        raise ParameterError(f"--limit {pair} has no value; write {name}={default_of(name)}")
    if name.endswith("_seconds"):
        return name, _seconds(pair, value)
    size = _SIZE.fullmatch(value)
    number = int(size[1]) * _UNITS[(size[2] or "").lower()] if size else _MOST + 1
    if size is None or number > _MOST or (size[2] and not name.endswith("_bytes")):
        unit = ", also with KiB, MiB or GiB" if name.endswith("_bytes") else ""
        raise ParameterError(f"--limit {pair} is no whole number of 0 or more{unit}")
    return name, number


def _seconds(pair: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < math.inf:
        raise ParameterError(f"--limit {pair} is no number of seconds above 0")
    return seconds
