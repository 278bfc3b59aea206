"""`ragstone search`: ranked passages, each with its place in the file."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Annotated

import typer

from ragstone.cli.metadata import read_filter
from ragstone.cli.names import told_apart
from ragstone.cli.options import DEFAULT_KB, JsonOption, KbOption, VerboseOption
from ragstone.cli.output import print_data, print_json, print_message, reporting
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.search.citation import Citation
from ragstone.search.hit import Hit

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def search(
    queries: Annotated[list[str], typer.Argument(metavar="QUERY...", help="What to look for.")],
    kb: KbOption = DEFAULT_KB,
    top_k: Annotated[int, typer.Option("--top-k", "-k", min=1, help="How many passages.")] = 5,
    score_threshold: Annotated[
        float | None, typer.Option(help="Leave out passages that score less.")
    ] = None,
    metadata_filter: Annotated[
        str | None,
        typer.Option(
            "--filter",
            "-f",
            metavar="JSON",
            help="Only passages whose metadata match: "
            """'{"lang": "en", "year": {"$gte": 2020}}'; also $in, $exists, $and, $or, $not.""",
        ),
    ] = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Find the passages that answer a query, best first: place, heading path, score, quote."""
    with reporting(verbose):
        with BlockingKnowledgeBase.open(kb, KnowledgeBaseConfig(create=False)) as base:
            hits = base.search(
                queries,
                top_k,
                metadata_filter=read_filter(metadata_filter),
                score_threshold=score_threshold,
            )
        if as_json:
            print_json(hits)
            return
        places = [place for hit in hits for place in (hit.citation, *hit.also_in)]
        names = told_apart((place.source, place.uri) for place in places)
        for rank, hit in enumerate(hits, 1):
            print_data(render(hit, rank, names))
        if not hits:
            print_message("nothing found")


def render(hit: Hit, rank: int, names: Mapping[str, str]) -> str:
    """A hit as people read it: place and score, heading path, then the exact quote, indented.

    `names` is what to call documents, by URI.
    """
    where, told = _where(hit.citation, names), hit.scores.model_dump(exclude_none=True)
    parts = ", ".join(f"{name} {value:.3f}" for name, value in told.items())
    lines = [f"{rank}. {where}   score {hit.score:.3f} ({parts})"]
    lines += [f"   also in {_where(place, names)}" for place in hit.also_in]
    if hit.citation.heading_path:
        lines.append("   " + " › ".join(hit.citation.heading_path))
    quote = hit.citation.quote.strip("\r\n")
    lines.append(textwrap.indent(quote, "   │ ", lambda _: True))
    return "\n".join(lines) + "\n"


def _where(citation: Citation, names: Mapping[str, str]) -> str:
    return citation.model_copy(update={"source": names[citation.uri]}).where()
