"""What every parser is: `read()` a source into a document; the rest stands here once.

A parser never reads the network, never writes outside a temporary folder that it removes, gives the
same output for the same bytes, and imports no other parser. Partial damage is a warning on the
document; total failure is one `ParseError` that names the file, the cause and the remedy.
"""

from __future__ import annotations

import asyncio
import mimetypes
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from ragstone.entries import Entry
from ragstone.model.document import Document
from ragstone.model.section import Section
from ragstone.sources.source import Source


class ParserBase(ABC):
    """One format family. Stateless after construction, safe to use from several threads.

    A subclass sets `row`, its entry in the catalogue, from which the name, the media types and the
    extensions come; or `parser_type` and `supported_media_types` alone.
    """

    row: ClassVar[Entry | None] = None
    parser_type: ClassVar[str]
    supported_media_types: ClassVar[list[str]]

    class Parameters(BaseModel):
        """What can be asked of the parser; unknown options are refused."""

        model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        row = cls.__dict__.get("row")
        if isinstance(row, Entry):
            cls.parser_type = row.name
            cls.supported_media_types = list(row.media_types)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or self.Parameters()

    @classmethod
    def supported_extensions(cls) -> list[str]:
        """File name endings with the dot, sorted; for file pickers, never for routing."""
        if cls.row is not None:
            return sorted(cls.row.extensions)
        # Python's own table, never the system's, which differs from one machine to the next.
        known = mimetypes.MimeTypes()
        found = {
            ending
            for media_type in cls.supported_media_types
            for ending in known.guess_all_extensions(media_type)
        }
        return sorted(found)

    @abstractmethod
    def read(self, source: Source) -> Document:
        """Read all of `source`; sync, pure. Raises `ParseError` and nothing else for bad input."""

    async def parse(self, file: bytes | str, filename: str) -> list[Section]:
        """The natural sections of a payload (`bytes`) or of the file at a path (`str`).

        Text in memory goes through `Source.from_text`, never through here.
        """
        if isinstance(file, bytes):
            source = Source.from_bytes(file, filename)
        else:
            source = Source.from_path(Path(file), filename)
        document = await asyncio.to_thread(self.read, source)
        return document.sections()
