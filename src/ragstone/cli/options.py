"""Options that several commands share, with one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


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
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Say more on stderr.")]
SectionsOption = Annotated[
    str | None,
    typer.Option(
        "--sections", metavar="BY", help="natural (pages, chapters), heading or document."
    ),
]

DEFAULT_KB = Path("kb")
