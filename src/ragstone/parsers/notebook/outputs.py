"""What a cell gave out, as elements: text, tables, errors by their message, pictures.

Of a bundle the richest form that has words is taken; scripts and widgets have none.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import LEFT_OUT
from ragstone.model.provenance import Provenance
from ragstone.parsers.notebook.cells import Cell, Output
from ragstone.parsers.picture_files import PictureFiles

#: Colours and cursor moves of a terminal (ECMA-48, 5.4), links and titles (OSC).
_TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/svg+xml")
_MARKUP = ("text/html", "text/markdown")
_TEXTS = ("text/latex", "text/plain", "application/json")
#: What Python says of an object that has no text: `<Figure size 640x480 with 1 Axes>`.
_NAMELESS = re.compile(r"<[\w.]+(?: [^<>]*)?>")

#: Reads markup of a media type: its elements, none where it has no text.
ReadMarkup = Callable[[str, str], list[Element]]


@dataclass(slots=True)
class OutputReader:
    """Reads the outputs of one notebook's cells."""

    read_markup: ReadMarkup
    pictures: PictureFiles | None

    def elements(self, cell: Cell, place: Provenance) -> Iterator[Element]:
        for output in _streams_joined(cell.outputs):
            yield from self._output(output, place)

    def _output(self, output: Output, place: Provenance) -> Iterator[Element]:
        if output.kind == "error":
            yield from _error(output, place)
            return
        picture = next((kind for kind in _PICTURES if output.data.get(kind)), None)
        if picture is not None:
            yield self.picture(picture, output.data, place)
            return
        for media_type in _MARKUP:
            found = self.read_markup(output.data.get(media_type, ""), media_type)
            if found:
                yield from (_as_output(element, place, media_type) for element in found)
                return
        for media_type in _TEXTS:
            text = screen_text(output.data.get(media_type, ""))
            if text.strip():
                facts = {"output": output.name or media_type}
                yield _text(text, place, "output of a cell", facts)
                return

    def picture(self, media_type: str, data: Mapping[str, str], place: Provenance) -> Element:
        """A picture with what is said of it in words, and its bytes where they are asked for."""
        said = " ".join(data.get("text/plain", "").split())
        text = said.strip("<>") if _NAMELESS.fullmatch(said) else said
        block = None
        if self.pictures is not None and media_type != "image/svg+xml":
            block = self.pictures.take(picture_bytes(data[media_type]))
        return Element(
            ElementType.IMAGE,
            text or "picture",
            provenance=Provenance(path=place.path, rule="picture that a cell gave out"),
            facts={"output": media_type, "media_type": media_type},
            data=block,
        )


def picture_bytes(text: str) -> bytes | None:
    """The bytes in base64; None for what is none."""
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (ValueError, binascii.Error):
        return None


def screen_text(text: str) -> str:
    """A text as a terminal shows it: without colours, and of a progress bar its last state."""
    text = _TERMINAL.sub("", text).replace("\r\n", "\n")
    if "\r" not in text:
        return text.strip("\n")
    lines = (line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    return "\n".join(lines).strip("\n")


def _streams_joined(outputs: list[Output]) -> Iterator[Output]:
    """Pieces of one stream that follow each other are one output."""
    pieces: list[Output] = []
    for output in outputs:
        if pieces and (output.kind != "stream" or output.name != pieces[0].name):
            yield _joined(pieces)
            pieces = []
        if output.kind == "stream":
            pieces.append(output)
        else:
            yield output
    if pieces:
        yield _joined(pieces)


def _joined(pieces: list[Output]) -> Output:
    text = "".join(piece.data["text/plain"] for piece in pieces)
    return Output("stream", {"text/plain": text}, name=pieces[0].name)


def _error(output: Output, place: Provenance) -> Iterator[Element]:
    said = [part for part in (output.name, screen_text(output.message)) if part]
    trace = screen_text(output.trace)
    if said or trace:
        facts = {"output": "error", "traceback": trace} if trace else {"output": "error"}
        yield _text(": ".join(said) or trace, place, "error of a cell", facts)


def _text(text: str, place: Provenance, rule: str, facts: Mapping[str, Any]) -> Element:
    return Element(
        ElementType.UNCATEGORIZED_TEXT,
        text,
        provenance=Provenance(path=place.path, rule=rule),
        facts=facts,
    )


def _as_output(element: Element, place: Provenance, media_type: str) -> Element:
    """An element of markup as part of an output, where a heading heads nothing outside."""
    kind = element.type
    if kind is ElementType.TITLE:
        kind = ElementType.UNCATEGORIZED_TEXT
    rule = f"output of a cell: {element.provenance.rule or media_type}"
    return Element(
        kind,
        element.text,
        html=element.html,
        marks=element.marks,
        provenance=Provenance(path=place.path, rule=rule),
        facts={**element.facts, "output": media_type},
        data=element.data,
    )


def shown(elements: list[Element]) -> bool:
    """Whether any of them has text that a reader sees."""
    return any(element.text.strip() and not element.marks & LEFT_OUT for element in elements)
