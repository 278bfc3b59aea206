"""Stdout that may be full or closed, and how a command ends when it is.

Nothing heavy is imported here: the help page passes through it too.

    with answering():
        print("an answer")
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress


class OutputLost(Exception):
    """The answer cannot be written; the message says why and what to do."""


def write(text: str) -> None:
    """Write to stdout. `OutputLost` when it takes no more."""
    try:
        sys.stdout.write(text)
    except OSError as error:
        raise _lost(error) from error


def flush() -> None:
    """Hand over what was written. `OutputLost` when it is not taken."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise _lost(error) from error


def complain(sentence: str) -> None:
    """A line on stderr, if anybody takes it."""
    with suppress(OSError):
        sys.stderr.write(sentence + "\n")
        sys.stderr.flush()


@contextmanager
def answering() -> Generator[None]:
    """Around a whole command: all of its answer is written, or one line says why not, exit code 1.

    `OSError` is taken for stdout's here only where it comes from a write outside of `write`: the
    help page's.
    """
    try:
        try:
            yield
        except SystemExit:
            flush()
            raise
        except BrokenPipeError as error:
            raise _lost(error) from error
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise _lost(error) from error
    except OutputLost as lost:
        give_up(lost)
    finally:
        _let_go_of_stderr()


def _let_go_of_stderr() -> None:
    """Drop what stderr does not take: Python would end with 120 while it flushes it at its exit."""
    try:
        sys.stderr.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def give_up(lost: OutputLost) -> None:
    """Say why and end. Python would complain again while it flushes stdout at its exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    complain(f"ragstone: {lost}")
    raise SystemExit(1) from None


def _lost(error: OSError) -> OutputLost:
    if isinstance(error, BrokenPipeError):
        return OutputLost("the reader of the answer has gone; the rest of it is lost")
    return OutputLost(
        f"the answer could not be written ({error.strerror}); make room or send it elsewhere"
    )
