"""`ragstone doctor`: what is installed, what is missing, and the one command that adds it."""

from __future__ import annotations

import platform
import sqlite3
from typing import Any

import typer

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.cli.options import JsonOption
from ragstone.cli.output import print_data, print_json, reporting
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.entries import Catalog
from ragstone.parsers.catalog import PARSERS
from ragstone.records.catalog import RECORDS
from ragstone.stores.catalog import STORES

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

CATALOGS: tuple[Catalog[Any], ...] = (PARSERS, CHUNKERS, EMBEDDERS, STORES, RECORDS)


@app.command()
def doctor(as_json: JsonOption = False) -> None:
    """Say what is installed, what is missing, and the one command that adds it."""
    with reporting():
        rows = [_row(catalog.family, entry) for catalog in CATALOGS for entry in catalog]
        machine = {
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "fts5": _has_fts5(),
        }
        if as_json:
            print_json({"machine": machine, "members": rows})
            return
        print_data(
            f"python {machine['python']}, SQLite {machine['sqlite']}, full text "
            + ("ready" if machine["fts5"] else "missing: this SQLite has no FTS5")
        )
        for row in rows:
            state = "ready" if row["ready"] else f"missing: {row['install']}"
            print_data(f"{row['family']:<10} {row['name']:<14} {state}")


def _row(family: str, entry: Any) -> dict[str, Any]:
    missing = list(entry.missing)
    return {
        "family": family,
        "name": entry.name,
        "summary": entry.summary,
        "ready": not missing,
        "missing": missing,
        "install": f'pip install "ragstone[{entry.extra}]"' if missing else "",
    }


def _has_fts5() -> bool:
    with sqlite3.connect(":memory:") as connection:
        options = {row[0] for row in connection.execute("pragma compile_options")}
    connection.close()
    return "ENABLE_FTS5" in options
