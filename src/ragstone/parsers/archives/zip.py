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
from dataclasses import replace
from itertools import pairwise

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, LimitExceeded
from ragstone.limits import MIB
from ragstone.model.document import Document
from ragstone.parsers.archive import UNPACKING_ERRORS, has_own_directory, refuse_many_members
from ragstone.parsers.archives.document import (
    archive_document,
    is_system_file,
    shown_name,
    text_of_name,
)
from ragstone.parsers.archives.salvage import Packed, by_headers
from ragstone.parsers.archives.unpacking import Packing, Unpacked
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.member_name import member_name
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

    - Refused as a whole: past the limits that all members share, where each of them is over its
      own or all are encrypted, and where members overlap, which only bombs do.
    - The members of an archive that has lost its directory are found by their own headers.
    """

    row = own_row("zip")

    def read(self, source: Source) -> Document:
        """All members; raises `ParseError` or `LimitExceeded`."""
        data = source.read_bytes()
        if not data:
            raise EmptyDocument(source.name, "the file has 0 bytes", _AGAIN, parser="zip")
        nest = Nest(source)
        members = _members(nest, data)
        files = [each for each in members if not _name(each.info).endswith(("/", "\\"))]
        if files and all(each.info.flag_bits & _ENCRYPTED for each in files):
            raise EncryptedDocument(
                source.name,
                "its members are locked with a password",
                "unpack it and ingest the folder",
                parser="zip",
            )
        own = [each for each in files if not is_system_file(_name(each.info))]
        refused = _refused(source, own)
        if own and len(refused) == len(own):
            raise next(iter(refused.values())).inside(source.name)
        taken = (each.info.file_size for each in own if each.info.header_offset not in refused)
        source.spend("unpacked_bytes", sum(taken))
        for each in own:
            _take(nest, data, each, refused.get(each.info.header_offset))
        skipped = len(files) - len(own)
        return archive_document(source, nest, "zip", _MEDIA_TYPE, {"system_files": skipped})


def _members(nest: Nest, data: bytes) -> list[Packed]:
    source = nest.source
    directory = _directory(data, source)
    if directory is not None:
        nest.count(len(directory))
        places = _places(data, source, directory)
        return [Packed(info, places[info.header_offset]) for info in directory]
    members: list[Packed] = []
    for member in by_headers(data):
        nest.count()
        members.append(member)
    if not members:
        raise CorruptDocument(
            source.name, "the ZIP archive is damaged or cut off", _AGAIN, parser="zip"
        )
    nest.warn("the archive is damaged or cut off; what is there of its members was read")
    return members


def _directory(data: bytes, source: Source) -> list[zipfile.ZipInfo] | None:
    """What the archive says that it holds; None where that is damaged or missing."""
    refuse_many_members(source, data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.infolist() if has_own_directory(archive, data) else None
    except (*UNPACKING_ERRORS, struct.error):
        return None


def _refused(source: Source, members: list[Packed]) -> dict[int, LimitExceeded]:
    """The members that are over a limit of their own, by the offset of their header."""
    refused: dict[int, LimitExceeded] = {}
    for info in (member.info for member in members):
        name = member_name(_name(info), "a member")
        try:
            source.limits.check("file_bytes", info.file_size, name)
            if info.file_size > MIB:
                ratio = info.file_size // max(1, info.compress_size)
                source.limits.check("unpack_ratio", ratio, name)
        except LimitExceeded as error:
            refused[info.header_offset] = error
    return refused


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


def _take(nest: Nest, data: bytes, member: Packed, refusal: LimitExceeded | None) -> None:
    """Read one member, or say why not."""
    info = member.info
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
    if refusal is not None:
        nest.refuse(name, refusal)
        return
    try:
        unpacked, damage = _unpacked(replace(nest.source, name=name), data, member)
    except LimitExceeded as error:
        nest.refuse(name, error)
        return
    if damage and not unpacked:
        nest.leave_out(name, damage)
        return
    if damage:
        nest.warn(f"{damage}; what could be unpacked was read", name)
    nest.take(name, unpacked)


def _unpacked(source: Source, data: bytes, member: Packed) -> tuple[bytes, str]:
    """The bytes of a member, never more than it said, and what is wrong with them, if anything.

    One that has lost its end has said nothing: its bytes are counted as they come.
    """
    info = member.info
    packed = memoryview(data)[member.start : member.start + info.compress_size]
    size = info.file_size if member.has_end else source.limits.file_bytes
    if info.compress_type == _STORED:
        unpacked, damage = bytes(packed[:size]), ""
    else:
        if info.compress_type == _LZMA:
            packed = _as_lzma_file(packed)
        packing = _PACKINGS[info.compress_type]
        stream = Unpacked(source, packed, packing, counts=not member.has_end)
        unpacked = stream.read(size)
        damage = stream.damage
    if not member.has_end or len(unpacked) < size:
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
