"""A source: one document that has not been read yet, and how to get its bytes.

    Source.from_path("report.pdf")
    Source.from_bytes(payload, "report.pdf")
    Source.from_text("# Tides\\n…", "notes.md", media_type="text/markdown")

A parser gets its bytes from `read_bytes()`, and hands members of archives or attachments of mails
to `parse_child()`, which carries the shared budget of depth and size.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from ragstone.errors import SourceNotFound
from ragstone.limits import DEFAULT_LIMITS, Limits
from ragstone.model.document import Document

ParseChild = Callable[["Source"], Document]


@dataclass(frozen=True, slots=True)
class Source:
    """One document to read.

    - `name`: as citations and messages show it; its ending is only a hint to what it is.
    - `uri`: where it lives, and its identity in a knowledge base.
    - exactly one of `path`, `data`, `text` is set.
    - `media_type`: what the giver says it is; the content has the last word, except for `text`.
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

    @classmethod
    def from_path(cls, path: str | Path, name: str | None = None, **rest: Any) -> Source:
        """A file on disk; it is not touched before it is read."""
        path = Path(path)
        shown = name or path.name or str(path)
        # A file name is bytes; those that are no UTF-8 are shown as U+FFFD and kept in the URI.
        shown = os.fsencode(shown).decode("utf-8", "replace")
        return cls(shown, path.absolute().as_uri(), path=path, **rest)

    @classmethod
    def from_bytes(cls, data: bytes, name: str, **rest: Any) -> Source:
        """Bytes in memory, under the file name that a message should show."""
        digest = hashlib.sha256(data).hexdigest()
        return cls(name, f"sha256:{digest}", data=data, **rest)

    @classmethod
    def from_text(
        cls, text: str, name: str = "text", media_type: str = "text/plain", **rest: Any
    ) -> Source:
        """Text that needs no decoding; `media_type` says how to read it."""
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return cls(name, f"sha256:{digest}", text=text, media_type=media_type, **rest)

    def read_bytes(self) -> bytes:
        """All bytes; `SourceNotFound` or `LimitExceeded` before anything is read."""
        if self.data is not None:
            self.limits.check("file_bytes", len(self.data), self.name)
            return self.data
        with self.open() as file:
            try:
                return file.read()
            except OSError as error:
                raise unreadable(self.name, error) from error

    def open(self) -> BinaryIO:
        """The bytes as a file; the same errors as `read_bytes`, which are known before a byte is.

        Only regular files are opened: a pipe or a device would block or never end.
        """
        if self.path is None:
            text = (self.text or "").encode("utf-8", "surrogatepass")
            return BytesIO(text if self.data is None else self.data)
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

    def parse_child(self, child: Source) -> Document:
        """Read a document inside this one, within what is left of depth and size."""
        self.limits.check("nesting_depth", self.depth + 1, self.name)
        if self.child_parser is None:
            raise TypeError("a source gets its child_parser from read_document()")
        return self.child_parser(
            replace(child, depth=self.depth + 1, limits=self.limits, child_parser=self.child_parser)
        )


def unreadable(name: str, error: OSError) -> SourceNotFound:
    """The sentence for people; never the system's own words, which hold a path."""
    if isinstance(error, FileNotFoundError):
        return SourceNotFound(name, "no such file or folder", "check the path")
    if isinstance(error, PermissionError):
        return SourceNotFound(name, "it may not be read", "give read permission to this user")
    if isinstance(error, IsADirectoryError):
        return SourceNotFound(name, "it is a folder", "ingest reads folders, parse reads files")
    return SourceNotFound(
        name, f"it could not be read ({error.strerror})", "check the disk and the path"
    )
