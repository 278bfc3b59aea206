"""`ragstone report`: how well files are read; what is missing, garbled, hidden or active."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from ragstone.cli.limits import limits_of
from ragstone.cli.options import (
    ExcludeOption,
    IncludeOption,
    JsonOption,
    LimitOption,
    VerboseOption,
    path_given,
    selection_of,
)
from ragstone.cli.output import one_line, print_data, print_json, print_message, reporting
from ragstone.cli.page_file import is_same, write_page
from ragstone.errors import ParameterError
from ragstone.indexing.examination import examined
from ragstone.indexing.health import Health, note_equals
from ragstone.sources.folder import walk
from ragstone.views.report_page import report_page
from ragstone.views.report_text import percent, report_lines

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def report(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE|DIR", help="A file, or a folder.", parser=path_given),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="PAGE", help="Also write it as a page.", parser=path_given
        ),
    ] = None,
    fail_under: Annotated[
        float | None,
        typer.Option(
            "--fail-under",
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="Exit code 1 if a document's readable share is under it, 0 to 1.",
        ),
    ] = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    limit: LimitOption = None,
    workers: Annotated[int, typer.Option(min=1, help="Documents read side by side.")] = 2,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Say how well files are read, before they are ingested.

    For each document: characters and elements by page, sheet or slide; text that the file holds and
    that did not come out; garbled characters; copies; encoding; hidden and active content;
    warnings. Exit code 1 if a file could not be read, or is under --fail-under.
    """
    with reporting(verbose):
        if output is not None and is_same(output, path):
            raise ParameterError(f"{output} is the file to report on; give -o another name")
        limits = limits_of(limit)
        sources = list(walk(path, limits, selection=selection_of(include, exclude)))
        found = note_equals(asyncio.run(examined(sources, workers, limits)))
        if as_json:
            print_json(found)
        else:
            for health in found:
                for line in report_lines(health, all_places=verbose):
                    print_data(one_line(line))
        if output is not None:
            write_page(output, report_page(path.name or str(path), found))
            print_message(f"the page is {output}")
        _judge(found, fail_under)


def _judge(found: list[Health], fail_under: float | None) -> None:
    unread = sum(health.error is not None for health in found)
    under = [h for h in found if h.error is None and fail_under is not None]
    under = [health for health in under if health.share < (fail_under or 0.0)]
    for health in under:
        print_message(
            f"ragstone: {health.name}: {percent(health.share)} is under {percent(fail_under or 0)}"
        )
    if unread:
        print_message(f"ragstone: {unread} of {len(found)} could not be read")
    if unread or under:
        raise typer.Exit(1)
