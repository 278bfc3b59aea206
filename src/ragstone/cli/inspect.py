"""`ragstone inspect`: one page that shows how chunkers cut a file, side by side."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from ragstone.chunkers.catalog import CHUNKERS, DEFAULT_CHUNKER
from ragstone.cli.limits import limits_of
from ragstone.cli.options import (
    ChunkersOption,
    FileArgument,
    JsonOption,
    LimitOption,
    SectionsOption,
    path_given,
)
from ragstone.cli.output import print_data, print_json, print_message, reporting
from ragstone.cli.page_file import is_same, write_page
from ragstone.cli.sections import section_by
from ragstone.errors import ParameterError
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.inspect_page import render
from ragstone.views.inspect_strategy import Strategy, apply

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def inspect(
    file: FileArgument,
    specs: ChunkersOption = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="PAGE", help="Where to write.", parser=path_given),
    ] = Path("inspect.html"),
    sections: SectionsOption = None,
    limit: LimitOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a page that shows how chunkers cut a file: the text in colours, why each chunk ends
    where it does, sizes, overlaps. One file that needs no network and no other file."""
    with reporting():
        chunkers = {spec: CHUNKERS.create_from(spec) for spec in specs or [DEFAULT_CHUNKER]}
        if is_same(output, file):
            raise ParameterError(f"{output} is the file to inspect; give -o another name")
        source = Source.from_path(file, limits=limits_of(limit))
        document = read_document(source)
        for warning in document.warnings:
            print_message(f"warning: {file.name}: {warning}")
        found = document.sections(section_by(sections))
        strategies = asyncio.run(apply(found, chunkers))
        write_page(output, render(source.name, found, strategies))
        if as_json:
            rows = [_summary(strategy) for strategy in strategies]
            print_json({"page": str(output), "strategies": rows})
        else:
            print_data(str(output))


def _summary(strategy: Strategy) -> dict[str, object]:
    joints = strategy.joints()
    return {
        "name": strategy.name,
        "chunks": len(strategy.chunks),
        "unit": strategy.unit,
        "largest": max(strategy.sizes, default=0),
        "ends": dict(strategy.reasons()),
        "overlap_asked": max((joint.overlap_asked for joint in joints), default=0),
        "overlaps_given": sum(joint.overlap_given > 0 for joint in joints),
    }
