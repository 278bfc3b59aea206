"""Options that several commands share, with one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ragstone.errors import ParameterError
from ragstone.sources.selection import Selection


def path_given(value: str | Path) -> Path:
    """A path argument. A blank one is refused: it would mean the folder that one stands in."""
    if not str(value).strip():
        raise typer.BadParameter("a path is needed, and this one is blank")
    return Path(value)


KbOption = Annotated[
    Path,
    typer.Option("--kb", metavar="FOLDER", help="Folder of the knowledge base.", parser=path_given),
]
FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The file to read.", parser=path_given)
]
FileOrInputArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The file to read; - for a text on standard input.",
        parser=path_given,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Say more on stderr.")]
SectionsOption = Annotated[
    str | None,
    typer.Option(
        "--sections", metavar="BY", help="natural (pages, chapters), heading or document."
    ),
]

IncludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--include",
        metavar="GLOB",
        help="Of folders, only files that fit: *.pdf, reports/**. Several may be given.",
    ),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="GLOB", help="Of folders, no file that fits: drafts, *.tmp."),
]

LimitOption = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=VALUE",
        help="Another bound on what a file may ask for: parse_seconds=600, file_bytes=2GiB. "
        "`ragstone doctor limits` lists them. Several may be given.",
    ),
]


CHUNKER_HELP = (
    r"name[:option=value,...]. A value that reads as JSON is that; \n, \t and \r alone are line "
    "break, tab and return; any other is text."
)
ChunkerOption = Annotated[
    list[str] | None, typer.Option("--with", "--chunker", metavar="CHUNKER", help=CHUNKER_HELP)
]
ChunkersOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        "--chunker",
        metavar="CHUNKER",
        help=f"{CHUNKER_HELP} Several are shown side by side.",
    ),
]


def only_chunker(specs: list[str]) -> str:
    """The one chunker that is named; `ParameterError` for several."""
    if len(specs) > 1:
        raise ParameterError(
            f"one chunker is taken here, and {len(specs)} are given; "
            "`ragstone inspect FILE --with A --with B` shows several side by side"
        )
    return specs[0]


def selection_of(include: list[str] | None, exclude: list[str] | None) -> Selection:
    """What `--include` and `--exclude` say together."""
    return Selection(tuple(include or ()), tuple(exclude or ()))


DEFAULT_KB = Path("kb")
