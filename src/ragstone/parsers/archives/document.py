"""What all archives have in common: which members count, and the document they end in.

found = read_member(nest, "2024/report.pdf", data)
return archive_document(source, nest, "zip", "application/zip")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragstone.model.document import Document
from ragstone.parsers.member_name import member_name, points_outside
from ragstone.parsers.nested import Nest
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source
from ragstone.text.encoding import decode

#: What operating systems put into every archive, which nobody has written.
_SYSTEM_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


def shown_name(nest: Nest, raw: str) -> str:
    """The name of a member as it is shown, with a warning where that says less than its own."""
    name = member_name(raw, f"member {len(nest.members) + 1}")
    if points_outside(raw):
        nest.warn("its name in the archive points outside; nothing is written by it", name)
    return name


def is_system_file(name: str) -> bool:
    """Whether a member is Finder's or Explorer's own: resource forks, view settings, thumbnails."""
    folder, _, last = name.replace("\\", "/").rpartition("/")
    return (
        folder.split("/")[0] == "__MACOSX" or last.startswith("._") or last.lower() in _SYSTEM_FILES
    )


def text_of_name(raw: bytes) -> str:
    """A name that is told in bytes of an unknown encoding, most likely UTF-8."""
    return decode(raw).text if raw else ""


def archive_document(
    source: Source, nest: Nest, parser: str, media_type: str, facts: Mapping[str, Any]
) -> Document:
    """All members in the archive's order, after a line for each that could not be read."""
    warnings = nest.warnings
    if not nest.members:
        warnings.append("empty")
    read = sum(not member.error for member in nest.members)
    return Document(
        source=source.name,
        media_type=media_type,
        elements=outline([*nest.left_out, *nest.elements]),
        facts={**facts, "members_read": read, "members_left_out": len(nest.left_out)},
        warnings=tuple(warnings),
        parser=parser,
        strategy="members",
        members=tuple(nest.members),
    )
