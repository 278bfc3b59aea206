"""TAR: members in the archive's order, each through its own parser.

The archive is read forwards, once, so that a packed one (`packed.py`) is never unpacked as a whole.
Python's own `tarfile` is not used: it follows sparse maps and headers of any size.

    TarParser().read(Source.from_path("letters.tar")).members[0].path       # "2024/report.docx"

The format: POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from ragstone.errors import CorruptDocument, EmptyDocument, LimitExceeded
from ragstone.limits import MIB
from ragstone.model.document import Document
from ragstone.parsers.archives.document import (
    archive_document,
    is_system_file,
    shown_name,
    text_of_name,
)
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.member_name import member_name
from ragstone.parsers.nested import Nest
from ragstone.sources.source import Source

_MEDIA_TYPE = "application/x-tar"
_AGAIN = "get it again from where it came"
_BLOCK = 512
_FILES = frozenset({b"0", b"\0", b"7"})
_NOT_READ = {
    b"1": "it is a link to {link}, which is read under that name",
    b"2": "it is a symbolic link, which is not followed",
    b"3": "it is a device",
    b"4": "it is a device",
    b"6": "it is a pipe",
    b"S": "it is a sparse file",
}
_DIRECTORY, _SPARSE = b"5", b"S"
_LONG_NAME, _LONG_LINK, _PAX, _PAX_GLOBAL = b"L", b"K", b"x", b"g"
#: GNU's own records: a label, a folder's listing, the rest of a member from another tape.
_NO_MEMBERS = frozenset({b"V", b"D", b"N", b"M", _PAX_GLOBAL, _LONG_LINK})


class Stream(Protocol):
    """Bytes that are read forwards."""

    def read(self, size: int) -> bytes: ...
    def skip(self, size: int) -> int: ...


class Held:
    """A stream over bytes in memory."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def read(self, size: int) -> bytes:
        piece = self._data[self._at : self._at + size]
        self._at += len(piece)
        return piece

    def skip(self, size: int) -> int:
        passed = min(size, len(self._data) - self._at)
        self._at += passed
        return passed


class TarParser(ParserBase):
    """One document of all members; links, devices and sparse files are named and left out."""

    row = own_row("tar")

    def read(self, source: Source) -> Document:
        """All members; raises `ParseError` or `LimitExceeded`."""
        data = source.read_bytes()
        if not data:
            raise EmptyDocument(source.name, "the file has 0 bytes", _AGAIN, parser="tar")
        if not is_tar(data[:_BLOCK]) and any(data[:_BLOCK]):
            raise CorruptDocument(source.name, "it is no TAR archive", _AGAIN, parser="tar")
        nest = Nest(source)
        skipped = take_members(nest, Held(data))
        return archive_document(source, nest, "tar", _MEDIA_TYPE, {"system_files": skipped})


def is_tar(block: bytes) -> bool:
    """Whether a header of 512 bytes has the checksum it names."""
    if len(block) < _BLOCK:
        return False
    said = _number(block[148:156])
    rest = block[:148] + b" " * 8 + block[156:]
    # Old archives summed up signed bytes.
    return said is not None and said in (sum(rest), sum(rest) - 256 * sum(b > 127 for b in rest))


def take_members(nest: Nest, stream: Stream) -> int:
    """Read all members into `nest`; how many files of the system were skipped.

    A packed stream that is over `unpack_ratio` ends at the member in which it shows, which is
    named; `LimitExceeded` where nothing was read before it.
    """
    skipped = 0
    name = ""
    try:
        for header in _headers(nest, stream):
            if header.kind == _DIRECTORY:
                continue
            name = header.name
            if header.kind in _FILES and is_system_file(name):
                skipped += 1
                stream.skip(header.padded)
            else:
                _take(nest, stream, header)
    except LimitExceeded as error:
        if error.limit != "unpack_ratio" or not nest.elements:
            raise
        nest.refuse(member_name(name, "a member"), error)
        nest.warn("what stands behind that member in the archive was not unpacked")
    return skipped


