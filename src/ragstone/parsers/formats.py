"""Every format that can be told apart: those of the catalogue's rows, then those nobody reads yet.

by_magic(b"\\x89PNG\\r\\n\\x1a\\n…", binary=True)      # "image/png"
label_of("application/msword")                      # "a Word document of before 2007"
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import repeat

from ragstone.parsers.catalog import PARSERS, row_of
from ragstone.parsers.compound import root_names
from ragstone.parsers.entry import signature_of
from ragstone.parsers.signatures import UNREAD, Signature, Unread

_ANOTHER_FORMAT = "convert it to PDF, DOCX or text first"


def by_magic(data: bytes, *, binary: bool) -> str | None:
    """The type whose first bytes these are; the longest match wins."""
    found: tuple[int, str] = (0, "")
    for media_type, signature in _signatures():
        types = signature.magic_types or repeat(media_type)
        for (offset, magic), kind in zip(signature.magic, types, strict=False):
            # No text has a NUL.
            certain = binary or not signature.is_binary or not magic.isascii() or b"\0" in magic
            if certain and len(magic) > found[0] and data.startswith(magic, offset):
                found = (len(magic), kind)
    return found[1] or None


def by_members(names: Set[str], mimetype: str) -> str | None:
    """The type of a ZIP archive with these members (lower case); `mimetype` is what that member
    holds, "" without one.
    """
    folders = {f"{name.partition('/')[0]}/" for name in names if "/" in name}
    known = list(_signatures())
    for media_type, signature in known:
        if not names.isdisjoint(signature.members) or mimetype in signature.mimetype:
            return media_type
    for media_type, signature in known:
        if not folders.isdisjoint(signature.members):
            return media_type
    return None


def by_streams(data: bytes) -> str | None:
    """The type of an OLE2 file by the names at its root; where its directory is damaged, by those
    that stand anywhere in it, in UTF-16.
    """
    names = root_names(data)
    for media_type, signature in _signatures():
        for stream in signature.streams:
            if any(name.startswith(stream) for name in names):
                return media_type
            if not names and stream.encode("utf-16-le") in data:
                return media_type
    return None


def unread_by_extension(extension: str) -> Unread | None:
    """The known format without a parser whose files end so."""
    return next((format_ for format_ in UNREAD if extension in format_.extensions), None)


def label_of(media_type: str) -> str:
    """What people call a file of this type; the type itself for an unknown one."""
    labels = (
        found.label
        for known, found in _signatures()
        if media_type == known or media_type in found.magic_types
    )
    return next(labels, media_type)


def remedy_of(media_type: str) -> str:
    """What to do with a file of this type that no parser reads."""
    found = (format_.remedy for format_ in UNREAD if format_.media_type == media_type)
    return next(found, _ANOTHER_FORMAT)


def is_known(media_type: str) -> bool:
    """Whether a parser reads the type, or we know it as one that none reads."""
    return row_of(media_type) is not None or any(
        format_.media_type == media_type for format_ in UNREAD
    )


def _signatures() -> Iterator[tuple[str, Signature]]:
    for row in PARSERS:
        signature = signature_of(row)
        if signature is not None:
            yield row.media_types[0], signature
    for format_ in UNREAD:
        yield format_.media_type, format_.signature
