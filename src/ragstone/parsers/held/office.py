"""The texts that Word, PowerPoint, OpenDocument files and EPUB books hold, part by part.

Every `w:t`, `a:t` and `m:t` of the parts that people see; of OpenDocument and books all text. What
only masters, layouts, themes and styles hold is no content of the document.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from ragstone.parsers.held.markup import AllTexts, Handler, TextsOf, read_part
from ragstone.parsers.held.part import HeldPart
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

_RUN = frozenset({"t"})
#: Fields hold a number that the program works out: of the slide, of the day.
_FIELD = frozenset({"fld"})

_WORD = re.compile(
    r"word/(?:document\d*|footnotes|endnotes|comments|header\d*|footer\d*|charts/[^/]+"
    r"|diagrams/data[^/]*)\.xml",
    re.IGNORECASE,
)
_PRESENTATION = re.compile(
    r"ppt/(?:slides|notesslides|comments|charts|diagrams)/(?:slide|notesslide|comment|chart|data)"
    r"[^/]*\.xml",
    re.IGNORECASE,
)
_BODY = frozenset({"body"})
#: `desc` and `title` describe a drawing; `rt` says how ruby is read.
_NO_TEXT = frozenset(
    {"script", "style", "forms", "event-listeners", "tracked-changes", "sequence-decls", "date"}
    | {"creator", "template", "annotation", "rt", "rp"}
)


def word_parts(source: Source) -> Iterator[HeldPart]:
    """Body, notes, comments, headers and footers, charts and diagrams of a Word document."""
    package = ZipPackage(source, PackageKind("docx", "a Word document", "Word"))
    return _runs(package, _WORD)


def presentation_parts(source: Source) -> Iterator[HeldPart]:
    """Slides, notes, comments, charts and diagrams of a PowerPoint presentation."""
    package = ZipPackage(source, PackageKind("pptx", "a PowerPoint presentation", "PowerPoint"))
    return _runs(package, _PRESENTATION)


def open_document_parts(source: Source) -> Iterator[HeldPart]:
    """The body of an OpenDocument file."""
    package = ZipPackage(source, PackageKind("odt", "an OpenDocument file", "LibreOffice"))
    yield HeldPart("content.xml", _all(package, "content.xml"))


def book_parts(source: Source) -> Iterator[HeldPart]:
    """The pages that an EPUB book shows one after the other."""
    package = ZipPackage(source, PackageKind("epub", "an EPUB book", "Calibre", has_doctype=True))
    spine = _Spine()
    for name in package.names:
        if name.lower().endswith(".opf"):
            read_part(package, name, spine)
            spine.settle(posixpath.dirname(name))
    for name in spine.pages:
        if package.has(name):
            yield HeldPart(name, _all(package, name))


def _runs(package: ZipPackage, parts: re.Pattern[str]) -> Iterator[HeldPart]:
    for name in package.names:
        if parts.fullmatch(name):
            yield HeldPart(name, tuple(read_part(package, name, TextsOf(_RUN, _FIELD))))


def _all(package: ZipPackage, name: str) -> tuple[str, ...]:
    return tuple(read_part(package, name, AllTexts(_BODY, _NO_TEXT)))


class _Spine(Handler):
    """Gathers the pages of a package document (EPUB 3.3, 5.7) by their names in the archive."""

    def __init__(self) -> None:
        self.pages: list[str] = []
        self._items: dict[str, str] = {}
        self._shown: list[str] = []

    def start(self, name: str, attributes: Any) -> None:
        if name == "item":
            self._items[attributes.get("id", "")] = attributes.get("href", "")
        elif name == "itemref":
            self._shown.append(attributes.get("idref", ""))

    def settle(self, folder: str) -> None:
        """Take what was gathered; names in it go out from `folder`."""
        for shown in self._shown:
            href = unquote(self._items.get(shown, "").partition("#")[0])
            if href:
                self.pages.append(posixpath.normpath(posixpath.join(folder, href)))
        self._items, self._shown = {}, []
