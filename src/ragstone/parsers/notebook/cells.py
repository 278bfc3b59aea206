"""The cells of a notebook in one form, whichever version of the format it is in.

Versions 4 (nbformat, "The notebook file format") and 3, 2 and 1, whose cells stand in worksheets
and whose outputs have a key for each kind. Nothing is validated: what is missing or of another type
is as if it were empty.

    cells_of(json.loads(text))[0].kind           # "markdown"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from ragstone.text.encoding import clean

_NO_MAP: Mapping[str, Any] = {}
#: The keys of an output in version 3, and the media type that each stands for.
_OLD_KEYS = {
    "text": "text/plain",
    "html": "text/html",
    "markdown": "text/markdown",
    "latex": "text/latex",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "json": "application/json",
}
_OLD_KINDS = {"pyout": "execute_result", "pyerr": "error"}


@dataclass(slots=True)
class Output:
    """One output: of a stream its text, of an error name, message and trace, else a bundle.

    `data` holds the same thing in several media types; pictures in base64.
    """

    kind: str
    data: dict[str, str] = field(default_factory=dict[str, str])
    name: str = ""
    message: str = ""
    trace: str = ""


@dataclass(slots=True)
class Cell:
    """One cell: `kind` is "markdown", "code", "raw" or "heading" (with its `level`).

    `attachments`: the pictures of a Markdown cell, by name and media type, in base64.
    """

    number: int
    kind: str
    source: str
    language: str = ""
    execution: int | None = None
    level: int = 1
    outputs: list[Output] = field(default_factory=list[Output])
    attachments: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])


def mapping(value: object) -> Mapping[str, Any]:
    """`value` where it is a JSON object, else an empty one."""
    return cast(Mapping[str, Any], value) if isinstance(value, dict) else _NO_MAP


def rows(value: object) -> list[Any]:
    """`value` where it is a JSON array, else an empty one."""
    return cast(list[Any], value) if isinstance(value, list) else []


def joined(value: object) -> str:
    """A text that a notebook holds whole or line by line, without NUL and lone surrogates."""
    if isinstance(value, list):
        value = "".join(line for line in cast(list[object], value) if isinstance(line, str))
    return clean(value)[0] if isinstance(value, str) else ""


def raw_cells(notebook: Mapping[str, Any]) -> list[Any] | None:
    """The cells as they are stored; None for what is no notebook."""
    if isinstance(notebook.get("cells"), list):
        return rows(notebook["cells"])
    if not isinstance(notebook.get("worksheets"), list):
        return None
    return [
        cell for sheet in rows(notebook["worksheets"]) for cell in rows(mapping(sheet).get("cells"))
    ]


def cells_of(stored: list[Any]) -> Iterator[Cell]:
    """Each cell in its own order, numbered from 1."""
    for number, raw in enumerate(stored, start=1):
        cell = mapping(raw)
        kind = joined(cell.get("cell_type")) or "raw"
        source = next((cell[key] for key in ("source", "input", "code", "text") if key in cell), "")
        count = cell.get("execution_count", cell.get("prompt_number"))
        level = cell.get("level")
        yield Cell(
            number,
            kind,
            joined(source),
            language=joined(cell.get("language")),
            execution=count if isinstance(count, int) else None,
            level=min(max(level, 1), 6) if isinstance(level, int) else 1,
            outputs=[_output(mapping(one)) for one in rows(cell.get("outputs"))],
            attachments={
                name: {kind: joined(data) for kind, data in mapping(bundle).items()}
                for name, bundle in mapping(cell.get("attachments")).items()
            },
        )


def _output(raw: Mapping[str, Any]) -> Output:
    kind = joined(raw.get("output_type"))
    kind = _OLD_KINDS.get(kind, kind)
    if kind == "stream":
        return Output(kind, {"text/plain": joined(raw.get("text"))}, name=joined(raw.get("name")))
    if kind == "error":
        trace = "\n".join(joined(line) for line in rows(raw.get("traceback")))
        return Output(
            kind, name=joined(raw.get("ename")), message=joined(raw.get("evalue")), trace=trace
        )
    bundle = mapping(raw.get("data"))
    if not bundle:
        bundle = {_OLD_KEYS[key]: value for key, value in raw.items() if key in _OLD_KEYS}
    return Output(kind, {media_type: joined(data) for media_type, data in bundle.items()})
