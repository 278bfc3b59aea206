"""What may go wrong while an archive of unknown origin is opened or a member of it unpacked.

`refuse_many_members` comes before a ZIP is opened, which reads its whole directory.

try:
    data = archive.read(member)
except UNPACKING_ERRORS as error: …
"""

from __future__ import annotations

import lzma
import zipfile
import zlib

from ragstone.sources.source import Source

#: ValueError: offsets that point before the file. RuntimeError: a member's own encryption.
#: NotImplementedError: a compression that Python does not know.
UNPACKING_ERRORS: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    ValueError,
    RuntimeError,
)


def refuse_many_members(source: Source, data: bytes) -> None:
    """Raise `LimitExceeded` when the directory of a ZIP has more entries than `archive_members`.

    Python takes a minute for ten million of them; counting them takes milliseconds.
    """
    end = data.rfind(b"PK\x05\x06")
    if 0 <= end <= len(data) - 16:
        size = int.from_bytes(data[end + 12 : end + 16], "little")
        count = data.count(b"PK\x01\x02", max(0, end - size), end)
        source.limits.check("archive_members", count, source.name)
