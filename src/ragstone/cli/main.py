"""The `ragstone` command: names and summaries of the commands, and how errors end.

Nothing heavy but typer is imported here, so that `ragstone --help` is quick; a command's module is
imported when the command runs.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from ragstone.cli.streams import answering

#: Command → (module that holds its `app`, summary for the list of commands).
COMMANDS: dict[str, tuple[str, str]] = {
    "ingest": ("ragstone.cli.ingest", "Read files and folders into a knowledge base."),
    "search": ("ragstone.cli.search", "Find passages, with their place in the file."),
    "list": ("ragstone.cli.documents", "List the documents of a knowledge base."),
    "delete": ("ragstone.cli.delete", "Remove documents from a knowledge base."),
    "parse": ("ragstone.cli.parse", "Show what a file holds: elements, sections, Markdown."),
    "report": ("ragstone.cli.report", "Say how well files are read and what is missing."),
    "compare": ("ragstone.cli.compare", "Show what strategies of reading make of a file."),
    "chunk": ("ragstone.cli.chunk", "Cut a file into chunks, explain or verify the cuts."),
    "inspect": ("ragstone.cli.inspect", "Write a page that shows how chunkers cut a file."),
    "evaluate": ("ragstone.cli.evaluate", "Measure quality on a labelled set."),
    "doctor": ("ragstone.cli.doctor", "Say what is installed, what is missing, and how to add it."),
}


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


app = typer.Typer(
    cls=LazyGroup,
    name="ragstone",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"ragstone {version('ragstone')}")  # noqa: T201 - this is the answer
        raise typer.Exit


@app.callback()
def ragstone(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and end."
    ),
) -> None:
    """Private documents in; typed elements, exact chunks and cited passages out. Offline."""


def main() -> None:
    """Run the command line. Exit codes: 0 all well, 1 some failed, 2 wrong usage, 130 Ctrl-C."""
    # A caller may have closed them; what is written then goes nowhere.
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - open to the end
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    with answering():
        app()
