"""The EPUB parser: the chapters of a book in reading order, each read as the page that it is.

The package is in `book.py`; pages go through the parser of HTML by `source.parse_part`.

    document = EpubParser().read(Source.from_path("tides.epub"))
    document.elements[0].provenance.path            # "OEBPS/one.xhtml"
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ragstone.errors import LimitExceeded, RagstoneError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.epub.book import Book, Chapter
from ragstone.parsers.member_name import member_name
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.read import read_document
from ragstone.parsers.signatures import EPUB
from ragstone.sources.source import Source

_XHTML = "application/xhtml+xml"
_SOFT_HYPHEN = re.compile(r"\u00ad|&shy;|&#0*173;|&#[xX]0*[aA][dD];")
#: On a web page these stand beside the text; in a book they are boxes of it.
_ASIDE = re.compile(r"<(/?)(?:aside|footer)(?=[\s>/])", re.IGNORECASE)


#: A raised number that leads to a note, in books that do not say what it is.
_RAISED = re.compile(
    r"<a(?=\s[^<>]{0,400}\bhref\s*=\s*[\"'][^\"'<>]{0,300}#)([^<>]{1,800})>"
    r"(\s{0,20}<sup(?:\s[^<>]{0,300})?>\s{0,20}[\d*†‡§]{1,4}\s{0,20}</sup>\s{0,20}</a>)"
    r"|(<sup(?:\s[^<>]{0,300})?>\s{0,20})"
    r"<a(?=\s[^<>]{0,400}\bhref\s*=\s*[\"'][^\"'<>]{0,300}#)([^<>]{1,800})>"
    r"(\s{0,20}[\d*†‡§]{1,4}\s{0,20}</a>)",
)


@dataclass(slots=True)
class _Page:
    """A file of the book: its path, that path as it may be shown, what its head calls it."""

    path: str
    name: str
    title: str = ""
    elements: list[Element] = field(default_factory=list[Element])


class EpubParser(ParserBase):
    """Reads EPUB 2 and 3 books.

    - Chapters come in the order of the spine; the `path` of every element is that of its file.
    - Pages of contents are marked, notes are footnotes; ruby readings and soft hyphens are no text.
    - A chapter that is missing or cannot be read is a warning; a locked book is an error.
    """

    row = own_row("epub")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the EPUB parser."""

        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the book; raises `ParseError` or `LimitExceeded`."""
        # A parser that is used by itself has no child_parser yet.
        source = replace(source, child_parser=source.child_parser or read_document)
        book = Book(source)
        asked = self.parameters.pictures
        pictures = PictureFiles(source.limits.picture_bytes) if asked else None
        pages = [_page(source, book, chapter, pictures) for chapter in book.chapters]
        elements = [element for page in _titled(pages, book) for element in page.elements]
        source.limits.check("text_characters", sum(len(e.text) for e in elements), source.name)
        warnings = [*book.warnings, *(pictures.warnings if pictures is not None else ())]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=EPUB,
            elements=outline(elements),
            grouping="heading",
            facts=book.facts() | {"chapter_count": len(book.chapters)},
            warnings=tuple(dict.fromkeys(warnings)),
            parser="epub",
            strategy="spine",
        )


def _page(source: Source, book: Book, chapter: Chapter, pictures: PictureFiles | None) -> _Page:
    """One file of the book, read."""
    name = member_name(chapter.path, "chapter")
    page = _Page(chapter.path, name)
    data = book.read(chapter.path)
    if data is None:
        return page
    try:
        found = text_of(replace(source, name=name, path=None, text=None, data=data))
        document = source.parse_part(Source.from_text(_as_xhtml(found.text), name, _XHTML))
    except RagstoneError as error:
        if isinstance(error, LimitExceeded):
            raise
        book.warnings.append(f"{name} cannot be read and was left out")
        return page
    warnings = [*found.warnings, *document.warnings]
    book.warnings += [f"{name}: {warning}" for warning in warnings if warning != "empty"]
    marks = frozenset({Mark.BOILERPLATE}) if chapter.is_navigation else frozenset[Mark]()
    page.title = str(document.facts.get("title", ""))
    page.elements = [_placed(element, name, marks) for element in document.elements]
    if pictures is not None:
        page.elements = [_with_picture(one, book, chapter, pictures) for one in page.elements]
    return page


def _titled(pages: list[_Page], book: Book) -> Iterator[_Page]:
    """The pages with their titles as deep as the table of contents has them.

    Books make the titles of their chapters with any heading, front matter often with a larger one.
    A page without a title has that of its entry, or the one that its head alone has in the book.
    """
    entries = book.contents()
    heads = Counter(page.title for page in pages)
    heads[str(book.facts().get("title", ""))] += 2
    for page in pages:
        entry = entries.get(page.path)
        shown = [element for element in page.elements if not element.marks & LEFT_OUT]
        title = next((one for one in shown if one.type is ElementType.TITLE), None)
        if title is None:
            label, rule = page.title if heads[page.title] == 1 else "", "title of the page"
            if entry is not None:
                label, rule = entry.label, "entry of the table of contents"
            if shown and label and shown[0].text != label:
                place = Provenance(path=page.name, rule=rule)
                level = 1 if entry is None else entry.depth
                head = Element(ElementType.TITLE, label, level=level, provenance=place)
                page.elements = [head, *page.elements]
        elif entry is not None and title.level != entry.depth:
            deeper = entry.depth - (title.level or 1)
            page.elements = [_moved(element, deeper) for element in page.elements]
        yield page


def _moved(element: Element, deeper: int) -> Element:
    if element.type is not ElementType.TITLE:
        return element
    return replace(element, level=max(1, (element.level or 1) + deeper))


def _with_picture(
    element: Element, book: Book, chapter: Chapter, pictures: PictureFiles
) -> Element:
    """An image with its data, where it is a file of the book."""
    address = str(element.facts.get("src", "")) if element.type is ElementType.IMAGE else ""
    if not address or ":" in address:
        return element
    data = pictures.part(book.resolved(address, chapter.path), book.read)
    return element if data is None else replace(element, data=data)


def _as_xhtml(text: str) -> str:
    """The page as XHTML, whatever its first line says, and as the text of a book."""
    text = _ASIDE.sub(r"<\1section", _SOFT_HYPHEN.sub("", text))
    text = _RAISED.sub(_as_reference, text)
    return text if text.lstrip("\ufeff \t\r\n").startswith("<?xml") else f"<?xml?>{text}"


def _as_reference(found: re.Match[str]) -> str:
    """The link as one that says that it leads to a note."""
    before, attributes, rest = found[3] or "", found[1] or found[4], found[2] or found[5]
    said = "" if "epub:type" in attributes else ' epub:type="noteref"'
    return f"{before}<a{said}{attributes}>{rest}"


def _placed(element: Element, path: str, marks: frozenset[Mark]) -> Element:
    """`element` of a chapter as it stands in the book."""
    return replace(
        element,
        marks=element.marks | marks,
        provenance=replace(element.provenance, path=path),
        lines=tuple(Run(run.start, replace(run.provenance, path=path)) for run in element.lines),
    )
