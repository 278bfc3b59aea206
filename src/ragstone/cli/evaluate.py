"""`ragstone evaluate`: quality on labelled sets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from ragstone.chunkers.catalog import DEFAULT_CHUNKER
from ragstone.cli.options import JsonOption, VerboseOption
from ragstone.cli.output import print_data, print_json, reporting
from ragstone.embedders.catalog import DEFAULT_EMBEDDER
from ragstone.evaluation.retrieval import RetrievalReport, evaluate_retrieval

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True)


@app.callback()
def evaluate() -> None:
    """Measure quality on a labelled set."""


@app.command()
def retrieval(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="Holds questions.json ({question, corpus, spans}) with CORPUS.md beside it, "
            "or *.json in SQuAD's form.",
        ),
    ],
    chunker: Annotated[str, typer.Option(help="name[:option=value,...]")] = DEFAULT_CHUNKER,
    embedder: Annotated[str, typer.Option(help="name[:option=value,...]")] = DEFAULT_EMBEDDER,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Words alone, meaning alone and both together: recall of gold characters, and first hits."""
    with reporting(verbose):
        reports = asyncio.run(evaluate_retrieval(folder, chunker, embedder))
        if as_json:
            print_json(reports)
            return
        for report in reports:
            print_data(render(report))


def render(report: RetrievalReport) -> str:
    """One set as a small table."""
    head = f"{report.name}: {report.questions} questions, {report.chunks} chunks, {report.chunker}"
    columns = list(next(iter(report.modes.values())).model_dump())
    lines = [head, f"{'':<10}" + "".join(f"{column:>18}" for column in columns)]
    for mode, scores in report.modes.items():
        cells = "".join(f"{100 * value:>18.1f}" for value in scores.model_dump().values())
        lines.append(f"{mode:<10}{cells}")
    return "\n".join(lines)
