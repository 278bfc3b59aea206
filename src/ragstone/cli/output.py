"""How every command speaks: data on stdout, messages on stderr, errors as one sentence.

with reporting():
    print_json(hits)
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from pydantic import BaseModel

from ragstone.errors import ParameterError, RagstoneError


def print_data(text: str) -> None:
    """A line of the answer."""
    sys.stdout.write(shown(text) + "\n")


def shown(text: str) -> str:
    """`text` without characters that command a terminal: they are shown as U+FFFD."""
    return _CONTROL.sub("\ufffd", text)


def print_message(text: str) -> None:
    """A line about the work."""
    sys.stderr.write(shown(text.replace("\n", " ")) + "\n")
    sys.stderr.flush()


def print_json(value: BaseModel | Sequence[BaseModel] | Any, *, indent: int | None = 2) -> None:
    """The value in its pydantic or `to_dict` form; Chinese readable, not escaped."""
    print_data(json.dumps(_plain(value), ensure_ascii=False, indent=indent))


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


#: Control characters but tab and line end.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@contextmanager
def reporting(verbose: bool = False) -> Generator[None]:
    """Turn our errors into one sentence on stderr and an exit code; traces only if `verbose`."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="ragstone: %(message)s",
        stream=sys.stderr,
    )
    if not verbose:
        logging.getLogger("ragstone.indexing").addFilter(_drop_traces)
    try:
        yield
        sys.stdout.flush()
    except ParameterError as error:
        fail(str(error), code=2)
    except RagstoneError as error:
        fail(str(error), code=1)
    except BrokenPipeError:
        # The reader (head, less) has gone; Python would complain again while flushing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(1) from None


def fail(sentence: str, *, code: int) -> NoReturn:
    """Say why on stderr and end with `code`."""
    print_message(f"ragstone: {sentence}")
    raise typer.Exit(code)


def _drop_traces(record: logging.LogRecord) -> bool:
    record.exc_info = record.exc_text = None
    return True
