"""pdfium, the library: its untyped calls under one name, its lock, and how it hands out strings.

Every module of this package that calls pdfium does it through `PDFIUM`; none outside does.

    with LOCK:
        count = PDFIUM.FPDF_GetPageCount(document)
"""

from __future__ import annotations

import ctypes
import importlib
import threading
from collections.abc import Callable
from typing import Any

# Importing the package initialises the library, once for the process.
PDFIUM: Any = importlib.import_module("pypdfium2.raw")

#: pdfium is not thread-safe: whoever calls into this package's doors holds the lock.
LOCK = threading.Lock()

#: Most strings fit into so many bytes; pdfium says how many more are needed.
_USUAL_BYTES = 256


class PdfiumError(Exception):
    """pdfium could not open a file or page. `needs_password` tells locked from damaged."""

    def __init__(self, needs_password: bool = False) -> None:
        self.needs_password = needs_password
        super().__init__("a password is needed" if needs_password else "damaged")


def address(handle: Any) -> int:
    """Where a handle points; 0 for none."""
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


def plain(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """The same C function with plain integers for its pointers: a pointer object takes 2 µs."""
    return ctypes.CFUNCTYPE(result, *arguments)(address(function))


def utf16(function: Any, *arguments: Any) -> str:
    """What a pdfium getter writes into a caller's buffer: UTF-16, closed by a NUL."""
    return _written(function, arguments)[:-2].decode("utf-16-le", "ignore")


def utf8(function: Any, *arguments: Any) -> str:
    """What a pdfium getter writes into a caller's buffer: bytes, closed by a NUL."""
    return _written(function, arguments)[:-1].decode("utf-8", "replace")


def _written(function: Any, arguments: tuple[Any, ...]) -> bytes:
    size = _USUAL_BYTES
    while True:
        buffer = ctypes.create_string_buffer(size)
        # Some getters want their own character type for the buffer.
        target = ctypes.cast(buffer, function.argtypes[-2])
        needed = int(function(*arguments, target, size))
        if needed <= size:
            return buffer.raw[: max(0, needed)]
        size = needed
