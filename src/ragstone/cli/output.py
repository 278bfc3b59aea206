"""How every command speaks: data on stdout, messages on stderr, errors as one sentence.

with reporting():
    print_json(hits)
"""

from __future__ import annotations

import json
import logging
import re
import sys
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from pydantic import BaseModel

from ragstone.cli.streams import OutputLost, complain, flush, give_up, write
from ragstone.errors import ParameterError, RagstoneError


def print_data(text: str) -> None:
    """A line of the answer."""
    write(shown(text) + "\n")


def shown(text: str) -> str:
    """`text` without characters that command a terminal: they are shown as U+FFFD.

    A carriage return, alone or before a line feed, ends a line as it does in the file.
    """
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(name: str) -> str:
    """`name` with its line ends written as escapes: a name cannot forge a line of the answer."""
    return _LINE_END.sub(lambda match: match[0].encode("unicode_escape").decode(), name)


def print_message(text: str) -> None:
    """A line about the work."""
    complain(shown(text).replace("\n", " "))


def counted(number: int, noun: str, width: int = 0) -> str:
    """`1 chunk`, `2 chunks`; with a width, as a column."""
    told = f"{number:>{width}} {noun}" if number == 1 else f"{number:>{width}} {noun}s"
    return told.ljust(width + len(noun) + 2) if width else told


def print_json(value: BaseModel | Sequence[BaseModel] | Any, *, indent: int | None = 2) -> None:
    """The value in its pydantic or `to_dict` form; Chinese readable, not escaped.

    What commands a terminal is escaped, and so are lone surrogates, which UTF-8 cannot carry: what
    is read back is the text itself.
    """
    text = json.dumps(_plain(value), ensure_ascii=False, indent=indent)
    write(_UNSAFE_IN_JSON.sub(_escaped, text) + "\n")


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


_LINE_END = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
#: Control characters but tab and line end.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
#: JSON itself escapes those below U+0020.
_UNSAFE_IN_JSON = re.compile("[\x7f-\x9f\ud800-\udfff]")


@contextmanager
def reporting(verbose: bool = False) -> Generator[None]:
    """Turn our errors into one sentence on stderr and an exit code; traces only if `verbose`."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="ragstone: %(message)s",
        stream=sys.stderr,
    )
    # Traces of what went wrong in a parser or a member are logged at DEBUG.
    logging.getLogger("ragstone").setLevel(logging.DEBUG if verbose else logging.NOTSET)
    warnings.showwarning = _show_warning
    if not verbose:
        logging.getLogger("ragstone.indexing").addFilter(_drop_traces)
    try:
        yield
        flush()
    except ParameterError as error:
        fail(str(error), code=2)
    except RagstoneError as error:
        fail(str(error), code=1)
    except OutputLost as lost:
        give_up(lost)
    except KeyboardInterrupt:
        fail("interrupted; what was finished is kept", code=130)


def fail(sentence: str, *, code: int) -> NoReturn:
    """Say why on stderr and end with `code`."""
    print_message(f"ragstone: {sentence}")
    raise typer.Exit(code)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning of ours as people read it: without the line of code that gave it."""
    print_message(f"ragstone: {message}")


def _drop_traces(record: logging.LogRecord) -> bool:
    record.exc_info = record.exc_text = None
    return True
