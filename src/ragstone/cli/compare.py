"""`ragstone compare`: what several strategies make of one file, side by side."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from ragstone.cli.limits import limits_of
from ragstone.cli.options import FileArgument, JsonOption, LimitOption, VerboseOption
from ragstone.cli.output import print_data, print_json, print_message, reporting
from ragstone.partitioning.comparison import StrategyCounts, compare
from ragstone.partitioning.strategy import available
from ragstone.sources.source import Source

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command("compare")
def compare_strategies(
    file: FileArgument,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy", help="fast or auto; may be given several times. All there are by default."
        ),
    ] = None,
    limit: LimitOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """How many elements of which type each strategy finds in a file."""
    with reporting(verbose):
        source = Source.from_path(file, limits=limits_of(limit))
        found = compare(source, strategies or available())
        told = dict.fromkeys(warning for counts in found for warning in counts.warnings)
        for warning in told:
            print_message(f"warning: {file.name}: {warning}")
        failures = [counts.failure for counts in found if counts.failure is not None]
        for failure in failures:
            print_message(f"ragstone: {failure}")
        if as_json:
            print_json(found)
        elif len(failures) < len(found):
            print_data(render([counts for counts in found if counts.failure is None]))
        if failures:
            raise typer.Exit(2 if len(failures) == len(found) else 1)


def render(found: list[StrategyCounts]) -> str:
    """A column a strategy; types by how many there are in all."""
    totals: Counter[str] = Counter()
    for counts in found:
        totals.update(counts.types)
    names = [name for name, _ in totals.most_common()]
    width = max(len(name) for name in [*names, "characters"]) + 2
    columns = [max(len(counts.strategy), 9) + 2 for counts in found]

    def line(name: str, cells: list[str]) -> str:
        padded = (f"{cell:>{column}}" for cell, column in zip(cells, columns, strict=True))
        return f"{name:<{width}}" + "".join(padded)

    return "\n".join(
        [
            line("", [counts.strategy for counts in found]),
            line("elements", [str(counts.elements) for counts in found]),
            line("characters", [str(counts.characters) for counts in found]),
            *(line(name, [str(counts.types.get(name, 0)) for counts in found]) for name in names),
            line("CPU s", [f"{counts.seconds:.2f}" for counts in found]),
        ]
    )
