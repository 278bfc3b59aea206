"""An OpenDocument file, packed or flat: its content, its styles, what it says of itself.

file = OdfFile.packed(source, PackageKind("odt", "an OpenDocument text", "LibreOffice"))
body = file.body("text")
"""

from __future__ import annotations

import base64
import posixpath
from typing import Any

from ragstone.errors import CorruptDocument, EmptyDocument
from ragstone.parsers.odf.nodes import Xml, attribute, child, children, descendants, tag
from ragstone.parsers.xml_tree import parse_tree
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

#: ODF 1.3 part 3, 4.3: what the facts call them.
_FACTS = {
    "dc:title": "title",
    "dc:subject": "subject",
    "dc:description": "description",
    "dc:language": "language",
    "meta:creation-date": "created",
    "dc:date": "modified",
}


class OdfFile:
    """The parts of one file. `content`, `styles` and `meta` are roots, the last two maybe None.

    In a flat file all are one root, and there are no embedded objects of their own. `warnings` grow
    while parts are read.
    """

    def __init__(
        self, content: Xml, styles: Xml | None, meta: Xml | None, package: ZipPackage | None
    ) -> None:
        self.content, self.styles, self.meta = content, styles, meta
        self._package = package
        self.warnings = [] if package is None else package.warnings
        if self.has_macros:
            self.warnings.append("the file holds macros, which were neither run nor read")

    @classmethod
    def packed(cls, source: Source, kind: PackageKind) -> OdfFile:
        """A zip of parts. Raises `EncryptedDocument` for one with a password."""
        package = ZipPackage(source, kind)
        # Until the content is read, what cannot be unpacked is an error.
        package.main = "content.xml"
        manifest = package.xml("META-INF/manifest.xml")
        if next(descendants(manifest, "manifest:encryption-data"), None) is not None:
            raise package.locked()
        content = package.xml("content.xml")
        if content is None:
            raise package.corrupt("its content cannot be read")
        return cls(content, package.xml("styles.xml"), package.xml("meta.xml"), package)

    @classmethod
    def flat(cls, source: Source, parser: str) -> OdfFile:
        """One XML document that holds everything."""
        data = source.read_bytes()
        if not data.strip():
            raise EmptyDocument(
                source.name, "the file is empty", "save or download it again", parser=parser
            )
        root = parse_tree(data, huge=True)
        warnings: list[str] = []
        if root is None:
            root = parse_tree(data, recover=True, huge=True)
            warnings.append("the file is damaged; what could be read was kept")
        if root is None:
            raise CorruptDocument(
                source.name,
                "its XML is damaged",
                "open it in LibreOffice and save it again",
                parser=parser,
            )
        if tag(root) != "office:document" or root.getroottree().docinfo.internalDTD is not None:
            raise CorruptDocument(
                source.name,
                "it is XML and no OpenDocument file",
                "check what made it",
                parser=parser,
            )
        file = cls(root, root, root, None)
        file.warnings[:0] = warnings
        return file

    @property
    def has_macros(self) -> bool:
        """Whether it brings scripts, which nobody runs."""
        if any(True for _ in children(child(self.content, "office:scripts"), "office:script")):
            return True
        folders = ("basic/", "scripts/")
        names = [] if self._package is None else self._package.names
        return any(name.lower().startswith(folders) for name in names)

    def body(self, kind: str) -> Xml | None:
        """What the file shows: `kind` is "text", "presentation", …"""
        return child(self.content, "office:body", f"office:{kind}")

    def object(self, reference: Xml) -> Xml | None:
        """The root of the object that a `draw:object` holds or names; None when there is none."""
        inside = next(iter(reference), None)
        if inside is not None:
            return inside
        href = attribute(reference, "xlink:href") or ""
        if self._package is None or not href or ":" in href:
            return None
        folder = posixpath.normpath(posixpath.join("/", href)).lstrip("/")
        return self._package.xml(f"{folder}/content.xml")

    def picture(self, image: Xml) -> bytes | None:
        """The bytes of the picture that a `draw:image` holds or names; None for one elsewhere."""
        held = child(image, "office:binary-data")
        if held is not None:
            try:
                return base64.b64decode("".join(held.itertext()))
            except ValueError:
                return None
        href = attribute(image, "xlink:href") or ""
        if self._package is None or not href or ":" in href:
            return None
        return self._package.read(posixpath.normpath(href))

    def facts(self) -> dict[str, Any]:
        """Title, authors, dates, … as far as given."""
        facts: dict[str, Any] = {}
        authors: list[str] = []
        keywords: list[str] = []
        meta = child(self.meta, "office:meta")
        for node in meta if meta is not None else ():
            said = " ".join((node.text or "").split())
            name = tag(node)
            if not said:
                continue
            if name in ("meta:initial-creator", "dc:creator"):
                # Who began it goes before who changed it last.
                place = 0 if name == "meta:initial-creator" else len(authors)
                authors.insert(place, said)
            elif name == "meta:keyword":
                keywords.append(said)
            elif name in _FACTS:
                facts[_FACTS[name]] = said
        if authors:
            facts["authors"] = list(dict.fromkeys(authors))
        if keywords:
            facts["keywords"] = ", ".join(keywords)
        if self.has_macros:
            facts["macros"] = True
        return facts
