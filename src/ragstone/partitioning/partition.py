"""`partition` and `partition_pdf`: a file in, its elements out, under Unstructured's names.

    elements = partition(filename="report.pdf")
    elements = partition_pdf(file=stream, strategy="fast", include_page_breaks=True)

The file is read in this process; knowledge bases read theirs in a sandbox. What the reader should
know (a damaged page, a page that looks scanned) is given as a Python warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from ragstone.chunkers.composite import chunk_by_title, chunk_elements
from ragstone.errors import ParameterError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.catalog import row_of
from ragstone.parsers.formats import label_of
from ragstone.parsers.read import read_document
from ragstone.parsers.signatures import PDF
from ragstone.partitioning.given import Typed, source_given, typed
from ragstone.partitioning.options import PartitionOptions
from ragstone.partitioning.strategy import check_strategy
from ragstone.sources.source import Source


def partition(
    filename: str | Path | None = None,
    *,
    file: IO[Any] | None = None,
    url: str | None = None,
    content_type: str | None = None,
    strategy: str = "auto",
    include_page_breaks: bool = False,
    languages: Sequence[str] | None = None,
    encoding: str | None = None,
    ssl_verify: bool = True,
    **options: Any,
) -> list[Element]:
    """The elements of exactly one of `filename`, `file` (open, in bytes or text) and `url`.

    - `content_type`: a hint; the content has the last word, except among text formats.
    - `strategy`: how a PDF is read: "auto" or "fast"; "hi_res" and "ocr_only" are refused.
    - `include_page_breaks`: a `PageBreak` wherever a page or slide begins after the first.
    - `languages`: said of every element that does not tell its own.
    - `encoding`: of text; without it, it is detected.
    - `ssl_verify`: whether certificates are checked for `url`.
    - `options`: those of `PartitionOptions`.

    Raises `ParameterError` for what makes no sense or is not there, `FetchRefused` for an address
    that must not be fetched, and the errors of `read_document`.
    """
    wish = _Wish(strategy, include_page_breaks, tuple(languages or ()), content_type, encoding)
    known, chunking = PartitionOptions.of(options)
    check_strategy(strategy)
    return _elements(source_given(filename, file, url, ssl_verify, known), wish, known, chunking)


def partition_pdf(
    filename: str | Path | None = None,
    *,
    file: IO[Any] | None = None,
    url: str | None = None,
    strategy: str = "auto",
    include_page_breaks: bool = False,
    languages: Sequence[str] | None = None,
    ssl_verify: bool = True,
    **options: Any,
) -> list[Element]:
    """`partition` for a PDF; `ParameterError` for what is none."""
    wish = _Wish(strategy, include_page_breaks, tuple(languages or ()), PDF, only=PDF)
    known, chunking = PartitionOptions.of(options)
    check_strategy(strategy)
    return _elements(source_given(filename, file, url, ssl_verify, known), wish, known, chunking)


@dataclass(frozen=True, slots=True)
class _Wish:
    """How a file is to be read; `only` is the one media type that will do."""

    strategy: str
    include_page_breaks: bool
    languages: tuple[str, ...]
    content_type: str | None = None
    encoding: str | None = None
    only: str | None = None


def _elements(
    source: Source, wish: _Wish, options: PartitionOptions, chunking: dict[str, Any]
) -> list[Element]:
    found = typed(source, wish.content_type, wish.encoding)
    media_type = found.media_type
    if wish.only is not None and media_type != wish.only:
        raise ParameterError(
            f"{source.name} is {label_of(media_type)} and not {label_of(wish.only)}; "
            "partition() reads any format"
        )
    document = _read(found, options)
    for warning in document.warnings:
        # Told of the line that called `partition`.
        warnings.warn(f"{source.name}: {warning}", stacklevel=3)
    elements: Iterable[Element] = document.elements
    row = row_of(media_type)
    skipped = {f".{name.strip('.').lower()}" for name in options.skip_infer_table_types}
    is_skipped = row is not None and bool(skipped & set(row.extensions))
    if is_skipped or not options.infer_table_structure:
        elements = (
            replace(element, html=None) if element.type is ElementType.TABLE else element
            for element in elements
        )
    told: dict[str, Any] = {"filename": source.name, "filetype": media_type}
    if wish.languages:
        told["languages"] = list(wish.languages)
    elements = (replace(element, facts={**told, **element.facts}) for element in elements)
    if wish.include_page_breaks:
        elements = with_page_breaks(elements)
    if options.chunking_strategy is None:
        return list(elements)
    chunk = chunk_elements if options.chunking_strategy == "basic" else chunk_by_title
    return list(chunk(elements, **chunking))


def _read(found: Typed, options: PartitionOptions) -> Document:
    if found.media_type == PDF and options.password is not None:
        return read_document(found.source, parameters={"password": options.password})
    return read_document(found.source, parser=found.parser)


def with_page_breaks(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements with a `PageBreak` before the first of every page or slide but the first.

    An element that goes on over a page's end stands before the break.
    """
    before: int | None = None
    for element in elements:
        place = element.provenance
        here = place.page if place.page is not None else place.slide
        if here is not None:
            if before is not None and here > before:
                where = Provenance(page=place.page, slide=place.slide, rule="page_break_asked")
                yield Element(ElementType.PAGE_BREAK, "", f"page-break-{here}", provenance=where)
            before = here if before is None else max(here, before)
        yield element
