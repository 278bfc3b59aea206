"""`ragstone parse`: what a file holds, without a knowledge base."""

from __future__ import annotations

import textwrap
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ragstone.cli.data_block import described
from ragstone.cli.file_given import source_given
from ragstone.cli.limits import limits_of
from ragstone.cli.options import (
    FileOrInputArgument,
    JsonOption,
    LimitOption,
    SectionsOption,
    VerboseOption,
    path_given,
)
from ragstone.cli.output import fail, print_data, print_json, print_message, reporting
from ragstone.cli.sections import section_by
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.markdown import to_markdown
from ragstone.views.overlay import overlay

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


class Form(StrEnum):
    ELEMENTS = "elements"
    SECTIONS = "sections"
    MARKDOWN = "markdown"
    JSON = "json"


@app.command()
def parse(
    file: FileOrInputArgument,
    to: Annotated[Form, typer.Option("--to", help="The form of the answer.")] = Form.ELEMENTS,
    sections: SectionsOption = None,
    parser: Annotated[
        str | None, typer.Option(help="A parser's name, where detection must not decide.")
    ] = None,
    pictures: Annotated[
        Path | None,
        typer.Option(
            "--overlay",
            metavar="FOLDER",
            help="Also write a picture of each page of a PDF there, with boxes, types and "
            "reading order.",
            parser=path_given,
        ),
    ] = None,
    limit: LimitOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Show what a file holds: typed elements, sections, Markdown, or all of it as JSON."""
    with reporting(verbose):
        source = source_given(file, limits_of(limit))
        document = read_document(source, parser=parser)
        for warning in document.warnings:
            print_message(f"warning: {source.name}: {warning}")
        if pictures is not None:
            _draw(source, document, pictures)
        if to is Form.JSON:
            print_json(document.to_dict())
        elif to is Form.MARKDOWN:
            markdown = to_markdown(document)
            print_json({"markdown": markdown}) if as_json else print_data(markdown.rstrip("\n"))
        elif to is Form.SECTIONS:
            _print_sections(document, sections, as_json)
        else:
            _print_elements(document, as_json)


def _draw(source: Source, document: Document, folder: Path) -> None:
    written = 0
    try:
        for name, png in overlay(source, document):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(png)
            written += 1
    except OSError as error:
        fail(f"{folder} cannot be written to: {error.strerror or error}", code=1)
    print_message(f"{written} {'picture' if written == 1 else 'pictures'} in {folder}")


def _print_elements(document: Document, as_json: bool) -> None:
    if as_json:
        print_json(document.to_dict()["elements"])
        return
    for element in document.elements:
        print_data(render(element))


def render(element: Element) -> str:
    """An element as people read it: type, level or list marker, marks and place, then its text."""
    beside = element.facts.get("list_marker") if element.level is None else element.level
    marks = f"[{', '.join(sorted(element.marks))}]" if element.marks else ""
    head = " ".join(str(part) for part in (element.category, beside, marks) if part)
    text = element.text
    if not text and element.data is not None:
        text = described(element.data)
    return f"{head}  {element.provenance.where()}".rstrip() + textwrap.indent("\n" + text, "    ")


def _print_sections(document: Document, by: str | None, as_json: bool) -> None:
    found = document.sections(section_by(by))
    if as_json:
        print_json(found)
        return
    for section in found:
        place = section.place(Span(0, len(section.text))).where()
        print_data(f"── section {section.index + 1}/{len(found)}  {place}".rstrip())
        content = section.content
        print_data(section.text if content.type == "text" else described(content))
