"""`ragstone list`: the documents of a knowledge base and their state."""

from __future__ import annotations

import typer

from ragstone.cli.names import told_apart
from ragstone.cli.options import DEFAULT_KB, JsonOption, KbOption
from ragstone.cli.output import (
    counted,
    one_line,
    print_data,
    print_json,
    print_message,
    reporting,
)
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def documents(kb: KbOption = DEFAULT_KB, as_json: JsonOption = False) -> None:
    """List the documents of a knowledge base: state, chunks, version, id, name, and what failed.

    On stderr stands what it was made with: chunker, sections, embedder.
    """
    with reporting():
        with BlockingKnowledgeBase.open(kb, KnowledgeBaseConfig(create=False)) as base:
            made, records = base.get_record(), base.list_records()
        if made is not None:
            chunker, embedding = made.data.chunker_config, made.data.embedding_model_config
            print_message(
                f"{made.data.name}: chunker {chunker.type}, sections {chunker.sections}, "
                f"embedder {embedding.type}"
            )
        if as_json:
            print_json(records)
            return
        names = told_apart((record.data.filename, record.data.blob_uri) for record in records)
        for record in records:
            line = (
                f"{record.status.value:<9} {counted(record.data.chunk_count, 'chunk', 6)}  "
                f"v{record.version}  {record.id[:12]}  {names[record.data.blob_uri]}"
            )
            cause = (record.data.error or "").removeprefix(f"{record.data.filename}: ")
            print_data(f"{line}: {one_line(cause)}" if cause else line)
