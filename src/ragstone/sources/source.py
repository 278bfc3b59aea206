"""A source: one document that has not been read yet, and how to get its bytes.

    Source.from_path("report.pdf")
    Source.from_bytes(payload, "report.pdf")
    Source.from_text("# Tides\\n…", "notes.md")

A parser gets its bytes from `read_bytes()`, and hands members of archives or attachments of mails
to `parse_child()`, which carries the shared budget of depth and size.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote, unquote_to_bytes, urlsplit

from ragstone.errors import SourceNotFound
from ragstone.limits import DEFAULT_LIMITS, MIB, Limits
from ragstone.model.document import Document
from ragstone.sources.budget import Budget

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

ParseChild = Callable[["Source"], Document]


@dataclass(frozen=True, slots=True)
class Source:
    """One document to read.

    - `name`: as citations and messages show it; its ending is only a hint to what it is.
    - `uri`: where it lives, and its identity in a knowledge base.
    - exactly one of `path`, `data`, `text` is set.
    - `media_type`: what the giver says it is; the content has the last word, except for `text`.
    - `metadata`: the giver's own, kept with the document over those of the whole ingestion.
    - `progress`: is told how much of it is read, and of how much; documents inside it tell nothing.
    - `budget`: what it and the documents inside it have used up together of `limits`.
    """

    name: str
    uri: str
    path: Path | None = None
    data: bytes | None = None
    text: str | None = None
    media_type: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    limits: Limits = DEFAULT_LIMITS
    depth: int = 0
    child_parser: ParseChild | None = None
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)
    progress: Callable[[int, int], None] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def from_path(cls, path: str | Path, name: str | None = None, **rest: Any) -> Source:
        """A file on disk; it is not touched before it is read."""
        path = Path(path)
        shown = name or path.name or str(path)
        return cls(readable(shown), located(path).as_uri(), path=path, **rest)

    @classmethod
    def from_bytes(cls, data: bytes, name: str, **rest: Any) -> Source:
        """Bytes in memory, under the file name that a message should show.

        The same bytes under another name are another document, as two equal files are.
        """
        return cls(name, _content_uri(data, name), data=data, **rest)

    @classmethod
    def from_text(
        cls, text: str, name: str = "text", media_type: str | None = None, **rest: Any
    ) -> Source:
        """Text that needs no decoding; `media_type` says how to read it, else the name's ending."""
        uri = _content_uri(text.encode("utf-8", "surrogatepass"), name)
        return cls(name, uri, text=text, media_type=media_type, **rest)

    def read_bytes(self) -> bytes:
        """All bytes; `SourceNotFound`, or `LimitExceeded` before more than the limit is read."""
        if self.path is None:
            return self._held()
        with self.open() as file:
            try:
                data = _read(file, self.limits.file_bytes + 1)
            except OSError as error:
                raise unreadable(self.name, error) from error
        self.limits.check("file_bytes", len(data), self.name)
        return data

    def open(self) -> BinaryIO:
        """The bytes as a file; the same errors as `read_bytes`, which are known before a byte is.

        Only regular files are opened: a pipe or a device would block or never end.
        """
        if self.path is None:
            return BytesIO(self._held())
        try:
            status = self.path.stat()
            if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
                raise SourceNotFound(
                    self.name, "it is a pipe or a device and no file", "give a regular file"
                )
            self.limits.check("file_bytes", status.st_size, self.name)
            return self.path.open("rb")
        except SourceNotFound:
            raise
        except OSError as error:
            raise unreadable(self.name, error) from error

    def _held(self) -> bytes:
        """What is in memory, text as UTF-8."""
        text = "" if self.text is None else self.text
        data = text.encode("utf-8", "surrogatepass") if self.data is None else self.data
        self.limits.check("file_bytes", len(data), self.name)
        return data

    def parse_child(self, child: Source) -> Document:
        """Read a document inside this one, within what is left of depth and size."""
        self.limits.check("nesting_depth", self.depth + 1, self.name)
        if self.child_parser is None:
            raise TypeError("a source gets its child_parser from read_document()")
        return self.child_parser(self._inside(child, self.depth + 1))

    def parse_part(self, part: Source) -> Document:
        """Read a part of this very document that another parser knows better: the body of a mail,
        a chapter of a book. It is no deeper than the document itself.
        """
        if self.child_parser is None:
            raise TypeError("a source gets its child_parser from read_document()")
        # Only the depth 0 begins a budget anew.
        return self.child_parser(self._inside(part, max(1, self.depth)))

    def spend(self, limit: str, amount: int) -> None:
        """Count `amount` against a limit that holds for this source and all around it together.

        Raises `LimitExceeded` when the sum is over the bound: `spend("unpacked_bytes", size)`.
        """
        self.limits.check(limit, self.budget.add(limit, amount), self.name)

    def _inside(self, child: Source, depth: int) -> Source:
        return replace(
            child,
            depth=depth,
            limits=self.limits,
            child_parser=self.child_parser,
            budget=self.budget,
        )


def _read(file: BinaryIO, most: int) -> bytes:
    """All of `file`, `most` bytes at the most: a log may grow, and /proc says that all are empty.

    Python sets aside what it is asked for, so that asking for the limit at once would cost that.
    """
    pieces: list[bytes] = []
    size = os.fstat(file.fileno()).st_size + 1
    while most > 0 and (piece := file.read(min(most, size))):
        pieces.append(piece)
        most -= len(piece)
        size = MIB
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _content_uri(data: bytes, name: str) -> str:
    """The identity of what lives nowhere: its content and its name."""
    digest = hashlib.sha256(data).hexdigest()
    return f"sha256:{digest}?name={quote(name, safe='', errors='surrogatepass')}"


def readable(name: str) -> str:
    """`name` for people: a file's is bytes, and those that are no UTF-8 are shown as U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", name)


def located(path: Path) -> Path:
    """`path` as one identity: absolute and without "..", from wherever it was given.

    Links stay as they are: a folder reached by the link `current` keeps its documents when the link
    is moved on. Only what comes before a ".." is followed, since that is what ".." means.
    """
    path = path.absolute()
    if ".." not in path.parts:
        return path
    last = len(path.parts) - 1 - path.parts[::-1].index("..")
    return Path(os.path.realpath(Path(*path.parts[: last + 1])), *path.parts[last + 1 :])


def path_of(uri: str) -> Path | None:
    """The path that `Source.from_path` made `uri` of; None for anything but a file's URI."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = os.fsdecode(unquote_to_bytes(parts.path))
    # Windows: /C:/docs
    return Path(path[1:] if os.name == "nt" and path[2:3] == ":" else path)


def unreadable(name: str, error: OSError) -> SourceNotFound:
    """The sentence for people; never the system's own words, which hold a path."""
    name = readable(name)
    if isinstance(error, FileNotFoundError):
        return SourceNotFound(name, "no such file or folder", "check the path")
    if isinstance(error, PermissionError):
        return SourceNotFound(name, "it may not be read", "give read permission to this user")
    if isinstance(error, IsADirectoryError):
        return SourceNotFound(name, "it is a folder", "ingest reads folders, parse reads files")
    if error.errno == errno.ELOOP:
        return SourceNotFound(name, "it is a link that leads back to itself", "remove the link")
    return SourceNotFound(
        name, f"it could not be read ({error.strerror})", "check the disk and the path"
    )
