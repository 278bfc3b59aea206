"""Pictures and other data among text, as people read of them.

described(section.content)      # "(picture.png, image/png, 1.2 kB)"
"""

from __future__ import annotations

from ragstone.cli.output import one_line
from ragstone.model.block import Base64Source, DataBlock


def described(block: DataBlock) -> str:
    """What the data is called, its type, and its size or where it is."""
    source = block.source
    if isinstance(source, Base64Source):
        place = _size(len(source.data) * 3 // 4 - source.data[-2:].count("="))
    else:
        place = source.url
    parts = [block.name, source.media_type, place]
    return one_line(f"({', '.join(part for part in parts if part)})")


def _size(count: int) -> str:
    if count < 1000:
        return "1 byte" if count == 1 else f"{count} bytes"
    return f"{count / 1000:,.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:,.1f} MB"
