"""What `partition` was given (a path, a file object or a URL) as one source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from ragstone.entries import Entry
from ragstone.errors import ParameterError
from ragstone.limits import DEFAULT_LIMITS
from ragstone.parsers.catalog import row_of
from ragstone.parsers.detect import detect
from ragstone.parsers.entry import signature_of
from ragstone.partitioning.options import PartitionOptions
from ragstone.sources.fetch import FetchRules, fetch
from ragstone.sources.source import Source


def source_given(
    filename: str | Path | None,
    file: IO[Any] | None,
    url: str | None,
    ssl_verify: bool,
    options: PartitionOptions,
) -> Source:
    """The source, read into memory; `ParameterError` unless exactly one of the three is given."""
    if sum(given is not None for given in (filename, file, url)) != 1:
        raise ParameterError("partition takes exactly one of filename, file and url")
    name = options.metadata_filename
    if url is not None:
        limits = DEFAULT_LIMITS
        if options.request_timeout is not None:
            limits = replace(limits, fetch_seconds=options.request_timeout)
        source = fetch(url, FetchRules(options.headers, ssl_verify), limits)
        return replace(source, name=name) if name else source
    if file is not None:
        return _from_file(file, name)
    source = Source.from_path(Path(filename or ""), name)
    return replace(source, data=source.read_bytes(), path=None)


def _from_file(file: IO[Any], name: str | None) -> Source:
    """All of an open file from its beginning, in bytes or in text; it stays open."""
    own = getattr(file, "name", None)
    shown = name or (Path(own).name if isinstance(own, str) and own else "file")
    if file.seekable():
        file.seek(0)
    content = file.read(DEFAULT_LIMITS.file_bytes + 1)
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else bytes(content)
    DEFAULT_LIMITS.check("file_bytes", len(data), shown)
    return Source.from_bytes(data, shown)


@dataclass(frozen=True, slots=True)
class Typed:
    """A source as its parser should get it, its media type, and the parser where it was chosen."""

    source: Source
    media_type: str
    parser: str | None = None


def typed(source: Source, content_type: str | None, encoding: str | None) -> Typed:
    """The source with its type.

    Among text formats `content_type` decides, since all of them are text; of other files the
    content does. `encoding` is taken at its word for text, and means nothing elsewhere.
    """
    data = source.read_bytes()
    found = detect(source.name, data).media_type
    row = row_of(found)
    if not _is_text(row):
        return Typed(source, found)
    asked = (content_type or "").partition(";")[0].strip().lower()
    wanted = row_of(asked)
    media_type = asked if _is_text(wanted) else found
    if encoding is not None:
        text = _decoded(source.name, data, encoding)
        return Typed(replace(source, data=None, text=text, media_type=media_type), media_type)
    if wanted is None or wanted == row or media_type == found:
        return Typed(source, found)
    return Typed(source, media_type, wanted.name)


def _is_text(row: Entry | None) -> bool:
    signature = None if row is None else signature_of(row)
    return signature is not None and not signature.is_binary


def _decoded(name: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeError as error:
        raise ParameterError(
            f"{name} is not in {encoding} ({error}); without encoding it is detected"
        ) from error
    except (LookupError, ValueError) as error:  # no name may hold a NUL
        raise ParameterError(f"there is no encoding {encoding!r}") from error
