"""Names of documents for people: two of one name are told apart by where their files live.

names = told_apart([("notes.md", "file:///a/notes.md"), ("notes.md", "file:///b/notes.md")])
names["file:///a/notes.md"]        # "notes.md (/a/notes.md)"
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ragstone.cli.output import one_line
from ragstone.sources.source import path_of


def told_apart(documents: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The name to show for each URI, of (name, URI) pairs; a URI may come several times."""
    uris: dict[str, set[str]] = {}
    for name, uri in documents:
        uris.setdefault(name, set()).add(uri)
    return {
        uri: one_line(f"{name} ({place(uri)})" if len(own) > 1 else name)
        for name, own in uris.items()
        for uri in own
    }


def place(uri: str) -> str:
    """Where a document lives: its path, from here where it lies below; else the URI."""
    path = path_of(uri)
    if path is None:
        return uri
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
