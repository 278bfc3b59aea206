"""Walking paths and folders into sources, in a stable order, without stopping at a bad one."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ragstone.errors import SourceNotFound
from ragstone.limits import DEFAULT_LIMITS, Limits
from ragstone.sources.selection import EVERYTHING, Selection
from ragstone.sources.source import Source, readable, unreadable

#: What can be walked. One that stands alone is no list of its letters.
Paths = str | Path | Source | Iterable[str | Path | Source]

#: Folders that hold machinery and no documents.
SKIPPED_FOLDERS: frozenset[str] = frozenset(
    {"__pycache__", "__MACOSX", "node_modules", "site-packages"}
)


def listed(paths: Paths) -> list[str | Path | Source]:
    """`paths` as a list, also when it is a single path or source."""
    return [paths] if isinstance(paths, str | Path | Source) else list(paths)


def walk(
    paths: Paths,
    limits: Limits = DEFAULT_LIMITS,
    *,
    leave_out: Callable[[Path], bool] = lambda _: False,
    selection: Selection = EVERYTHING,
) -> Iterator[Source | SourceNotFound]:
    """One `Source` a file, or the `SourceNotFound` that says why a path could not be read.

    Order: as given, inside a folder by name. Hidden files and folders, machinery
    (`SKIPPED_FOLDERS`) and links that lead out of a folder or nowhere are passed over; a file met
    twice comes once, those of which `leave_out` is true never; a source given as such passes
    through. `selection` chooses among the files of folders, and not a file that is given itself.
    Names are relative to the folder given, with forward slashes.
    """
    seen: set[str] = set()
    for given in listed(paths):
        for item in [given] if isinstance(given, Source) else _walk_path(given, limits, selection):
            if isinstance(item, Source):
                if item.uri in seen or (item.path is not None and leave_out(item.path)):
                    continue
                seen.add(item.uri)
            yield item


def _walk_path(
    given: str | Path, limits: Limits, selection: Selection
) -> Iterator[Source | SourceNotFound]:
    if not str(given).strip():  # Path("") would be the folder that the process stands in
        yield SourceNotFound("(blank)", "the path is blank", "give a file or a folder")
        return
    path = Path(given)
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        known = error if isinstance(error, OSError) else FileNotFoundError()
        yield unreadable(str(path), known)
        return
    if is_folder:
        yield from _walk_folder(path, limits, selection)
    else:
        yield Source.from_path(path, limits=limits)


def _walk_folder(
    root: Path, limits: Limits, selection: Selection
) -> Iterator[Source | SourceNotFound]:
    problems: list[OSError] = []
    for folder, names, files in os.walk(root, onerror=problems.append):
        yield from _unreadable_folders(root, problems)
        names[:] = sorted(
            name
            for name in names
            if not name.startswith(".")
            and name not in SKIPPED_FOLDERS
            and selection.enters(_below(root, folder, name))
        )
        for name in sorted(files):
            path = Path(folder, name)
            shown = _below(root, folder, name)
            if name.startswith(".") or not selection.takes(shown):
                continue
            try:
                if not _is_document(path, root):
                    continue
            except OSError as error:  # a folder that may be listed and not entered
                yield unreadable(shown, error)
                continue
            yield Source.from_path(path, shown, limits=limits)
    yield from _unreadable_folders(root, problems)


def _below(root: Path, folder: str, name: str) -> str:
    return Path(folder, name).relative_to(root).as_posix()


def _is_document(path: Path, root: Path) -> bool:
    """Whether it is a regular file (no pipe, no device), and no link out of the folder."""
    if not path.is_file():
        _refuse_loop(path)
        return False
    return not path.is_symlink() or path.resolve().is_relative_to(root.resolve())


def _refuse_loop(path: Path) -> None:
    """Raise `OSError` for a link that leads back to itself, which `is_file` takes for no file."""
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise


def _unreadable_folders(root: Path, problems: list[OSError]) -> Iterator[SourceNotFound]:
    while problems:
        path = Path(problems.pop().filename)
        name = readable(root.name if path == root else path.relative_to(root).as_posix())
        yield SourceNotFound(
            f"{name}/", "the folder may not be read", "give read permission to this user"
        )
