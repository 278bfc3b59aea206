"""Values as bytes of JSON in UTF-8, in which lone surrogates survive.

Text of broken files and file names that the system cannot decode hold them; pydantic's own JSON
refuses them.

    values_of(bytes_of({"text": "潮汐 \\udce9"}))
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ragstone.errors import StoreError


def bytes_of(values: Mapping[str, Any]) -> bytes:
    """`values`, which must be JSON, in as few bytes as it takes."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def values_of(packed: bytes) -> dict[str, Any]:
    """The inverse of `bytes_of`; `StoreError` for bytes that were damaged since."""
    try:
        return json.loads(packed.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise StoreError(
            f"a row of the database is damaged ({error}); take the file from a backup, or remove "
            "it and ingest again"
        ) from error
