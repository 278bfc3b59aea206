"""Reading the parts of a package as a stream of tags and texts; no tree is built.

for tag, text in texts_in(package, "word/document.xml", {"t"}): …
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import IO, Any

from ragstone.limits import MIB
from ragstone.parsers.archive import UNPACKING_ERRORS
from ragstone.parsers.zip_package import ZipPackage

_etree: Any = importlib.import_module("lxml.etree")

_PIECE = MIB


class Handler:
    """Told of every start, end and piece of text; names are local, without namespace."""

    def start(self, name: str, attributes: Any) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text, perhaps a piece of it."""

    def drain(self) -> list[str]:
        """What has been gathered since the last time."""
        return []


class _Target:
    """What lxml calls, in its own names."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def start(self, tag: str, attributes: Any) -> None:
        self._handler.start(tag.rpartition("}")[2], attributes)

    def end(self, tag: str) -> None:
        self._handler.end(tag.rpartition("}")[2])

    def data(self, text: str) -> None:
        self._handler.data(text)

    def comment(self, text: str) -> None: ...

    def pi(self, target: str, data: str | None = None) -> None: ...

    def close(self) -> None: ...


def read_part(package: ZipPackage, part: str, handler: Handler) -> list[str]:
    """Run `part` through `handler`; what it drained. A damaged part ends where it is damaged."""
    stream = package.open(part)
    found: list[str] = []
    if stream is None:
        return found
    parser = _etree.XMLParser(
        target=_Target(handler),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        recover=True,
    )
    with stream:
        for piece in _pieces(stream):
            try:
                parser.feed(piece)
            except (_etree.XMLSyntaxError, ValueError):
                break
            found += handler.drain()
    return found + handler.drain()


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    read: Callable[[int], bytes] = stream.read
    while True:
        try:
            piece = read(_PIECE)
        except UNPACKING_ERRORS:
            return
        if not piece:
            return
        yield piece


class TextsOf(Handler):
    """The texts of the elements called `names`, whole, but of those inside one called `without`."""

    def __init__(self, names: frozenset[str], without: frozenset[str] = frozenset()) -> None:
        self._names, self._without = names, without
        self._found: list[str] = []
        self._open: list[str] | None = None
        self._left_out = 0

    def start(self, name: str, attributes: Any) -> None:  # noqa: ARG002
        if name in self._without:
            self._left_out += 1
        elif name in self._names and not self._left_out:
            self._open = []

    def end(self, name: str) -> None:
        if name in self._without:
            self._left_out -= 1
        elif name in self._names and self._open is not None:
            self._found.append("".join(self._open))
            self._open = None

    def data(self, text: str) -> None:
        if self._open is not None:
            self._open.append(text)

    def drain(self) -> list[str]:
        found, self._found = self._found, []
        return found


class AllTexts(Handler):
    """Every text between two tags inside the elements called `inside`, but inside `without`."""

    def __init__(self, inside: frozenset[str], without: frozenset[str]) -> None:
        self._inside, self._without = inside, without
        self._found: list[str] = []
        self._open: list[str] = []
        self._depth = self._left_out = 0

    def start(self, name: str, attributes: Any) -> None:  # noqa: ARG002
        self._close()
        self._depth += name in self._inside
        self._left_out += name in self._without

    def end(self, name: str) -> None:
        self._close()
        self._depth -= name in self._inside
        self._left_out -= name in self._without

    def data(self, text: str) -> None:
        if self._depth and not self._left_out:
            self._open.append(text)

    def drain(self) -> list[str]:
        found, self._found = self._found, []
        return found

    def _close(self) -> None:
        if self._open:
            self._found.append("".join(self._open))
            self._open = []
