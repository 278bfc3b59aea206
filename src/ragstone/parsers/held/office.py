"""The texts that Word, PowerPoint, OpenDocument files and EPUB books hold, part by part.

Every `w:t`, `a:t` and `m:t` of the parts that people see; of OpenDocument and books all text. What
only masters, layouts, themes and styles hold is no content of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragstone.parsers.held.markup import AllTexts, TextsOf, read_part
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
_BOOK = re.compile(r".*\.x?html?", re.IGNORECASE)
_BODY = frozenset({"body"})
#: `desc` and `title` describe a drawing for those who do not see it; `annotation` is a comment's.
_NO_TEXT = frozenset(
    {"script", "style", "forms", "event-listeners", "tracked-changes", "sequence-decls", "date"}
    | {"creator", "template", "annotation"}
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
    """The pages of an EPUB book."""
    package = ZipPackage(source, PackageKind("epub", "an EPUB book", "Calibre", has_doctype=True))
    for name in package.names:
        if _BOOK.fullmatch(name):
            yield HeldPart(name, _all(package, name))


def _runs(package: ZipPackage, parts: re.Pattern[str]) -> Iterator[HeldPart]:
    for name in package.names:
        if parts.fullmatch(name):
            yield HeldPart(name, tuple(read_part(package, name, TextsOf(_RUN, _FIELD))))


def _all(package: ZipPackage, name: str) -> tuple[str, ...]:
    return tuple(read_part(package, name, AllTexts(_BODY, _NO_TEXT)))
