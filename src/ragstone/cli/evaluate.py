"""`ragstone evaluate`: quality on labelled sets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from ragstone.chunkers.catalog import DEFAULT_CHUNKER
from ragstone.cli.options import (
    ChunkerOption,
    ChunkersOption,
    JsonOption,
    VerboseOption,
    only_chunker,
    path_given,
)
from ragstone.cli.output import counted, print_data, print_json, print_message, reporting
from ragstone.embedders.catalog import DEFAULT_EMBEDDER
from ragstone.evaluation.chunking import ChunkingReport, evaluate_chunking
from ragstone.evaluation.parsing import DocumentScores, ParsingReport, evaluate_parsing
from ragstone.evaluation.retrieval import RetrievalReport, evaluate_retrieval

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)


@app.callback()
def evaluate() -> None:
    """Measure quality on a labelled set."""


FolderArgument = Annotated[
    Path,
    typer.Argument(
        metavar="DIR",
        help="Holds questions.json ({question, corpus, spans}) with CORPUS.md beside it, "
        "or *.json in SQuAD's form.",
        parser=path_given,
    ),
]


@app.command()
def retrieval(
    folder: FolderArgument,
    specs: ChunkerOption = None,
    embedder: Annotated[str, typer.Option(help="name[:option=value,...]")] = DEFAULT_EMBEDDER,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Words alone, meaning alone and both together: recall of gold characters, and first hits."""
    with reporting(verbose):
        chunker = only_chunker(specs or [DEFAULT_CHUNKER])
        reports = asyncio.run(evaluate_retrieval(folder, chunker, embedder))
        if as_json:
            print_json(reports)
            return
        for report in reports:
            print_data(render(report))


@app.command()
def chunking(
    folder: FolderArgument,
    specs: ChunkersOption = None,
    embedder: Annotated[
        str, typer.Option(help="name[:option=value,...], or none for words alone")
    ] = DEFAULT_EMBEDDER,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Chunkers side by side: what the first five passages hold of the answers, and what the first
    1,000 tokens do."""
    with reporting(verbose):
        wanted = None if embedder == "none" else embedder
        reports = asyncio.run(evaluate_chunking(folder, specs or [DEFAULT_CHUNKER], wanted))
        if as_json:
            print_json(reports)
            return
        for name in dict.fromkeys(report.name for report in reports):
            print_data(render_chunking([report for report in reports if report.name == name]))


@app.command()
def parse(
    folder: Annotated[
        Path, typer.Argument(metavar="PDF_DIR", help="Holds the PDF files.", parser=path_given)
    ],
    truth: Annotated[
        Path,
        typer.Argument(
            metavar="TRUTH",
            help="A folder with NAME.md for NAME.pdf, or a JSON file with a list of tables "
            "{page, html} for each NAME.",
            parser=path_given,
        ),
    ],
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """How well PDF files are read: text in order (NID), tables (TEDS), headings (MHS).

    A file that cannot be read, or that TRUTH tells of and that is not there, scores 0 and is named
    on stderr; exit code 1 if there are any.
    """
    with reporting(verbose):
        report = asyncio.run(evaluate_parsing(folder, truth))
        print_message(f"compared: {report.form}")
        for document in report.documents:
            if document.failure is not None:
                print_message(f"scores 0: {document.failure}")
        print_json(report) if as_json else print_data(render_parsing(report))
        if report.failed:
            raise typer.Exit(1)


def render_parsing(report: ParsingReport) -> str:
    """A line a document, the worst first, and the means; a dash where a measure does not apply."""
    columns = ("overall", "nid", "teds", "mhs", "heading_levels")
    width = max([len(document.name) for document in report.documents] + [len("mean")]) + 2

    def line(name: str, row: DocumentScores | ParsingReport) -> str:
        values = [getattr(row, column) for column in columns]
        cells = "".join(f"{'–':>9}" if value is None else f"{value:>9.3f}" for value in values)
        return f"{name:<{width}}{cells}{row.pages:>7}{row.seconds:>9.2f}"

    heads = "".join(f"{name:>9}" for name in ("overall", "NID", "TEDS", "MHS", "levels"))
    ranked = sorted(report.documents, key=lambda document: document.overall or 0.0)
    return "\n".join(
        [
            f"{'':<{width}}{heads}{'pages':>7}{'CPU s':>9}",
            *(line(document.name, document) for document in ranked),
            line("mean", report),
        ]
    )


def render_chunking(reports: list[ChunkingReport]) -> str:
    """The chunkers on one set as a table; measures in percent."""
    width = max(len(report.chunker) for report in reports) + 2
    columns = ("recall", "precision", "IoU")
    lines = [
        f"{reports[0].name}: {counted(reports[0].questions, 'question')}; in percent",
        f"{'':<{width}}{'search':<8}{'chunks':>8}{'tokens':>8}{'prec.Ω':>8}"
        + "".join(f"{name + ' @5':>14}" for name in columns)
        + "".join(f"{name + ' @1000t':>18}" for name in columns),
    ]
    for report in reports:
        head = f"{report.chunks:>8}{report.mean_tokens:>8.0f}{100 * report.precision_omega:>8.1f}"
        for mode, scores in report.modes.items():
            top = "".join(f"{100 * v:>14.1f}" for v in scores.top_5.model_dump().values())
            within = "".join(f"{100 * v:>18.1f}" for v in scores.budget.model_dump().values())
            lines.append(f"{report.chunker:<{width}}{mode:<8}{head}{top}{within}")
    return "\n".join(lines)


def render(report: RetrievalReport) -> str:
    """One set as a small table."""
    numbers = f"{counted(report.questions, 'question')}, {counted(report.chunks, 'chunk')}"
    head = f"{report.name}: {numbers}, {report.chunker}"
    columns = list(next(iter(report.modes.values())).model_dump())
    lines = [head, f"{'':<10}" + "".join(f"{column:>18}" for column in columns)]
    for mode, scores in report.modes.items():
        cells = "".join(f"{100 * value:>18.1f}" for value in scores.model_dump().values())
        lines.append(f"{mode:<10}{cells}")
    return "\n".join(lines)
