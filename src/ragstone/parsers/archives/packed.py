"""gzip, bzip2 and xz: one packed file, or a packed TAR archive; told by what they unpack to.

GzipParser().read(Source.from_path("notes.txt.gz")).members[0].path     # "notes.txt"
GzipParser().read(Source.from_path("letters.tar.gz"))                   # as the TAR inside
"""

from __future__ import annotations

from pathlib import PurePosixPath

from ragstone.errors import CorruptDocument, EmptyDocument, LimitExceeded
from ragstone.model.document import Document
from ragstone.parsers.archives.document import archive_document, shown_name, text_of_name
from ragstone.parsers.archives.tar import Stream, is_tar, take_members
from ragstone.parsers.archives.unpacking import Packing, Unpacked
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.nested import Nest
from ragstone.sources.source import Source

_AGAIN = "get it again from where it came"
_BLOCK = 512
#: RFC 1952, 2.3.1: the flags of the extra field and of the name in a gzip header.
_EXTRA, _NAME = 4, 8


class _Behind:
    """A stream with the bytes before it that were looked at already."""

    def __init__(self, head: bytes, rest: Unpacked) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int) -> bytes:
        piece, self._head = self._head[:size], self._head[size:]
        return piece + self._rest.read(size - len(piece)) if len(piece) < size else piece

    def skip(self, size: int) -> int:
        passed = len(self.read(min(size, len(self._head))))
        return passed + self._rest.skip(size - passed)


class GzipParser(ParserBase):
    """gzip (RFC 1952)."""

    row = own_row("gzip")

    def read(self, source: Source) -> Document:
        """The file inside, or all members of the archive inside."""
        return _read(source, "gzip", "application/gzip")


class Bzip2Parser(ParserBase):
    """bzip2."""

    row = own_row("bzip2")

    def read(self, source: Source) -> Document:
        """The file inside, or all members of the archive inside."""
        return _read(source, "bzip2", "application/x-bzip2")


class XzParser(ParserBase):
    """xz; its dictionary is held to 256 MiB."""

    row = own_row("xz")

    def read(self, source: Source) -> Document:
        """The file inside, or all members of the archive inside."""
        return _read(source, "xz", "application/x-xz")


def _read(source: Source, packing: Packing, media_type: str) -> Document:
    data = source.read_bytes()
    if not data:
        raise EmptyDocument(source.name, "the file has 0 bytes", _AGAIN, parser=packing)
    nest = Nest(source)
    packed = Unpacked(source, memoryview(data), packing)
    head = packed.read(_BLOCK)
    if not head and packed.damage:
        raise CorruptDocument(source.name, packed.damage, _AGAIN, parser=packing)
    stream = _Behind(head, packed)
    skipped = 0
    if is_tar(head):
        skipped = take_members(nest, stream)
    else:
        nest.count()
        _take(nest, stream, _inner_name(source.name, data))
    if packed.damage:
        nest.warn(f"{packed.damage}; what could be unpacked was read")
    return archive_document(source, nest, packing, media_type, {"system_files": skipped})


def _take(nest: Nest, stream: Stream, raw_name: str) -> None:
    name = shown_name(nest, raw_name)
    most = nest.source.limits.file_bytes
    data = stream.read(most + 1)
    try:
        nest.source.limits.check("file_bytes", len(data), name)
    except LimitExceeded as error:
        nest.refuse(name, error)
        return
    nest.take(name, data)


def _inner_name(name: str, data: bytes) -> str:
    """The name that gzip kept of the file, or that of the packed file without its ending."""
    if data.startswith(b"\x1f\x8b") and len(data) > 10 and data[3] & _NAME:
        at = 10
        if data[3] & _EXTRA:
            at += 2 + int.from_bytes(data[10:12], "little")
        kept = text_of_name(data[at : at + 1000].split(b"\0")[0])
        if kept.strip():
            return kept
    last = PurePosixPath(name.replace("\\", "/")).name
    stem, dot, _ = last.rpartition(".")
    return stem if dot and stem else last
