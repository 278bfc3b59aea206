"""What may go wrong while an archive of unknown origin is opened or a member of it unpacked.

try:
    data = archive.read(member)
except UNPACKING_ERRORS as error: …
"""

from __future__ import annotations

import lzma
import zipfile
import zlib

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
