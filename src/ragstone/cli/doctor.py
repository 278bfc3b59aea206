"""`ragstone doctor`: what is installed, what is missing, and the one command that adds it.

`ragstone doctor chunkers` lists a family's members with their options, `ragstone doctor limits` the
bounds that `--limit` sets.
"""

from __future__ import annotations

import platform
import sqlite3
from typing import Annotated, Any

import typer

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.cli.limits import default_of, meanings
from ragstone.cli.members import about
from ragstone.cli.options import JsonOption
from ragstone.cli.output import print_data, print_json, reporting
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.entries import Catalog, Entry
from ragstone.errors import ParameterError, PluginError
from ragstone.parsers.catalog import PARSERS
from ragstone.records.catalog import RECORDS
from ragstone.stores.catalog import STORES
from ragstone.text.tokenizer_catalog import TOKENIZERS

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

CATALOGS: tuple[Catalog[Any], ...] = (
    PARSERS,
    CHUNKERS,
    TOKENIZERS,
    EMBEDDERS,
    STORES,
    RECORDS,
)


@app.command()
def doctor(
    family: Annotated[
        str | None,
        typer.Argument(
            metavar="[FAMILY]",
            help="parsers, chunkers, tokenizers, embedders, stores or records: its members' "
            "options; limits: what --limit sets.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what is installed, what is missing, and the one command that adds it.

    With a family's name: what each of its members is for, and the options it takes.
    """
    with reporting():
        if family == "limits":
            _print_limits(as_json)
            return
        if family is not None:
            _print_options(_catalog(family), as_json)
            return
        rows = [_row(catalog, entry) for catalog in CATALOGS for entry in catalog]
        broken = [broken for catalog in CATALOGS for broken in catalog.broken]
        machine = {
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "fts5": _has_fts5(),
        }
        if as_json:
            skipped = [{"family": b.family, "name": b.name, "cause": str(b)} for b in broken]
            print_json({"machine": machine, "members": rows, "skipped": skipped})
            return
        print_data(
            f"python {machine['python']}, SQLite {machine['sqlite']}, full text "
            + ("ready" if machine["fts5"] else "missing: this SQLite has no FTS5")
        )
        for row in rows:
            print_data(f"{row['family']:<10} {row['name']:<16} {_state(row)}")
        for each in broken:
            print_data(f"{each.family:<10} {each.name:<16} skipped: {each.package}: {each.cause}")


def _catalog(family: str) -> Catalog[Any]:
    for catalog in CATALOGS:
        if catalog.family == family:
            return catalog
    families = ", ".join(catalog.family for catalog in CATALOGS)
    raise ParameterError(f"there is no family called {family}; there are: {families}, and limits")


def _row(catalog: Catalog[Any], entry: Entry) -> dict[str, Any]:
    missing = list(entry.missing)
    limited = "" if entry.is_helped else entry.unhelped
    broken = "" if missing or entry in catalog.own else _broken(entry)
    return {
        "family": catalog.family,
        "name": entry.name,
        "summary": entry.summary,
        "ready": not missing and not broken,
        "missing": missing,
        "install": f'pip install "ragstone[{entry.extra}]"' if missing or limited else "",
        "limited": limited,
        "broken": broken,
    }


def _state(row: dict[str, Any]) -> str:
    if row["missing"]:
        return f"missing: {row['install']}"
    if row["limited"]:
        return f"limited: {row['limited']}; {row['install']}"
    return row["broken"] or "ready"


def _broken(entry: Entry) -> str:
    """Why a third party's member cannot be used; "" if it can."""
    try:
        entry.load()
    except PluginError as error:
        return str(error)
    return ""


def _print_options(catalog: Catalog[Any], as_json: bool) -> None:
    members = [about(entry) for entry in catalog]
    if as_json:
        print_json(members)
        return
    for member in members:
        print_data(f"{member.name}: {member.summary}" if member.summary else member.name)
        if member.problem:
            print_data(f"  {member.problem}")
        for option in member.options:
            default = "needed" if option.default is None else f"= {option.default}"
            print_data(f"  {option.name}: {option.type}  {default}")
            if option.meaning:
                print_data(f"      {option.meaning}")
    if catalog.absent:
        print_data(f"{catalog.absent}: no {catalog.family.removesuffix('s')} at all")


def _print_limits(as_json: bool) -> None:
    rows = [(name, default_of(name), meaning) for name, meaning in meanings().items()]
    if as_json:
        print_json([{"name": row[0], "default": row[1], "meaning": row[2]} for row in rows])
        return
    for name, default, meaning in rows:
        print_data(f"{name} = {default}")
        print_data(f"    {meaning}")


def _has_fts5() -> bool:
    with sqlite3.connect(":memory:") as connection:
        options = {row[0] for row in connection.execute("pragma compile_options")}
    connection.close()
    return "ENABLE_FTS5" in options
