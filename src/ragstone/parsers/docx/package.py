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
import posixpath
import zipfile
from typing import Any

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, ParseError
from ragstone.limits import MIB
from ragstone.parsers.archive import UNPACKING_ERRORS
from ragstone.parsers.docx.deep import HasDoctype, read_flat
from ragstone.parsers.docx.nodes import URL, Xml, attribute, clark, tag
from ragstone.sources.source import Source

_etree: Any = importlib.import_module("lxml.etree")

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
#: Deeper trees are flattened: reading a formula takes up to 2.5 Python frames a level.
_TREE_DEPTH = 240
_ANEW = "open it in Word and save it again"


class WordPackage:
    """An open Word file. `main` is the name of the part that holds the body.

    Raises `EmptyDocument`, `EncryptedDocument`, `CorruptDocument` or `LimitExceeded`.
    `warnings` grows while parts are read.
    """

    def __init__(self, source: Source) -> None:
        self.warnings: list[str] = []
        self._name = source.name
        self._max_depth = min(_TREE_DEPTH, source.limits.markup_depth)
        data = source.read_bytes()
        self._refuse_what_is_no_zip(data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except UNPACKING_ERRORS as error:
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
            root = self._salvaged(part, data)
        if root is not None and root.getroottree().docinfo.internalDTD is not None:
            raise self._doctype(part)
        if root is not None and not part.endswith(".rels"):
            self._give_links_their_url(part, root)
        return root

    def read(self, part: str) -> bytes | None:
        """The bytes of a part, or None."""
        info = self._members.get(part.lower())
        if info is None:
            return None
        try:
            return self._zip.read(info)
        except UNPACKING_ERRORS as error:
            if part == getattr(self, "main", part):
                raise self._corrupt(f"{part} cannot be unpacked") from error
            self.warnings.append(f"{part} cannot be unpacked and was left out")
            return None

    def related(self, part: str, kind: str) -> dict[str, str]:
        """Names of the parts that `part` points at as `kind` ("footnotes"), by relationship id."""
        folder = posixpath.dirname(part)
        return {
            node.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            for node in self._relationships(part, kind)
            if node.get("TargetMode") != "External" and (target := node.get("Target"))
        }

    def _relationships(self, part: str, kind: str) -> list[Xml]:
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        return [
            node
            for node in (root if root is not None else ())
            if tag(node) == "Relationship" and str(node.get("Type", "")).rsplit("/", 1)[-1] == kind
        ]

    def _give_links_their_url(self, part: str, root: Xml) -> None:
        """Links name a relationship of their part; those inside the file a bookmark alone."""
        links = list(root.iter(clark("w:hyperlink")))
        if not links:
            return
        known = {
            node.get("Id"): node.get("Target") for node in self._relationships(part, "hyperlink")
        }
        for link in links:
            target = known.get(attribute(link, "r:id")) or ""
            anchor = attribute(link, "w:anchor")
            url = f"{target}#{anchor}" if anchor else target
            if url:
                link.set(URL, url)

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

    def _salvaged(self, part: str, data: bytes) -> Xml | None:
        """What can be had of a part that is too deep, too long in one text, or damaged."""
        try:
            flat = read_flat(data, max_depth=self._max_depth)
        except HasDoctype as error:
            raise self._doctype(part) from error
        if flat.is_cut:
            self.warnings.append(
                f"{part} is nested deeper than {self._max_depth} elements; "
                "below that its text was kept without structure"
            )
        if flat.is_whole:
            return flat.root
        self.warnings.append(f"{part} is damaged; what could be read was kept")
        # libxml2 goes on behind the damage, but loses what is too deep.
        return flat.root if flat.is_cut else self._parsed(data, recover=True)

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

    def _doctype(self, part: str) -> ParseError:
        return self._corrupt(f"{part} declares a document type, which Word files never do")

    def _corrupt(self, cause: str) -> ParseError:
        return CorruptDocument(self._name, cause, _ANEW, parser="docx")
