"""The container of an Office file (OPC, ISO/IEC 29500-2): parts that point at each other.

python-docx and python-pptx are not used: they unpack every picture, and one dangling relationship
makes them refuse a file that Office opens.

    package = OfficePackage(source, PackageKind("pptx", "a PowerPoint presentation", "PowerPoint"),
                            main="ppt/presentation.xml")
    package.related(package.main, "slide")           # {"rId2": "ppt/slides/slide1.xml"}
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Any

from ragstone.parsers.ooxml.nodes import tag
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

#: ISO/IEC 29500 strict files say the same under other names.
_STRICT = tuple(
    (
        f"http://purl.oclc.org/ooxml/{strict}".encode(),
        f"http://schemas.openxmlformats.org/{transitional}/2006/{name}".encode(),
    )
    for strict, transitional, name in (
        ("wordprocessingml/main", "wordprocessingml", "main"),
        ("spreadsheetml/main", "spreadsheetml", "main"),
        ("presentationml/main", "presentationml", "main"),
        ("officeDocument/math", "officeDocument", "math"),
        ("officeDocument/relationships", "officeDocument", "relationships"),
        ("drawingml/wordprocessingDrawing", "drawingml", "wordprocessingDrawing"),
        ("drawingml/spreadsheetDrawing", "drawingml", "spreadsheetDrawing"),
        ("drawingml/main", "drawingml", "main"),
        ("drawingml/chart", "drawingml", "chart"),
        ("drawingml/diagram", "drawingml", "diagram"),
        ("drawingml/table", "drawingml", "table"),
        ("drawingml/picture", "drawingml", "picture"),
    )
)
_STRICT_ROOT = b"http://purl.oclc.org/ooxml/"
#: Names of the core properties (ISO/IEC 29500-2, annex D) and what the facts call them.
_FACTS = {
    "title": "title",
    "subject": "subject",
    "keywords": "keywords",
    "description": "description",
    "language": "language",
    "created": "created",
    "modified": "modified",
}


@dataclass(frozen=True, slots=True)
class Relationship:
    """One arrow from a part: `kind` ("slide", "hyperlink"), and a part's name or an address."""

    kind: str
    target: str
    is_external: bool


class OfficePackage(ZipPackage):
    """An open Office file. `main` is the part that the package names as its document, else the
    usual name of one; a file with neither is corrupt.
    """

    def __init__(self, source: Source, kind: PackageKind, main: str) -> None:
        super().__init__(source, kind)
        self._relationships: dict[str, dict[str, Relationship]] = {}
        found = [name for name in self.related("", "officeDocument").values() if self.has(name)]
        if not found and not self.has(main):
            raise self.corrupt(f"it is a zip archive without {kind.thing} inside")
        self.main = found[0] if found else main

    def relationships(self, part: str) -> dict[str, Relationship]:
        """What `part` points at, by relationship id; "" is the package itself."""
        known = self._relationships.get(part)
        if known is None:
            known = self._relationships[part] = self._read_relationships(part)
        return known

    def related(self, part: str, kind: str) -> dict[str, str]:
        """Names of the parts that `part` points at as `kind` ("footnotes"), by relationship id."""
        return {
            key: found.target
            for key, found in self.relationships(part).items()
            if found.kind == kind and not found.is_external
        }

    def core_facts(self) -> dict[str, Any]:
        """The core properties, as far as given: title, authors, subject, dates, …"""
        facts: dict[str, Any] = {}
        for name in self.related("", "core-properties").values():
            root = self.xml(name)
            for node in root if root is not None else ():
                key, said = tag(node), (node.text or "").strip()
                if not said:
                    continue
                if key == "creator":
                    people = said.replace("；", ";").split(";")
                    facts["authors"] = [one.strip() for one in people if one.strip()]
                elif key in _FACTS:
                    facts[_FACTS[key]] = said
        return facts

    def _prepared(self, data: bytes) -> bytes:
        if _STRICT_ROOT in data:
            for strict, transitional in _STRICT:
                data = data.replace(strict, transitional)
        return data

    def _read_relationships(self, part: str) -> dict[str, Relationship]:
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        found: dict[str, Relationship] = {}
        for node in root if root is not None else ():
            target = node.get("Target")
            if tag(node) != "Relationship" or not target:
                continue
            kind = str(node.get("Type", "")).rsplit("/", 1)[-1]
            external = node.get("TargetMode") == "External" or kind == "hyperlink"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            found[str(node.get("Id", ""))] = Relationship(kind, str(target), external)
        return found
