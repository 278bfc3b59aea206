"""One call of a module-level function of (bytes) -> bytes, and its outcome as data.

The worker's side (`invoke`) turns the result or any exception into a header of plain JSON values
and a body; the parent's side (`unpack`) turns them into the result or the exception. Errors of
`ragstone.errors` come back as the same class with the same message and attributes. No object of
the worker's is unpickled: a process that read a hostile file has no way to run code in its parent.

    header, body = invoke("package.stages:parse", b"...")
    answer = unpack(header, body, name="report.pdf", limits=DEFAULT_LIMITS)
"""

from __future__ import annotations

import errno
import importlib
import json
import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from ragstone import errors
from ragstone.errors import CorruptDocument, LimitExceeded, ParameterError, RagstoneError
from ragstone.indexing.framing import BrokenMessage, Header
from ragstone.limits import Limits

logger = logging.getLogger("ragstone.indexing")
# Whoever runs us decides where records go; without this, Python would print them to stderr.
logger.addHandler(logging.NullHandler())

DONE: Final = "done"
OUT_OF_MEMORY: Final = "out of memory"
FAILED: Final = "failed"
UNEXPECTED: Final = "unexpected"

LINE_CHARACTERS = 200
TEXT_CHARACTERS = 10_000
"""Of a message, a trace, an attribute: six of them fit a header, whatever they hold."""

_CLASSES: Mapping[str, type[RagstoneError]] = {
    name: found
    for name, found in vars(errors).items()
    if isinstance(found, type) and issubclass(found, RagstoneError)
}


def resolve(target: str) -> Callable[[bytes], object]:
    """The function at `module:name`; `ParameterError` when there is none."""
    module_name, _, name = target.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if not f"{module_name}.".startswith(f"{error.name}."):
            raise  # the module is there, and something that it imports is not
        raise ParameterError(f"there is no module {module_name} to call {target} in") from error
    found = getattr(module, name, None)
    if not callable(found):
        raise ParameterError(f"{module_name} has no function {name!r}; write it as module:function")
    return cast("Callable[[bytes], object]", found)


def invoke(target: str, payload: bytes) -> tuple[Header, bytes]:
    """Call `target` with `payload`; the outcome as (header, body). Never raises."""
    try:
        answer = resolve(target)(payload)
        if not isinstance(answer, bytes):
            raise TypeError(f"{target} returned {type(answer).__name__} and not bytes")
    except BaseException as error:  # noqa: BLE001 - the worker's border, SystemExit included
        return _pack(error), b""
    return {"outcome": DONE}, answer


def unpack(header: Header, body: bytes, name: str, limits: Limits) -> bytes:
    """The answer, or the error that `invoke` met while it worked on the document `name`.

    An exception that is not ours becomes `CorruptDocument`. Traces go to the log at level DEBUG: an
    error is one line, and whoever wants more asks. A header that `invoke` did not write raises
    `BrokenMessage`.
    """
    outcome = header.get("outcome")
    if outcome == DONE:
        return body
    if outcome == OUT_OF_MEMORY:
        allowed = limits.parse_memory_bytes
        raise LimitExceeded("parse_memory_bytes", "more", allowed=allowed, file=name)
    if outcome == FAILED:
        logger.debug("%s: %s", name, header.get("trace"))
        raise _rebuild(header)
    if outcome == UNEXPECTED:
        logger.debug("%s: its parser failed\n%s", name, header.get("trace"))
        remedy = "the file may be damaged; --verbose or a log at level DEBUG has the trace"
        line = str(header.get("error"))[:LINE_CHARACTERS]
        raise CorruptDocument(name, f"its parser failed ({line})", remedy)
    raise BrokenMessage("a header has no outcome")


def _pack(error: BaseException) -> Header:
    """`error` as JSON values."""
    if _comes_from_memory(error):
        return {"outcome": OUT_OF_MEMORY}
    trace = "".join(traceback.format_exception(error))[-TEXT_CHARACTERS:]
    if not isinstance(error, RagstoneError):
        lines = str(error).strip().splitlines()
        line = type(error).__name__ + (f": {lines[0][:LINE_CHARACTERS]}" if lines else "")
        return {"outcome": UNEXPECTED, "error": line, "trace": trace}
    # A third party's subclass arrives as the nearest class that the parent knows.
    nearest = next(base for base in type(error).__mro__ if base.__module__ == errors.__name__)
    return {
        "outcome": FAILED,
        "class": nearest.__name__,
        "args": [_shortened(value if _is_plain(value) else str(value)) for value in error.args],
        "attributes": {
            key: _shortened(value) for key, value in vars(error).items() if _is_plain(value)
        },
        "trace": trace,
    }


def _rebuild(header: Header) -> RagstoneError:
    """The error in `header`, made without its `__init__`, whose arguments are not known here."""
    found = _CLASSES.get(str(header.get("class")))
    arguments, attributes = header.get("args"), header.get("attributes")
    if found is None or not isinstance(arguments, list) or not isinstance(attributes, dict):
        raise BrokenMessage("the description of an error is incomplete")
    error = found.__new__(found)
    error.args = tuple(cast("list[object]", arguments))
    for key, value in cast("dict[str, Any]", attributes).items():
        if key.isidentifier() and not key.startswith("_"):
            error.__dict__[key] = value
    return error


#: What the loader of shared objects says where memory ends.
_NOT_LOADED = ("failed to map segment", "cannot allocate memory")


def _comes_from_memory(error: BaseException) -> bool:
    """Whether a want of memory stands behind `error`, also where a parser wrapped it.

    A library that is loaded when there is no room left for it is an `ImportError` of the loader.
    """
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        if isinstance(link, MemoryError) or getattr(link, "errno", None) == errno.ENOMEM:
            return True
        if isinstance(link, ImportError) and any(words in str(link) for words in _NOT_LOADED):
            return True
        seen.add(id(link))
        link = link.__cause__ or link.__context__
    return False


def _shortened(value: object) -> object:
    return value[:TEXT_CHARACTERS] if isinstance(value, str) else value


def _is_plain(value: object) -> bool:
    """Whether JSON holds `value`, and a header has room for it."""
    if isinstance(value, str):
        return True
    try:
        return len(json.dumps(value)) <= TEXT_CHARACTERS
    except (TypeError, ValueError, RecursionError):
        return False
