"""`ragstone chunk`: a file cut into chunks, each boundary explained, the contract proved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from ragstone.chunkers.catalog import CHUNKERS, DEFAULT_CHUNKER
from ragstone.chunkers.verify import verify
from ragstone.cli.data_block import described
from ragstone.cli.embedder_window import tell_window
from ragstone.cli.file_given import source_given
from ragstone.cli.limits import limits_of
from ragstone.cli.options import (
    ChunkerOption,
    FileOrInputArgument,
    JsonOption,
    LimitOption,
    SectionsOption,
    only_chunker,
)
from ragstone.cli.output import counted, print_data, print_json, print_message, reporting
from ragstone.cli.sections import section_by
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.parsers.read import read_document

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def chunk(
    file: FileOrInputArgument,
    specs: ChunkerOption = None,
    sections: SectionsOption = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why each chunk begins and ends where it does.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--verify", help="Prove the contract on this file; exit code 1 if not.")
    ] = False,
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="EMBEDDER",
            help="Say on stderr which chunks are longer than this embedder reads.",
        ),
    ] = None,
    limit: LimitOption = None,
    as_json: JsonOption = False,
) -> None:
    """Cut a file into chunks: with which chunker, why there, and whether every promise holds."""
    with reporting():
        chunker = CHUNKERS.create_from(only_chunker(specs or [DEFAULT_CHUNKER]))
        source = source_given(file, limits_of(limit))
        document = read_document(source)
        found = document.sections(section_by(sections))
        chunks = asyncio.run(chunker.chunk(found))
        for warning in chunker.warnings(chunks):
            print_message(f"warning: {source.name}: {warning}")
        if embedder is not None:
            tell_window(source.name, chunks, embedder)
        if as_json and not check:
            print_json(chunks)
        elif not as_json and (explain or not check):
            for item in chunks:
                print_data(render(item, found[item.section_index], explain))
        if check:
            _verify(verify(found, chunks, chunker.hard_limits), len(chunks), as_json)


def render(item: Chunk, section: Section, explain: bool) -> str:
    """A chunk as people read it: number, place, span, then the text; if asked also its ends, and
    what stands beside it."""
    place = section.place(item.span or Span(0, 0)).where()
    span = "" if item.span is None else f"[{item.span.start}:{item.span.end}]  "
    size = f"{span}{len(item.text)} chars" if item.content.type == "text" else "no text"
    head = f"── {item.chunk_index + 1}/{item.total_chunks}  {place}  {size}"
    lines = [head]
    if item.heading_path:
        lines.append("   " + " › ".join(item.heading_path))
    if explain:
        start, end = item.boundaries
        lines += [f"   from {start.in_words()}", f"   to   {end.in_words()}"]
        lines += [f"   with │ {line}" for line in item.beside.splitlines()]
    text = item.text if item.content.type == "text" else described(item.content)
    return "\n".join([*lines, text])


def _verify(problems: Sequence[str], count: int, as_json: bool) -> None:
    if as_json:
        print_json({"chunks": count, "problems": problems})
    else:
        for problem in problems:
            print_data(problem)
        if not problems:
            print_data(f"{counted(count, 'chunk')}: every promise holds")
    if problems:
        print_message(f"ragstone: broken promises: {len(problems)}; please report this file")
        raise typer.Exit(1)
