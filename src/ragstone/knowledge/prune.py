"""Which documents of a knowledge base have lost their file.

    for record in gone(await records.list_documents(kb_id), ["docs"]):
        ...

A file is gone when its folder is there and says so. What cannot be known (a folder that is missing
or may not be read, a disk that fails) is no proof, and nothing is gone then.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ragstone.records.record import KnowledgeDocumentRecord
from ragstone.sources.source import Source, located, path_of


def gone(
    records: Iterable[KnowledgeDocumentRecord], paths: Iterable[str | Path | Source]
) -> list[KnowledgeDocumentRecord]:
    """The documents from inside the folders among `paths` whose file is no longer there."""
    folders = [
        located(Path(path))
        for path in paths
        if not isinstance(path, Source) and str(path) and _can_be_listed(Path(path))
    ]
    found: list[KnowledgeDocumentRecord] = []
    for record in records:
        path = path_of(record.data.blob_uri)
        if path is None or not _is_gone(path):
            continue
        if any(folder in located(path).parents for folder in folders):
            found.append(record)
    return found


def _can_be_listed(folder: Path) -> bool:
    try:
        with os.scandir(folder):
            return True
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return False


def _is_gone(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False
