"""Taking the pictures of a document: each once, all of them within a bound.

taker = PictureTaker(max_bytes=32_000_000)
block = taker.take(page, picture.box, item)      # a DataBlock, or None past the bound
"""

from __future__ import annotations

import base64

from ragstone.layout.fragment import Box
from ragstone.model.block import Base64Source, DataBlock
from ragstone.parsers.pdf.pdfium import PdfPage


class PictureTaker:
    """Takes the pictures of one document, of which all together hold at most `max_bytes`.

    The same picture is one and the same block wherever it stands. `left_out` counts those past the
    limit.
    """

    def __init__(self, max_bytes: int) -> None:
        self._left, self._known = max_bytes, dict[str, DataBlock]()
        self.left_out = 0

    def take(self, page: PdfPage, box: Box, item: int | None) -> DataBlock | None:
        """The picture at `box` of an open page; `item` is its object where it is one object."""
        media_type, data = page.picture(box, item)
        block = DataBlock(
            source=Base64Source(data=base64.b64encode(data).decode("ascii"), media_type=media_type)
        )
        if block.id in self._known:
            return self._known[block.id]
        if not data or len(data) > self._left:
            self.left_out += 1
            return None
        self._left -= len(data)
        self._known[block.id] = block
        return block
