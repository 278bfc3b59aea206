"""Pictures that a file holds as files of their own, as blocks of data; no parser.

pictures = PictureFiles(limits.picture_bytes)
block = pictures.take(data)             # a DataBlock; None for what is no picture to look at
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator

from ragstone.model.block import Base64Source, DataBlock
from ragstone.parsers.signatures import PICTURES

NEEDS_OCR = "the picture was not looked at: a text in it needs OCR"
#: Word processors put the name of the file where a description should stand.
_FILE_NAME = re.compile(
    r"(?:[^<>|\n]{0,300}[\\/])?[^\\/\n]{1,100}\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)",
    re.IGNORECASE,
)


def described(text: str) -> str:
    """An alternative text on one line; "" for one that only names a file."""
    text = " ".join(text.split())
    return "" if _FILE_NAME.fullmatch(text) else text


class PictureFiles:
    """Takes the pictures of one document, of which all together hold at most `max_bytes`.

    The same picture is one and the same block wherever it stands. Drawings by commands (EMF, WMF,
    SVG) are no pictures here: nothing that looks at pictures reads them.
    """

    def __init__(self, max_bytes: int) -> None:
        self._left, self._known = max_bytes, dict[str, DataBlock]()
        self._parts: dict[str, DataBlock | None] = {}
        self._left_out = 0

    def part(self, name: str, read: Callable[[str], bytes | None]) -> DataBlock | None:
        """The picture in a part of a package, which is unpacked once."""
        if name not in self._parts:
            self._parts[name] = self.take(read(name))
        return self._parts[name]

    def take(self, data: bytes | None) -> DataBlock | None:
        """The picture in `data`; None past the limit, and for data of another kind."""
        media_type = None if data is None else picture_type(data)
        if data is None or media_type is None:
            return None
        if len(data) > self._left:
            self._left_out += 1
            return None
        text = base64.b64encode(data).decode("ascii")
        block = DataBlock(source=Base64Source(data=text, media_type=media_type))
        if block.id in self._known:
            return self._known[block.id]
        self._left -= len(data)
        self._known[block.id] = block
        return block

    @property
    def warnings(self) -> Iterator[str]:
        if self._left_out:
            told = f"the data of {self._left_out} pictures was left out"
            yield f"{told}; raise the limit picture_bytes"


def picture_type(data: bytes) -> str | None:
    """The media type of a picture by its first bytes; None for other data."""
    found = (kind for at, magic, kind in PICTURES if data.startswith(magic, at))
    return next(found, None)
