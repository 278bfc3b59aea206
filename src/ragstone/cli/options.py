"""Options that several commands share, with one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

KbOption = Annotated[
    Path, typer.Option("--kb", metavar="FOLDER", help="Folder of the knowledge base.")
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
