"""The package of a book: its facts, its files, and the order in which they are read.

EPUB 3.3, 5 (package document), and what EPUB 2 books have in their place. Not here: what stands in
a chapter.

    book = Book(source)
    [chapter.path for chapter in book.chapters]         # ["OEBPS/one.xhtml", …]
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from ragstone.parsers.xml_tree import Xml
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

_KIND = PackageKind("epub", "an EPUB book", "an EPUB editor", has_doctype=True)
_PACKAGE_TYPE = "application/oebps-package+xml"
_CHAPTER_TYPES = frozenset(
    {"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"}
)
_CHAPTER_ENDINGS = (".xhtml", ".html", ".htm")
#: Fonts made unreadable to keep them in the book; the text is not touched (EPUB OCF 3.3, 4.4).
_OBFUSCATED = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
_FACTS = {
    "title": "title",
    "publisher": "publisher",
    "date": "date",
    "description": "description",
    "identifier": "identifier",
    "rights": "rights",
}
_LISTS = {"creator": "authors", "contributor": "contributors", "subject": "subjects"}
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Item:
    """One file of the manifest."""

    path: str
    media_type: str
    properties: frozenset[str]
    fallback: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One file of the spine; `is_navigation` for a page that only leads to others."""

    path: str
    is_navigation: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the table of contents; `depth` is 1 at the top."""

    label: str
    depth: int


class Book(ZipPackage):
    """An open book. `warnings` says what of its order cannot be had."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, _KIND)
        # A damaged part of a book is a warning; without any chapter it is an error.
        self.main = "META-INF/container.xml"
        self._encrypted = self._read_encryption()
        self._opf = self._package_path()
        self._root = None if self._opf is None else self.xml(self._opf)
        self._items = dict(self._read_manifest())
        self._guide_contents = {
            self.resolved(href)
            for node in self._under("guide", "reference")
            if str(node.get("type", "")).lower() == "toc" and (href := node.get("href"))
        }
        self.chapters = list(self._read_spine())
        self._refuse_what_is_locked()

    def resolved(self, href: str, base: str | None = None) -> str:
        """The path in the archive that `href` means, seen from `base` or the package document."""
        path = unquote(href.partition("#")[0].partition("?")[0])
        folder = posixpath.dirname(base if base is not None else self._opf or "")
        return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")

    def facts(self) -> dict[str, Any]:
        """What the book says of itself (Dublin Core)."""
        facts: dict[str, Any] = {}
        metadata = list(self._under("metadata"))
        # OEB 1 wraps them: metadata/dc-metadata/dc:Title.
        nodes = [item for node in metadata for item in node.iter() if isinstance(item.tag, str)]
        for node in nodes:
            name = _local(node).lower()
            said = " ".join("".join(node.itertext()).split())
            if not said or ("/dc/" not in node.tag and "dc/elements" not in node.tag):
                continue
            if name in _LISTS:
                facts.setdefault(_LISTS[name], []).append(said)
            elif name == "language":
                facts.setdefault("language", said)
            elif name in _FACTS:
                plain = " ".join(_TAG.sub(" ", said).split()) if name == "description" else said
                facts.setdefault(_FACTS[name], plain)
        return facts

    def contents(self) -> dict[str, Entry]:
        """The first entry of the table of contents for each file, by its path: of EPUB 3's page,
        else of EPUB 2's NCX.
        """
        found: dict[str, Entry] = {}
        pages = [item for item in self._items.values() if "nav" in item.properties]
        for item in pages:
            for path, entry in self._page_entries(item.path):
                found.setdefault(path, entry)
        for item in self._items.values():
            if not pages and item.media_type == "application/x-dtbncx+xml":
                for path, entry in self._ncx_entries(item.path):
                    found.setdefault(path, entry)
        return found

    def _page_entries(self, page: str) -> Iterator[tuple[str, Entry]]:
        for node in self._iter(self.xml(page), "nav"):
            kind = next((said for key, said in node.attrib.items() if _ends(key, "type")), "toc")
            for link in self._iter(node, "a") if "toc" in str(kind).split() else ():
                label = " ".join("".join(link.itertext()).split())
                depth = sum(1 for around in link.iterancestors() if _local(around) == "ol")
                if label and link.get("href"):
                    yield self.resolved(link.get("href"), page), Entry(label, max(1, depth))

    def _ncx_entries(self, part: str) -> Iterator[tuple[str, Entry]]:
        for point in self._iter(self.xml(part), "navPoint"):
            text = next(self._iter(point, "text"), None)
            content = next(self._iter(point, "content"), None)
            label = "" if text is None else " ".join((text.text or "").split())
            depth = sum(1 for around in point.iterancestors() if _local(around) == "navPoint")
            if label and content is not None and content.get("src"):
                yield self.resolved(content.get("src"), part), Entry(label, depth + 1)

    def _iter(self, node: Xml | None, name: str) -> Iterator[Xml]:
        return iter(()) if node is None else node.iter(f"{{*}}{name}")

    def _under(self, parent: str, name: str | None = None) -> Iterator[Xml]:
        """The parts of the package document called `parent`, or their children called `name`."""
        for node in self._root if self._root is not None else ():
            if _local(node) != parent:
                continue
            if name is None:
                yield node
            else:
                yield from (item for item in node if _local(item) == name)

    def _package_path(self) -> str | None:
        container = self.xml("META-INF/container.xml")
        named = [
            str(node.get("full-path", "")).lstrip("/")
            for node in self._iter(container, "rootfile")
            if node.get("media-type", _PACKAGE_TYPE) == _PACKAGE_TYPE
        ]
        named += [name for name in self.names if name.lower().endswith(".opf")]
        return next((name for name in named if self.has(name)), None)

    def _read_manifest(self) -> Iterator[tuple[str, Item]]:
        for node in self._under("manifest", "item"):
            href = node.get("href")
            if href and not re.match(r"[a-zA-Z][\w+.-]+:", href):
                yield (
                    str(node.get("id", "")),
                    Item(
                        self.resolved(href),
                        str(node.get("media-type", "")).lower(),
                        frozenset(str(node.get("properties", "")).split()),
                        str(node.get("fallback", "")),
                    ),
                )

    def _read_spine(self) -> Iterator[Chapter]:
        if self._root is None:
            self.warnings.append(
                "the book does not say in which order it is read; its pages come by name"
            )
            for name in sorted(self.names):
                if name.lower().endswith(_CHAPTER_ENDINGS):
                    yield Chapter(name, is_navigation=False)
            return
        for node in self._under("spine", "itemref"):
            identity = str(node.get("idref", ""))
            item = self._items.get(identity)
            seen = {identity}
            while item is not None and item.media_type not in _CHAPTER_TYPES:
                # Pictures and the like may name a page to be read in their place.
                again = item.fallback in seen
                seen.add(item.fallback)
                if again or item.fallback not in self._items:
                    break
                item = self._items[item.fallback]
            if item is None or not self.has(item.path):
                name = identity if item is None else item.path
                self.warnings.append(f"{name} is part of the book and is not in the file")
            elif item.media_type in _CHAPTER_TYPES or item.path.endswith(_CHAPTER_ENDINGS):
                is_contents = "nav" in item.properties or item.path in self._guide_contents
                yield Chapter(item.path, is_contents)
            else:
                self.warnings.append(f"{item.path} is {item.media_type} and was not read")

    def _read_encryption(self) -> set[str]:
        """Paths of encrypted files, fonts that are only obfuscated aside."""
        found: set[str] = set()
        for data in self._iter(self.xml("META-INF/encryption.xml"), "EncryptedData"):
            method = next(self._iter(data, "EncryptionMethod"), None)
            if method is not None and method.get("Algorithm") in _OBFUSCATED:
                continue
            for reference in self._iter(data, "CipherReference"):
                path = unquote(str(reference.get("URI", "")))
                found.add(posixpath.normpath(posixpath.join("/", path)).lstrip("/"))
        return found

    def _refuse_what_is_locked(self) -> None:
        locked = [chapter for chapter in self.chapters if chapter.path in self._encrypted]
        if locked and len(locked) == len(self.chapters):
            raise self.locked("it is encrypted (DRM) and can only be read with its shop's program")
        for chapter in locked:
            self.warnings.append(f"{chapter.path} is encrypted and was left out")
        self.chapters = [one for one in self.chapters if one.path not in self._encrypted]
        if not self.chapters:
            raise self.corrupt("no page of the book is in the file")


def _local(node: Xml) -> str:
    name = node.tag
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def _ends(name: object, local: str) -> bool:
    """Whether an attribute is called `local` in some namespace."""
    return str(name).endswith(f"}}{local}")
