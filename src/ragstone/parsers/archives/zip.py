"""ZIP: members in the archive's order, each through its own parser.

Sizes are checked before anything is unpacked, members are unpacked in memory, one at a time, and
never further than they said. Office files, EPUB and other formats made of a ZIP have parsers of
their own.

    ZipParser().read(Source.from_path("letters.zip")).members[0].path       # "2024/report.docx"
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from itertools import pairwise

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, LimitExceeded
from ragstone.limits import MIB
from ragstone.model.document import Document
from ragstone.parsers.archive import UNPACKING_ERRORS, refuse_many_members
from ragstone.parsers.archives.document import (
    archive_document,
    is_system_file,
    shown_name,
    text_of_name,
)
from ragstone.parsers.archives.unpacking import Packing, Unpacked
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.nested import Nest
from ragstone.sources.source import Source

_MEDIA_TYPE = "application/zip"
_AGAIN = "get it again from where it came"
#: APPNOTE.TXT 6.3.10, 4.4.4: bit 0 encrypted, bit 11 the name is UTF-8.
_ENCRYPTED, _UTF8 = 0x1, 0x800
_LOCAL_HEADER = 30
_STORED, _LZMA = 0, 14
_PACKINGS: dict[int, Packing] = {8: "deflate", 12: "bzip2", _LZMA: "lzma"}
_UNICODE_PATH = 0x7075


class ZipParser(ParserBase):
    """One document of all members; a member that cannot be read is named and left out.

    Refused as a whole: past the limits, where all members are encrypted, and where members overlap,
    which only bombs do.
    """

    row = own_row("zip")

    def read(self, source: Source) -> Document:
        """All members; raises `ParseError` or `LimitExceeded`."""
        data = source.read_bytes()
        if not data:
            raise EmptyDocument(source.name, "the file has 0 bytes", _AGAIN, parser="zip")
        nest = Nest(source)
        directory = _directory(data, source)
        nest.count(len(directory))
        files = [info for info in directory if not _name(info).endswith(("/", "\\"))]
        if files and all(info.flag_bits & _ENCRYPTED for info in files):
            raise EncryptedDocument(
                source.name,
                "its members are locked with a password",
                "unpack it and ingest the folder",
                parser="zip",
            )
        _check_sizes(source, directory)
        places = _places(data, source, directory)
        skipped = 0
        for info in files:
            if is_system_file(_name(info)):
                skipped += 1
                continue
            _take(nest, data, info, places[info.header_offset])
        return archive_document(source, nest, "zip", _MEDIA_TYPE, {"system_files": skipped})


def _directory(data: bytes, source: Source) -> list[zipfile.ZipInfo]:
    refuse_many_members(source, data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.infolist()
    except (*UNPACKING_ERRORS, struct.error) as error:
        raise CorruptDocument(
            source.name, "the ZIP archive is damaged or cut off", _AGAIN, parser="zip"
        ) from error


def _check_sizes(source: Source, directory: list[zipfile.ZipInfo]) -> None:
    source.spend("unpacked_bytes", sum(info.file_size for info in directory))
    for info in directory:
        if info.file_size > MIB:
            ratio = info.file_size // max(1, info.compress_size)
            source.limits.check("unpack_ratio", ratio, source.name)


def _places(data: bytes, source: Source, directory: list[zipfile.ZipInfo]) -> dict[int, int]:
    """Where each member's data begin, by the offset of its header."""
    places: dict[int, int] = {}
    spans: list[tuple[int, int]] = []
    for info in directory:
        head = data[info.header_offset : info.header_offset + _LOCAL_HEADER]
        start = info.header_offset + _LOCAL_HEADER
        if info.header_offset >= 0 and head.startswith(b"PK\x03\x04") and len(head) == 30:
            name, extra = struct.unpack_from("<HH", head, 26)
            start += name + extra
        places[info.header_offset] = start
        spans.append((info.header_offset, start + info.compress_size))
    spans.sort()
    if any(end > start for (_, end), (start, _) in pairwise(spans)):
        raise CorruptDocument(
            source.name,
            "its members overlap, as in archives made to fill up disks",
            "unpack it with care, and ingest what is needed",
            parser="zip",
        )
    return places


def _take(nest: Nest, data: bytes, info: zipfile.ZipInfo, start: int) -> None:
    """Read one member, or say why not."""
    name = shown_name(nest, _name(info))
    if stat.S_ISLNK(info.external_attr >> 16):
        nest.leave_out(name, "it is a symbolic link, which is not followed")
        return
    if info.flag_bits & _ENCRYPTED:
        nest.leave_out(name, "it is locked with a password; unpack it and ingest the folder")
        return
    if info.compress_type != _STORED and info.compress_type not in _PACKINGS:
        why = f"it is packed by a method (number {info.compress_type}) that is not known"
        nest.leave_out(name, f"{why}; unpack it and ingest the folder")
        return
    try:
        nest.source.limits.check("file_bytes", info.file_size, name)
    except LimitExceeded as error:
        nest.refuse(name, error)
        return
    unpacked, damage = _unpacked(nest.source, data, info, start)
    if damage and not unpacked:
        nest.leave_out(name, damage)
        return
    if damage:
        nest.warn(f"{damage}; what could be unpacked was read", name)
    nest.take(name, unpacked)


def _unpacked(source: Source, data: bytes, info: zipfile.ZipInfo, start: int) -> tuple[bytes, str]:
    """The bytes of a member, never more than it said, and what is wrong with them, if anything."""
    packed = memoryview(data)[start : start + info.compress_size]
    if info.compress_type == _STORED:
        unpacked, damage = bytes(packed[: info.file_size]), ""
    else:
        if info.compress_type == _LZMA:
            packed = _as_lzma_file(packed)
        packing = _PACKINGS[info.compress_type]
        stream = Unpacked(source, packed, packing, counts=False)
        unpacked = stream.read(info.file_size)
        damage = stream.damage if len(unpacked) < info.file_size else ""
    if len(unpacked) < info.file_size:
        return unpacked, damage or "it is cut off"
    return unpacked, "" if zlib.crc32(unpacked) == info.CRC else "its checksum is another"


def _as_lzma_file(packed: memoryview) -> memoryview:
    """APPNOTE.TXT 5.8.8: a version and the size of the properties stand before them; an .lzma file
    has the unpacked size behind them, where all ones means that it is not known.
    """
    if len(packed) < 9:
        return packed
    return memoryview(bytes(packed[4:9]) + b"\xff" * 8 + bytes(packed[9:]))


def _name(info: zipfile.ZipInfo) -> str:
    """The name as its maker saw it: old archives hold the code page of the machine they came from,
    which Python takes for that of a PC of 1981.
    """
    if info.flag_bits & _UTF8:
        return info.filename
    try:
        raw = info.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    unicode_path = _unicode_path(info.extra, raw)
    if unicode_path is not None:
        return unicode_path
    return info.filename if raw.isascii() else text_of_name(raw)


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """Info-ZIP's extra field with the name in UTF-8, if it belongs to this name (4.6.9)."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        field = extra[at + 4 : at + 4 + size]
        if kind == _UNICODE_PATH and field[1:5] == zlib.crc32(raw).to_bytes(4, "little"):
            return field[5:].decode("utf-8", "replace")
        at += 4 + size
    return None
