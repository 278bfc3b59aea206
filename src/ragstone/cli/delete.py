"""`ragstone delete`: documents out of a knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from ragstone.cli.names import place
from ragstone.cli.options import DEFAULT_KB, JsonOption, KbOption
from ragstone.cli.output import print_json, print_message, reporting
from ragstone.errors import ParameterError
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.records.record import KnowledgeDocumentRecord

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def delete(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Names or ids, as `ragstone list` shows.")
    ],
    kb: KbOption = DEFAULT_KB,
    as_json: JsonOption = False,
) -> None:
    """Remove documents from a knowledge base; the files themselves are not touched."""
    with reporting(), BlockingKnowledgeBase.open(kb, KnowledgeBaseConfig(create=False)) as base:
        known = base.list_records()
        chosen = [_find(known, name) for name in names]  # all are found before one is deleted
        for record in chosen:
            base.delete_document(record.id)
            print_message(f"deleted    {record.data.filename}")
        if as_json:
            print_json(chosen)


def _find(records: Sequence[KnowledgeDocumentRecord], name: str) -> KnowledgeDocumentRecord:
    found = [r for r in records if r.data.filename == name]
    if not found and len(name) >= 6:
        found = [r for r in records if r.id.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f"{record.id[:12]} ({place(record.data.blob_uri)})" for record in found)
        raise ParameterError(f"{len(found)} documents are called {name}; give one of the ids {ids}")
    raise ParameterError(f"there is no document {name}; `ragstone list` shows what there is")
