"""How well PDF files are read: text in order, tables and headings, against what a reader finds.

    report = await evaluate_parsing(Path("pdf"), Path("markdown"))
    report.overall, report.nid, report.teds, report.mhs

Measures are those of `metrics` (NID, TEDS, MHS, heading levels), means over the documents they
apply to; `overall` is the mean over documents of each one's mean of NID, TEDS and MHS, as
opendataloader-bench has it. Whole pages are compared as Markdown with running heads and feet and
with lines ending where the file ends them, since transcripts of pages keep both. A document that
cannot be read, or whose file is not there, scores 0 and is named.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from ragstone.errors import LimitExceeded, ParseError
from ragstone.evaluation.parsing_truth import (
    ParsingTruth,
    TrueTable,
    kind_of,
    load_parsing_truths,
)
from ragstone.extras import require
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import parsing_modules
from ragstone.limits import DEFAULT_LIMITS
from ragstone.metrics.heading_levels import heading_levels
from ragstone.metrics.mhs import mhs
from ragstone.metrics.nid import nid
from ragstone.metrics.table_markup import tables
from ragstone.metrics.teds import teds_best, teds_markdown
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.markdown import AS_PRINTED, to_markdown

_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_JUDGE = f"{__name__}:judge"
_WORKERS = 2
#: Comparing large tables takes longer than reading them.
_LIMITS = replace(DEFAULT_LIMITS, parse_seconds=600.0)
_FORMS = {
    "markdown": "Markdown with page furniture and the file's own line ends, tables as HTML",
    "tables": "each true table beside the most similar table found on its page",
}


class DocumentScores(BaseModel):
    """One file. `seconds` is the CPU time of reading it, user and system; `pages` those it has.

    `tables_true` and `tables_found` count tables; of whole pages as well as of tables alone.
    """

    name: str
    overall: float | None = None
    nid: float | None = None
    teds: float | None = None
    mhs: float | None = None
    heading_levels: float | None = None
    table_scores: list[float] = []
    tables_true: int = 0
    tables_found: int = 0
    pages: int = 0
    seconds: float = 0.0
    warnings: list[str] = []
    failure: str | None = None


class ParsingReport(BaseModel):
    """A labelled set; None where a measure does not apply. `form` says what was compared."""

    overall: float | None
    nid: float | None
    teds: float | None
    mhs: float | None
    heading_levels: float | None
    truth: Literal["markdown", "tables"]
    form: str
    pages: int
    seconds: float
    failed: list[str]
    documents: list[DocumentScores]


async def evaluate_parsing(folder: Path, truth: Path) -> ParsingReport:
    """Read every PDF of `folder` that `truth` knows, in two processes, and compare.

    Raises `ParameterError` for a set that is not there or not of its form, `MissingExtra` without
    the extra `evaluation`.
    """
    known = load_parsing_truths(folder, truth)
    for module in ("apted", "rapidfuzz"):
        require(module, "evaluation", "measuring a parser")
    async with Sandbox(_WORKERS, _LIMITS, preload=(__name__, *parsing_modules())) as sandbox:
        documents = await asyncio.gather(*(_judged(sandbox, entry) for entry in known))
    return _report(kind_of(truth), documents)


async def _judged(sandbox: Sandbox, truth: ParsingTruth) -> DocumentScores:
    name = truth.file.stem
    if not truth.file.is_file():
        return _unread(truth, f"{truth.file} is not there, and the truth tells what it holds")
    try:
        answer = await sandbox.call(_JUDGE, truth.model_dump_json().encode(), name=truth.file.name)
    except (ParseError, LimitExceeded) as error:
        return _unread(truth, str(error))
    return DocumentScores.model_validate(json.loads(answer) | {"name": name})


def judge(payload: bytes) -> bytes:
    """`ParsingTruth` in, `DocumentScores` out, both as JSON: what a worker does."""
    truth = ParsingTruth.model_validate_json(payload)
    started = time.process_time()
    document = read_document(Source.from_path(truth.file), parser="pdf")
    seconds = time.process_time() - started
    scores = scores_of(document, truth)
    scores.pages = int(document.facts.get("page_count", 0))
    scores.seconds = round(seconds, 4)
    scores.warnings = list(document.warnings)
    return scores.model_dump_json().encode()


def scores_of(document: Document, truth: ParsingTruth) -> DocumentScores:
    """How like the truth the document is, by the measures that apply."""
    if truth.tables is not None:
        return _table_scores(document, truth.tables, truth.file.stem)
    markdown, wanted = to_markdown(document, AS_PRINTED), truth.markdown or ""
    scores = DocumentScores(
        name=truth.file.stem,
        nid=nid(wanted, markdown),
        teds=teds_markdown(wanted, markdown),
        mhs=mhs(wanted, markdown),
        heading_levels=heading_levels(wanted, markdown),
        tables_true=len(tables(wanted)),
        tables_found=len(tables(markdown)),
    )
    scores.overall = _mean((scores.nid, scores.teds, scores.mhs))
    return scores


def _table_scores(document: Document, wanted: list[TrueTable], name: str) -> DocumentScores:
    found: dict[int, list[str]] = {}
    for element in document.elements:
        if element.html is not None:
            for page, html in by_page(element, element.html):
                found.setdefault(page, []).append(html)
    each = [teds_best(table.html, found.get(table.page, [])) for table in wanted]
    teds = _mean(each)
    return DocumentScores(
        name=name,
        overall=teds,
        teds=teds,
        table_scores=each,
        tables_true=len(wanted),
        tables_found=sum(element.html is not None for element in document.elements),
    )


def by_page(table: Element, html: str) -> Iterator[tuple[int, str]]:
    """What of a table stands on each of its pages, as labelled sets have it.

    A table that was joined over a page's end comes in pieces; a row stands where its text does.
    Its head, printed on each page and kept once, comes again: such a piece is given with and
    without it.
    """
    first = table.provenance.page or 1
    pages = {box.page for box in table.provenance.boxes} - {None}
    if len(pages) < 2:
        yield first, html
        return
    starts = [0, *(at + 1 for at, sign in enumerate(table.text) if sign == "\n")]
    places = {run.start: run.provenance.page for run in table.lines}
    pieces: dict[int, list[str]] = {}
    page, line = first, iter(starts)
    rows = _ROW.findall(html)
    for row in rows:
        # A row that spanned cells fill has no line of text, and stands with the row before.
        if "<td" in row or "<th" in row:
            page = places.get(next(line, -1)) or page
        pieces.setdefault(page, []).append(row)
    header = list(takewhile(_is_header, rows))
    for page, own in pieces.items():
        yield page, f"<table>{''.join(own)}</table>"
        if header and page != first:
            yield page, f"<table>{''.join(header + own)}</table>"


def _is_header(row: str) -> bool:
    return "<th" in row and "<td" not in row


def _unread(truth: ParsingTruth, sentence: str) -> DocumentScores:
    """The scores of a file that gave nothing: 0 wherever a measure applies."""
    scores = scores_of(Document(truth.file.name, "application/pdf"), truth)
    scores.failure = sentence
    return scores


def _report(kind: Literal["markdown", "tables"], documents: list[DocumentScores]) -> ParsingReport:
    teds = _mean(document.teds for document in documents)
    overall = _mean(document.overall for document in documents)
    if kind == "tables":
        # A file with ten tables counts ten times: the measure is of tables.
        overall = teds = _mean(score for document in documents for score in document.table_scores)
    return ParsingReport(
        overall=overall,
        nid=_mean(document.nid for document in documents),
        teds=teds,
        mhs=_mean(document.mhs for document in documents),
        heading_levels=_mean(document.heading_levels for document in documents),
        truth=kind,
        form=_FORMS[kind],
        pages=sum(document.pages for document in documents),
        seconds=round(sum(document.seconds for document in documents), 3),
        failed=[document.name for document in documents if document.failure is not None],
        documents=documents,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
