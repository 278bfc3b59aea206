"""The container of a Word file: a zip of XML parts that point at each other.

Sizes are checked before anything is unpacked; parts are read on demand; entities are never
resolved and a part with a DOCTYPE is refused. python-docx is not used here: it unpacks every
picture, and one dangling relationship makes it refuse a file that Word opens.

    package = WordPackage(source)
    body = package.xml(package.main)
"""

from __future__ import annotations

import importlib
import io
import lzma
import posixpath
import zipfile
import zlib
from typing import Any

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, ParseError
from ragstone.limits import MIB
from ragstone.sources.source import Source

_etree: Any = importlib.import_module("lxml.etree")

#: An lxml element; the package has no types.
Xml = Any

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "urn:schemas-microsoft-com:vml": "v",
}
_NAMESPACES = {prefix: namespace for namespace, prefix in _PREFIXES.items()}
# ISO/IEC 29500 strict files say the same under other names.
_STRICT = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/math",
        b"http://schemas.openxmlformats.org/officeDocument/2006/math",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
    (
        b"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing",
        b"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    ),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
# ValueError: offsets that point before the file; RuntimeError: a member's own encryption.
_UNPACKING_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    ValueError,
    RuntimeError,
)
_ANEW = "open it in Word and save it again"


def tag(node: Xml) -> str:
    """The element's name with its usual prefix ("w:p"); without one in other namespaces."""
    name = node.tag
    if not isinstance(name, str):
        return ""
    namespace, _, local = name.rpartition("}")
    prefix = _PREFIXES.get(namespace[1:])
    return f"{prefix}:{local}" if prefix else local


def attribute(node: Xml, name: str) -> str | None:
    """The attribute called `name`, with prefix ("w:val")."""
    prefix, _, local = name.partition(":")
    value = node.get(f"{{{_NAMESPACES[prefix]}}}{local}" if local else name)
    return None if value is None else str(value)


def child(node: Xml, *path: str) -> Xml | None:
    """The first child called so, and its first child called so, …"""
    for name in path:
        if node is None:
            return None
        node = next((item for item in node if tag(item) == name), None)
    return node


def value(node: Xml, *path: str) -> str | None:
    """`w:val` of the element at `path`; None when there is no such element or attribute."""
    found = child(node, *path)
    return None if found is None else attribute(found, "w:val")


def is_on(node: Xml, *path: str) -> bool:
    """Whether the switch at `path` is there and not turned off (ECMA-376, ST_OnOff)."""
    found = child(node, *path)
    return found is not None and (attribute(found, "w:val") or "1") not in ("0", "false", "off")


class WordPackage:
    """An open Word file. `main` is the name of the part that holds the body.

    Raises `EmptyDocument`, `EncryptedDocument`, `CorruptDocument` or `LimitExceeded`.
    `warnings` grows while parts are read.
    """

    def __init__(self, source: Source) -> None:
        self.warnings: list[str] = []
        self._name = source.name
        data = source.read_bytes()
        self._refuse_what_is_no_zip(data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _UNPACKING_ERRORS as error:
            raise self._corrupt("it is damaged or truncated: not a whole zip archive") from error
        self._check_sizes(source)
        self._members = {info.filename.lstrip("/").lower(): info for info in self._zip.infolist()}
        self.main = self._main()

    def xml(self, part: str) -> Xml | None:
        """The root of a part; None when there is no such part or nothing of it can be read."""
        data = self.read(part)
        if data is None:
            return None
        for strict, transitional in _STRICT:
            data = data.replace(strict, transitional)
        root = self._parsed(data, recover=False)
        if root is None:
            root = self._parsed(data, recover=True)
            self.warnings.append(
                f"{part} is damaged or nested too deeply; what could be read was kept"
            )
        if root is not None and root.getroottree().docinfo.internalDTD is not None:
            raise self._corrupt(f"{part} declares a document type, which Word files never do")
        return root

    def read(self, part: str) -> bytes | None:
        """The bytes of a part, or None."""
        info = self._members.get(part.lower())
        if info is None:
            return None
        try:
            return self._zip.read(info)
        except _UNPACKING_ERRORS as error:
            if part == getattr(self, "main", part):
                raise self._corrupt(f"{part} cannot be unpacked") from error
            self.warnings.append(f"{part} cannot be unpacked and was left out")
            return None

    def related(self, part: str, kind: str) -> dict[str, str]:
        """Names of the parts that `part` points at as `kind` ("footnotes"), by relationship id."""
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        if root is None:
            return {}
        return {
            node.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            for node in root
            if tag(node) == "Relationship"
            and node.get("TargetMode") != "External"
            and str(node.get("Type", "")).rsplit("/", 1)[-1] == kind
            and (target := node.get("Target"))
        }

    def _main(self) -> str:
        found = list(self.related("", "officeDocument").values())
        for name in (*found, "word/document.xml"):
            if name.lower() in self._members:
                return name
        raise self._corrupt("it is a zip archive without a Word document inside")

    def _parsed(self, data: bytes, *, recover: bool) -> Xml | None:
        parser = _etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
            recover=recover,
        )
        try:
            return _etree.fromstring(data, parser)
        except (_etree.XMLSyntaxError, ValueError):
            return None

    def _refuse_what_is_no_zip(self, data: bytes) -> None:
        if not data:
            raise EmptyDocument(
                self._name,
                "the file is empty (0 bytes)",
                "save or download it again",
                parser="docx",
            )
        if data.startswith(_OLE):
            if _ENCRYPTED_PACKAGE in data:
                raise self._locked()
            raise self._corrupt("it is a file of Word 97–2003 and not what its name says")

    def _check_sizes(self, source: Source) -> None:
        limits, members = source.limits, self._zip.infolist()
        limits.check("archive_members", len(members), self._name)
        limits.check("unpacked_bytes", sum(info.file_size for info in members), self._name)
        for info in members:
            if info.file_size > MIB:
                ratio = info.file_size // max(1, info.compress_size)
                limits.check("unpack_ratio", ratio, self._name)
            if info.flag_bits & 1:
                raise self._locked()

    def _locked(self) -> ParseError:
        return EncryptedDocument(
            self._name,
            "it is locked with a password",
            "open it in Word and save it without one",
            parser="docx",
        )

    def _corrupt(self, cause: str) -> ParseError:
        return CorruptDocument(self._name, cause, _ANEW, parser="docx")
