"""`ragstone list`: the documents of a knowledge base and their state."""

from __future__ import annotations

import typer

from ragstone.cli.options import DEFAULT_KB, JsonOption, KbOption
from ragstone.cli.output import print_data, print_json, reporting
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def documents(kb: KbOption = DEFAULT_KB, as_json: JsonOption = False) -> None:
    """List the documents of a knowledge base: state, chunks, version, name, and what failed."""
    with reporting():
        with BlockingKnowledgeBase.open(kb, KnowledgeBaseConfig(create=False)) as base:
            records = base.list_records()
        if as_json:
            print_json(records)
            return
        for record in records:
            line = (
                f"{record.status.value:<9} {record.data.chunk_count:>6} chunks  "
                f"v{record.version}  {record.id[:12]}  {record.data.filename}"
            )
            print_data(line + (f"  ({record.data.error})" if record.data.error else ""))