@dataclass(slots=True)
class _Header:
    """One member, before its data."""

    name: str
    kind: bytes
    size: int
    link: str = ""
    is_sparse: bool = False

    @property
    def padded(self) -> int:
        return -(-self.size // _BLOCK) * _BLOCK


@dataclass(slots=True)
class _Ahead:
    """What records before a header say of it."""

    name: bytes | None = None
    pax: dict[str, bytes] = field(default_factory=dict[str, bytes])


def _headers(nest: Nest, stream: Stream) -> Iterator[_Header]:
    """The headers of all members; the caller takes or skips the data behind each."""
    ahead = _Ahead()
    while block := stream.read(_BLOCK):
        if not any(block):
            # Archives end in blocks of zeros; some are archives behind each other.
            continue
        size = _number(block[124:136]) if is_tar(block) else None
        if size is None or size < 0:
            nest.warn("the archive is damaged or cut off; the members behind that place are lost")
            return
        kind = block[156:157]
        if kind in (_LONG_NAME, _PAX):
            if size > MIB:
                nest.warn("a name in the archive has more than 1 MiB; what follows is lost")
                return
            record = stream.read(size)
            stream.skip(-size % _BLOCK)
            if kind == _LONG_NAME:
                ahead.name = record.split(b"\0")[0]
            else:
                ahead.pax = _pax(record)
            continue
        if kind in _NO_MEMBERS:
            stream.skip(-(-size // _BLOCK) * _BLOCK)
            continue
        is_extended = kind == _SPARSE and block[482]
        while is_extended:
            more = stream.read(_BLOCK)
            is_extended = len(more) == _BLOCK and more[504]
        nest.count()
        yield _header(block, kind, size, ahead)
        ahead = _Ahead()


def _header(block: bytes, kind: bytes, size: int, ahead: _Ahead) -> _Header:
    name = block[:100].split(b"\0")[0]
    if block[257:263] == b"ustar\0" and block[345]:
        name = block[345:500].split(b"\0")[0] + b"/" + name
    name = ahead.pax.get("path", ahead.name if ahead.name is not None else name)
    said = ahead.pax.get("size", b"")
    if said.isdigit() and len(said) < 20:
        size = int(said)
    is_sparse = kind == _SPARSE or any(key.startswith("GNU.sparse") for key in ahead.pax)
    # Old archives tell a folder by its name alone.
    if kind in _FILES and name.endswith(b"/"):
        kind = _DIRECTORY
    link = ahead.pax.get("linkpath", block[157:257].split(b"\0")[0])
    return _Header(text_of_name(name), kind, size, text_of_name(link), is_sparse)


def _take(nest: Nest, stream: Stream, header: _Header) -> None:
    """Read one member, or say why not; either way its data are passed."""
    name = shown_name(nest, header.name)
    why = "it is a sparse file" if header.is_sparse else _NOT_READ.get(header.kind)
    if why is not None:
        # Links and devices have no data, whatever size their header names (POSIX: "ustar", size).
        if header.kind == _SPARSE or header.kind in _FILES:
            stream.skip(header.padded)
        nest.leave_out(name, why.format(link=member_name(header.link, "another member")))
        return
    try:
        nest.source.limits.check("file_bytes", header.size, name)
    except LimitExceeded as error:
        stream.skip(header.padded)
        nest.refuse(name, error)
        return
    data = stream.read(header.size)
    stream.skip(header.padded - header.size)
    if len(data) < header.size:
        nest.warn("it is cut off; what is there was read", name)
    nest.take(name, data)


def _number(digits: bytes) -> int | None:
    """A number in octal digits, or in base 256 where the first bit says so; None for neither."""
    if digits[:1] == b"\x80":
        return int.from_bytes(digits[1:], "big")
    text = digits.strip(b" \0")
    if not text:
        return 0
    try:
        return int(text, 8)
    except ValueError:
        return None


def _pax(record: bytes) -> dict[str, bytes]:
    """The records "LENGTH KEY=VALUE\\n" of a pax header; what is malformed ends them."""
    found: dict[str, bytes] = {}
    at = 0
    while at < len(record):
        length, blank, _ = record[at : at + 20].partition(b" ")
        if not blank or not length.isdigit() or int(length) <= len(length) + 1:
            break
        key, _, value = record[at + len(length) + 1 : at + int(length) - 1].partition(b"=")
        found[key.decode("utf-8", "replace")] = value
        at += int(length)
    return found
