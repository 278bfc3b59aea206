"""What may go wrong while an archive of unknown origin is opened or a member of it unpacked.

`refuse_many_members` comes before a ZIP is opened, which reads its whole directory;
`has_own_directory` after.

try:
    data = archive.read(member)
except UNPACKING_ERRORS as error: …
"""

from __future__ import annotations

import lzma
import zipfile
import zlib

from ragstone.sources.source import Source

#: APPNOTE.TXT 6.3.10, 4.3.16: the end of the directory, without its comment.
_END_RECORD = 22

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


def has_own_directory(archive: zipfile.ZipFile, data: bytes) -> bool:
    """Whether what `archive` lists are the members of `data` itself.

    Of a ZIP that is cut off, the last directory may be that of an archive inside it.
    """
    end = len(archive.comment) + _END_RECORD
    is_last = data[-end:].startswith(b"PK\x05\x06")
    return (
        is_last
        or not data.startswith(b"PK\x03\x04")
        or any(info.header_offset == 0 for info in archive.infolist())
    )
