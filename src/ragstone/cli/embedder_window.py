"""Which chunks an embedder would cut, on stderr, without embedding any.

tell_window("notes.md", chunks, "bert:folder=models/minilm")
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.cli.output import one_line, print_message
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.indexing.window import EmbedderWindow
from ragstone.model.chunk import Chunk


def tell_window(name: str, chunks: Sequence[Chunk], spec: str) -> None:
    """A warning and a line for each chunk longer than the embedder reads; else that there is none.

    Raises `ParameterError` for an embedder that is unknown or wrongly asked for.
    """
    embedder = EMBEDDERS.create_from(spec)
    window, limit = EmbedderWindow(chunks, embedder), embedder.context_tokens
    if limit is None:
        print_message(f"{embedder.model} reads texts of any length")
        return
    for warning in window.warnings():
        print_message(f"warning: {one_line(name)}: {warning}")
    cut = list(window.too_long())
    for number, size in cut:
        print_message(f"   {number + 1}/{len(chunks)} has {size}, {size - limit} too many")
    if not cut:
        print_message(f"no chunk is longer than the {limit} tokens that {embedder.model} reads")
