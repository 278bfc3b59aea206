"""A zip of XML parts, as Office files, OpenDocument and EPUB are; no parser, but what theirs share.

Sizes are checked before anything is unpacked; parts are read on demand; entities are never resolved
and nothing is loaded from outside.

    package = ZipPackage(source, PackageKind("odt", "an OpenDocument text", "LibreOffice"))
    root = package.xml("content.xml")
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import IO

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, ParseError
from ragstone.limits import MIB
from ragstone.parsers.archive import UNPACKING_ERRORS, refuse_many_members
from ragstone.parsers.xml_tree import Xml, parse_tree
from ragstone.sources.source import Source

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")


@dataclass(frozen=True, slots=True)
class PackageKind:
    """What messages call such a file.

    - `parser`: the row that reads it; `thing`: "a Word document"; `program`: what makes it anew.
    - `has_doctype`: whether parts may declare a document type (never its entities).
    """

    parser: str
    thing: str
    program: str
    has_doctype: bool = False


class ZipPackage:
    """An open package; `warnings` grows while parts are read.

    Raises `EmptyDocument`, `EncryptedDocument`, `CorruptDocument` or `LimitExceeded`. Names are
    compared without case, as Office does. `main` is the part whose loss is an error and no warning;
    "" until it is known.
    """

    def __init__(self, source: Source, kind: PackageKind) -> None:
        self.warnings: list[str] = []
        self.main = ""
        self._kind, self._name, self._source = kind, source.name, source
        self._unpacked: set[str] = set()
        data = source.read_bytes()
        self._refuse_what_is_no_zip(data)
        refuse_many_members(source, data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except UNPACKING_ERRORS as error:
            raise self.corrupt("it is damaged or truncated: not a whole zip archive") from error
        self._check_sizes(source)
        self._members = {
            info.filename.replace("\\", "/").lstrip("/").lower(): info
            for info in self._zip.infolist()
        }

    @property
    def names(self) -> list[str]:
        """The names of all parts as the archive spells them, in its order."""
        return [info.filename for info in self._members.values()]

    def has(self, part: str) -> bool:
        return part.lower() in self._members

    def read(self, part: str) -> bytes | None:
        """The bytes of a part; None when there is none, or it cannot be unpacked (a warning)."""
        info = self._members.get(part.lower())
        if info is None:
            return None
        self._count(info)
        try:
            return self._zip.read(info)
        except UNPACKING_ERRORS as error:
            if part == self.main or not self.main:
                raise self.corrupt(f"{part} cannot be unpacked") from error
            self.warnings.append(f"{part} cannot be unpacked and was left out")
            return None

    def open(self, part: str) -> IO[bytes] | None:
        """The part as a stream, for those too large to hold; reading it may raise
        `UNPACKING_ERRORS`.
        """
        info = self._members.get(part.lower())
        if info is None:
            return None
        self._count(info)
        try:
            return self._zip.open(info)
        except UNPACKING_ERRORS as error:
            raise self.corrupt(f"{part} cannot be unpacked") from error

    def size(self, part: str) -> int:
        """Unpacked bytes of a part; 0 when there is none."""
        info = self._members.get(part.lower())
        return 0 if info is None else info.file_size

    def xml(self, part: str) -> Xml | None:
        """The root of a part; None when there is no such part or nothing of it can be read."""
        data = self.read(part)
        if data is None:
            return None
        data = self._prepared(data)
        root = parse_tree(data)
        if root is None:
            root = self._salvaged(part, data)
        if root is not None:
            self._refuse_doctype(part, root)
        return root

    def corrupt(self, cause: str) -> ParseError:
        """The error for a file that cannot be read, to be raised."""
        remedy = f"open it in {self._kind.program} and save it again"
        return CorruptDocument(self._name, cause, remedy, parser=self._kind.parser)

    def locked(self, cause: str = "it is locked with a password") -> ParseError:
        """The error for a file that needs a password, to be raised."""
        remedy = f"open it in {self._kind.program} and save it without one"
        return EncryptedDocument(self._name, cause, remedy, parser=self._kind.parser)

    def _prepared(self, data: bytes) -> bytes:
        """The bytes of a part before they are parsed, for dialects of its markup."""
        return data

    def _salvaged(self, part: str, data: bytes) -> Xml | None:
        """What can be had of a part that is damaged, too deep, or too long in one text."""
        root = parse_tree(data, huge=True)
        if root is None:
            self.warnings.append(f"{part} is damaged; what could be read was kept")
            root = parse_tree(data, recover=True, huge=True)
        return root

    def _refuse_doctype(self, part: str, root: Xml) -> None:
        declared = root.getroottree().docinfo.internalDTD
        if declared is None:
            return
        if not self._kind.has_doctype:
            raise self.corrupt(
                f"{part} declares a document type, which {self._kind.program} never does"
            )
        if any(True for _ in declared.iterentities()):
            raise self.corrupt(f"{part} declares entities, which no reader needs")

    def _refuse_what_is_no_zip(self, data: bytes) -> None:
        if not data:
            raise EmptyDocument(
                self._name,
                "the file is empty (0 bytes)",
                "save or download it again",
                parser=self._kind.parser,
            )
        if data.startswith(_OLE):
            if _ENCRYPTED_PACKAGE in data:
                raise self.locked()
            raise self.corrupt("it is a file of Office 97–2003 and not what its name says")

    def _count(self, info: zipfile.ZipInfo) -> None:
        """Count a part that is unpacked, once, with what is unpacked around this file."""
        if info.filename not in self._unpacked:
            self._unpacked.add(info.filename)
            self._source.spend("unpacked_bytes", info.file_size)

    def _check_sizes(self, source: Source) -> None:
        limits, members = source.limits, self._zip.infolist()
        limits.check("archive_members", len(members), self._name)
        limits.check("unpacked_bytes", sum(info.file_size for info in members), self._name)
        for info in members:
            if info.file_size > MIB:
                ratio = info.file_size // max(1, info.compress_size)
                limits.check("unpack_ratio", ratio, self._name)
            if info.flag_bits & 1:
                raise self.locked()
