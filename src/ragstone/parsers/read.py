"""Reading a document: detect, choose the parser, read, and turn every failure into one sentence.

document = read_document(Source.from_path("report.pdf"))
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ragstone.entries import Entry
from ragstone.errors import CorruptDocument, LimitExceeded, RagstoneError, UnsupportedFormat
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.catalog import PARSERS, row_of
from ragstone.parsers.detect import Detected, detect, text_type
from ragstone.parsers.formats import label_of, remedy_of
from ragstone.sources.budget import Budget
from ragstone.sources.source import Source
from ragstone.text.concealed import hides_letters


def read_document(
    source: Source, *, parser: str | None = None, parameters: Mapping[str, Any] | None = None
) -> Document:
    """The document in `source`, read by the parser named or by the one its content asks for.

    Raises `ParseError` (which names the file, the cause and the remedy), `LimitExceeded`,
    `SourceNotFound`, `MissingExtra`, or `ParameterError` for an unknown parser or option.
    """
    data = None if source.text is not None else source.read_bytes()
    if data is None:
        media_type = source.media_type or text_type(source.name)
        found = Detected(media_type, f"text in memory, given as {media_type}")
    elif parser is not None:
        media_type = PARSERS.entry(parser).media_types[0]
        found = Detected(media_type, f"the parser {parser} was asked for")
    else:
        with _border(source.name, "its type could not be told"):
            found = detect(source.name, data)
    row = PARSERS.entry(parser) if parser is not None else _row(source, found)
    member = PARSERS.create(row.name, **(parameters or {}))
    ready = replace(
        source,
        media_type=found.media_type,
        child_parser=source.child_parser or read_document,
        budget=source.budget if source.depth else Budget(),
    )
    if data is not None:
        ready = replace(ready, data=data, path=None)
    with _border(source.name, f"the {row.name} parser failed on it", row.name):
        document = member.read(ready)
    extra = [found.warning] if found.warning else []
    extra += _suspicions(document)
    reason = "; ".join(part for part in (found.reason, document.strategy_reason) if part)
    return replace(document, warnings=(*extra, *document.warnings), strategy_reason=reason)


def identified(source: Source) -> tuple[str, Entry]:
    """The media type of `source` by its content, and the row of the parser that would read it.

    Raises `UnsupportedFormat`, `EncryptedDocument` and the like where none would, `MissingExtra`
    where its packages are missing, and the errors of `Source.read_bytes`.
    """
    with _border(source.name, "its type could not be told"):
        found = detect(source.name, source.read_bytes())
    row = _row(source, found)
    PARSERS.create(row.name)
    return found.media_type, row


@contextmanager
def _border(name: str, what: str, parser: str | None = None) -> Generator[None]:
    """Whatever a library throws at a broken file is one kind of error behind here."""
    try:
        yield
    except LimitExceeded as error:
        if not error.file or error.file == name or error.file.startswith(f"{name}/"):
            raise
        # A part that has a name of its own: a chapter, a cell.
        raise error.inside(name) from error
    except (RagstoneError, MemoryError):
        raise
    except Exception as error:
        raise CorruptDocument(
            name,
            f"{what} ({type(error).__name__})",
            "check that the file opens elsewhere, or save it anew",
            parser=parser,
        ) from error


def _suspicions(document: Document) -> Iterator[str]:
    """One sentence for what hides from readers: one that is not told may act on it."""
    elements = document.elements
    marked = sum(Mark.SUSPICIOUS in element.marks for element in elements)
    if marked:
        yield (
            f"{marked} elements hold text that its reader does not see (tag or zero-width "
            "characters, the colour of the ground, tiny letters); they are marked suspicious"
        )
    tables = (element.text for element in elements if element.type is ElementType.TABLE)
    hiding = sum(map(hides_letters, tables))
    if hiding:
        yield f"{hiding} tables hold tag or zero-width characters, which their reader does not see"


def _row(source: Source, found: Detected) -> Entry:
    row = row_of(found.media_type)
    if row is None and source.text is not None and found.media_type.startswith("text/"):
        return PARSERS.entry("text")
    if row is not None:
        return row
    raise UnsupportedFormat(
        source.name,
        f"it is {label_of(found.media_type)}, an unsupported format",
        remedy_of(found.media_type),
    )
