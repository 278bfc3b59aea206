"""The notebook parser: cells in order, Markdown by its own parser, code verbatim, outputs as text.

document = NotebookParser().read(Source.from_path("tides.ipynb"))
document.elements[0].provenance.path            # "cell 1"
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ragstone.errors import CorruptDocument, LimitExceeded, RagstoneError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END, Run
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.notebook.cells import Cell, cells_of, joined, mapping, raw_cells, rows
from ragstone.parsers.notebook.outputs import OutputReader, picture_bytes, shown
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.text.prose import reads_like_prose

_AGAIN = "get it again from where it came"


class NotebookParser(ParserBase):
    """Reads Jupyter notebooks of the versions 1 to 4.

    - The `path` of every element is its cell ("cell 3", from 1); in Markdown and code its lines are
      those of the cell.
    - Code is verbatim; sections are per heading, as in a Markdown file.
    - Outputs have the fact `output`: the stream or the media type.
    """

    row = own_row("notebook")

    class Parameters(ParserBase.Parameters):
        """What can be asked of the notebook parser."""

        outputs: bool = True
        """Whether what the cells gave out is read; without it only Markdown and code are."""
        pictures: bool = True
        """Whether pictures become sections of their own; without it only their text is kept."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the notebook; raises `ParseError` or `LimitExceeded`."""
        found = text_of(source)
        notebook = _loaded(found.text, source.name)
        stored = raw_cells(notebook)
        if stored is None:
            raise CorruptDocument(source.name, "it is JSON, but no notebook: it has no cells")
        pictures = PictureFiles(source.limits.picture_bytes) if self.parameters.pictures else None
        # A parser that is used by itself has no child_parser yet.
        source = replace(source, child_parser=source.child_parser or read_document)
        reader = _Reader(source, _language(notebook), self.parameters.outputs, pictures)
        elements: list[Element] = []
        for cell in cells_of(stored):
            elements += reader.elements(cell)
        source.limits.check("text_characters", sum(len(e.text) for e in elements), source.name)
        warnings = [*found.warnings, *reader.warnings]
        warnings += pictures.warnings if pictures is not None else ()
        if not elements and "empty" not in warnings:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=outline(elements),
            grouping="heading",
            facts={**found.facts, **_facts(notebook, elements, len(stored))},
            warnings=tuple(dict.fromkeys(warnings)),
            parser=self.parser_type,
            strategy="cells",
        )


def _loaded(text: str, name: str) -> Mapping[str, Any]:
    if not text:
        return {"cells": []}
    try:
        return mapping(json.loads(text.removeprefix("\ufeff")))
    except json.JSONDecodeError as error:
        cause = f"the notebook's JSON is damaged in line {error.lineno} ({error.msg})"
        raise CorruptDocument(name, cause, _AGAIN) from error
    except (RecursionError, ValueError) as error:
        raise CorruptDocument(name, "the notebook's JSON is no notebook's", _AGAIN) from error


def _language(notebook: Mapping[str, Any]) -> str:
    known = mapping(notebook.get("metadata"))
    said = (
        mapping(known.get("language_info")).get("name"),
        mapping(known.get("kernelspec")).get("language"),
        mapping(known.get("kernel_info")).get("language"),
    )
    return next((name for one in said if (name := joined(one))), "python")


def _facts(
    notebook: Mapping[str, Any], elements: Sequence[Element], cells: int
) -> Mapping[str, Any]:
    known = mapping(notebook.get("metadata"))
    authors = [
        joined(mapping(one).get("name")) or joined(one) for one in rows(known.get("authors"))
    ]
    first = next((element for element in elements if element.text.strip()), None)
    title = joined(known.get("title")) or joined(known.get("name"))
    if not title and first is not None and first.type is ElementType.TITLE and first.level == 1:
        title = first.text
    kernel = mapping(known.get("kernelspec"))
    facts = {
        "title": title,
        "authors": [author for author in authors if author],
        "programming_language": _language(notebook),
        "kernel": joined(kernel.get("display_name")) or joined(kernel.get("name")),
    }
    return {**{key: value for key, value in facts.items() if value}, "cell_count": cells}


