"""`ragstone ingest`: files and folders into a knowledge base."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from ragstone.cli.limits import limits_of
from ragstone.cli.metadata import read_metadata
from ragstone.cli.options import (
    CHUNKER_HELP,
    DEFAULT_KB,
    ExcludeOption,
    IncludeOption,
    JsonOption,
    KbOption,
    LimitOption,
    VerboseOption,
    only_chunker,
    path_given,
    selection_of,
)
from ragstone.cli.output import (
    counted,
    one_line,
    print_data,
    print_json,
    print_message,
    reporting,
    shown,
)
from ragstone.cli.sections import section_by
from ragstone.cli.streams import flush
from ragstone.indexing.events import FINAL, IngestEvent, IngestSummary, Stage
from ragstone.indexing.forecast import Fate, Forecast
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.dry_run import dry_run

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def ingest(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Files and folders.", parser=path_given),
    ],
    kb: KbOption = DEFAULT_KB,
    embedder: Annotated[
        str | None,
        typer.Option(help="name[:option=value,...]; 'none' searches by words only. Pinned."),
    ] = None,
    chunkers: Annotated[
        list[str] | None,
        typer.Option(
            "--chunker",
            "--with",
            metavar="CHUNKER",
            help=f"{CHUNKER_HELP} Pinned at the first ingestion.",
        ),
    ] = None,
    sections: Annotated[
        str | None,
        typer.Option(
            metavar="BY",
            help="What no chunk crosses: natural (pages, chapters), heading or document. Pinned.",
        ),
    ] = None,
    metadata: Annotated[
        list[str] | None,
        typer.Option(
            "--metadata",
            "-m",
            metavar="KEY=VALUE",
            help="Kept with every chunk. A value that reads as JSON is a number, true, a list; "
            "any other is text.",
        ),
    ] = None,
    prune: Annotated[
        bool,
        typer.Option("--prune", help="Delete documents whose file is gone from the folders given."),
    ] = False,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    only_forecast: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Say what would become of each file: new, changed, unchanged, unsupported or "
            "unreadable. Nothing is written.",
        ),
    ] = False,
    limit: LimitOption = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Documents parsed side by side.")
    ] = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Read files and folders into a knowledge base.

    The same bytes again do nothing; changed files replace their old version in one step; a file
    that cannot be read is one line on stderr, and the rest is ingested. Exit code 1 if any failed.
    """
    with reporting(verbose):
        chunker = only_chunker(chunkers) if chunkers else None
        options: dict[str, Any] = {"embedder": embedder, "chunker": chunker}
        options["limits"] = limits_of(limit)
        if sections is not None:
            options["sections"] = section_by(sections)
        if workers is not None:
            options["workers"] = workers
        given, selection = read_metadata(metadata or []), selection_of(include, exclude)
        config = KnowledgeBaseConfig(**options)
        if only_forecast:
            foreseen = dry_run(kb, paths, config, given, selection=selection)
            failed = asyncio.run(_print_forecasts(foreseen, as_json))
        else:
            reporter = _JsonReporter() if as_json else _LineReporter(verbose)
            with (
                BlockingKnowledgeBase.open(kb, config) as base,
                closing(base.add(paths, given, prune=prune, selection=selection)) as events,
            ):
                summary = _shown(events, reporter)
            reporter.finish(summary)
            failed = summary.failed > 0
            if summary == IngestSummary():
                print_message("there was no file to ingest; see the paths, --include and --exclude")
    if failed:
        raise typer.Exit(1)


def _shown(events: Iterable[IngestEvent], reporter: _JsonReporter | _LineReporter) -> IngestSummary:
    """The sums of an ingestion, each of its events reported as it comes."""
    summary = IngestSummary()
    for event in events:
        summary.count(event)
        reporter.show(event)
    return summary


async def _print_forecasts(foreseen: AsyncIterator[Forecast], as_json: bool) -> bool:
    """A line a file and the sums; whether some would fail."""
    fates: Counter[Fate] = Counter()
    async for forecast in foreseen:
        fates[forecast.fate] += 1
        if as_json:
            print_json(forecast, indent=None)
        else:
            told = one_line(forecast.reason or forecast.document)
            print_data(f"{forecast.fate.value:<11} {told}")
    sums = {fate.value: fates[fate] for fate in Fate}
    if as_json:
        print_json(sums, indent=None)
    else:
        print_data(", ".join(f"{count} {fate}" for fate, count in sums.items()))
    return bool(fates[Fate.UNSUPPORTED] + fates[Fate.UNREADABLE])


class _JsonReporter:
    """Every event as a line of JSON on stdout, the summary as the last one."""

    def show(self, event: IngestEvent) -> None:
        print_json(event, indent=None)
        flush()

    def finish(self, summary: IngestSummary) -> None:
        print_json(summary, indent=None)


class _LineReporter:
    """A line a document on stderr; on a terminal the stage it is in too; the summary on stdout."""

    def __init__(self, verbose: bool) -> None:
        self._verbose = verbose
        self._live = sys.stderr.isatty()
        self._told: defaultdict[int, set[str]] = defaultdict(set)

    def show(self, event: IngestEvent) -> None:
        name = one_line(event.document)
        if event.stage not in FINAL:
            far = f" ({event.done} of {event.total})" if event.total else ""
            if self._verbose:
                print_message(f"{event.stage.value:<10} {name}{far}")
            elif self._live:
                sys.stderr.write(f"\r\x1b[K{shown(f'{event.stage.value:<10} {name}{far}')}")
                sys.stderr.flush()
            self._warn(event, name)
            return
        if self._live:
            sys.stderr.write("\r\x1b[K")
        if event.stage is Stage.ERROR:
            self._told.pop(event.number, None)
            print_message(f"{'error':<10} {event.error}")
            return
        chunks = f"  {counted(event.chunks, 'chunk')}" if event.stage is Stage.READY else ""
        print_message(f"{event.stage.value:<10} {name}{chunks}")
        self._warn(event, name)

    def _warn(self, event: IngestEvent, name: str) -> None:
        """Each warning once: some come before the document is ready, and again with it."""
        told = self._told[event.number]
        for warning in event.warnings:
            if warning not in told:
                told.add(warning)
                if self._live:
                    sys.stderr.write("\r\x1b[K")
                print_message(f"{'warning':<10} {name}: {warning}")
        if event.stage in FINAL:
            del self._told[event.number]

    def finish(self, summary: IngestSummary) -> None:
        deleted = f", {summary.deleted} deleted" if summary.deleted else ""
        print_data(
            f"{summary.added} added, {summary.replaced} replaced, {summary.unchanged} unchanged, "
            f"{summary.failed} failed{deleted}; {counted(summary.chunks, 'chunk')} written"
        )
