"""Records and sections as bytes: JSON in UTF-8 in which lone surrogates survive.

File names that the system cannot decode come to Python with lone surrogates; pydantic's own JSON
refuses them.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from pydantic import BaseModel

from ragstone.model.section import Section

#: Sections are text and offsets: higher levels save 3 % and take three times as long.
_LEVEL = 6


def pack(record: BaseModel) -> bytes:
    """`record` as JSON."""
    values = record.model_dump(mode="json")
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )


def values_of(packed: bytes) -> dict[str, Any]:
    """The values of a packed record, for its model to validate."""
    return json.loads(packed.decode("utf-8", "surrogatepass"))


def pack_section(section: Section) -> bytes:
    """A section with text, parts and runs, compressed."""
    return zlib.compress(pack(section), _LEVEL)


def unpack_section(packed: bytes) -> Section:
    """The inverse of `pack_section`."""
    return Section.model_validate(values_of(zlib.decompress(packed)))