class _Reader:
    """Turns the cells of one notebook into elements."""

    def __init__(
        self, source: Source, language: str, with_outputs: bool, pictures: PictureFiles | None
    ) -> None:
        self._source, self._language = source, language
        self._with_outputs, self._pictures = with_outputs, pictures
        self._outputs = OutputReader(self._markup, pictures)
        self._place = Provenance()
        self.warnings: list[str] = []

    def elements(self, cell: Cell) -> Iterator[Element]:
        self._place = place = Provenance(path=f"cell {cell.number}")
        if cell.kind == "markdown":
            yield from self._markdown(cell, place)
        elif cell.kind == "heading":
            text = " ".join(cell.source.split())
            if text:
                place = replace(place, rule="heading cell")
                yield Element(ElementType.TITLE, text, level=cell.level, provenance=place)
        elif cell.source.strip():
            yield self._verbatim(cell, place)
        if self._with_outputs:
            yield from self._outputs.elements(cell, place)

    def _verbatim(self, cell: Cell, place: Provenance) -> Element:
        """A code cell or a raw one, whole."""
        text = cell.source.strip("\r\n")
        facts: dict[str, Any] = {}
        kind, rule = ElementType.UNCATEGORIZED_TEXT, f"{cell.kind} cell"
        if cell.kind == "code":
            kind = ElementType.CODE_SNIPPET
            facts["language"] = _magic_language(text) or cell.language or self._language
            if cell.execution is not None:
                facts["execution_count"] = cell.execution
        elif reads_like_prose(text):
            kind = ElementType.NARRATIVE_TEXT
        skipped = len(LINE_END.findall(cell.source[: cell.source.index(text)]))
        starts = [0, *(found.end() for found in LINE_END.finditer(text))]
        lines = [
            Run(start, replace(place, line_start=number, line_end=number))
            for number, start in enumerate(starts, start=skipped + 1)
        ]
        whole = replace(place, line_start=skipped + 1, line_end=skipped + len(lines), rule=rule)
        return Element(kind, text, provenance=whole, facts=facts, lines=tuple(lines))

    def _markdown(self, cell: Cell, place: Provenance) -> Iterator[Element]:
        left = dict(cell.attachments)
        for element in self._part(cell.source, "text/markdown"):
            names = [
                str(image.get("src", "")).removeprefix("attachment:")
                for image in element.facts.get("images", ())
            ]
            data = None
            if element.type is ElementType.IMAGE and len(names) == 1 and names[0] in left:
                data = self._taken(left.pop(names[0]))
            yield replace(
                element,
                provenance=replace(element.provenance, path=place.path),
                span=None,
                data=data,
            )
        for name, bundle in left.items():
            rule = "picture attached to a cell"
            yield Element(
                ElementType.IMAGE,
                name,
                provenance=replace(place, rule=rule),
                data=self._taken(bundle),
            )

    def _taken(self, bundle: Mapping[str, str]) -> Any:
        if self._pictures is None or not bundle:
            return None
        return self._pictures.take(picture_bytes(next(iter(bundle.values()))))

    def _markup(self, text: str, media_type: str) -> list[Element]:
        """The elements of markup that a cell gave out; none where no reader sees any text."""
        if not text.strip():
            return []
        try:
            found = self._part(text, media_type)
        except LimitExceeded:
            raise
        except RagstoneError as error:
            self.warnings.append(f"{self._place.path}: {media_type} was left out: {error}")
            return []
        return found if shown(found) else []

    def _part(self, text: str, media_type: str) -> list[Element]:
        name = self._place.path or ""
        document = self._source.parse_part(Source.from_text(text, name, media_type))
        self.warnings += (f"{name}: {said}" for said in document.warnings if said != "empty")
        return list(document.elements)


def _magic_language(code: str) -> str:
    """The language that the first line names: `%%bash`, `%%sql`; "" for other magics."""
    word = code.split(maxsplit=1)[0] if code.strip() else ""
    name = word.removeprefix("%%") if word.startswith("%%") else ""
    known = {"bash", "sh", "sql", "javascript", "js", "html", "latex", "perl", "ruby", "r", "R"}
    return name.lower() if name in known else ""
