"""The frame of a page: from pdfium's page space to the page as it is shown.

Page space has its origin at the bottom left of the sheet and y upwards. As shown, the origin is at
the top left of the crop box after /Rotate and y grows downwards. Both are in points.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ragstone.layout.fragment import Box
from ragstone.parsers.pdf.library import PDFIUM

Boxes = npt.NDArray[np.float64]


class Frame:
    """Of one open page. `width` and `height` are as shown; `turn` is /Rotate in quarters."""

    def __init__(self, page: Any) -> None:
        bounds = PDFIUM.FS_RECTF()
        PDFIUM.FPDF_GetPageBoundingBox(page, bounds)
        self._left, self._right = sorted((bounds.left, bounds.right))
        self._bottom, self._top = sorted((bounds.bottom, bounds.top))
        self.turn = int(PDFIUM.FPDFPage_GetRotation(page)) % 4
        across, along = self._right - self._left, self._top - self._bottom
        self.width, self.height = (along, across) if self.turn % 2 else (across, along)

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box of page space as shown."""
        if self.turn == 0 and left <= right and bottom <= top:
            x, y = self._left, self._top
            return (left - x, y - top, right - x, y - bottom)
        x0, y0, x1, y1 = self._turned(left, top, right, bottom)
        return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def boxes(self, boxes: Boxes) -> Boxes:
        """The same for many: n × (left, top, right, bottom)."""
        x0, y0, x1, y1 = self._turned(*boxes.T)
        low, high = np.minimum, np.maximum
        return np.stack((low(x0, x1), low(y0, y1), high(x0, x1), high(y0, y1)), axis=1)

    def _turned(self, left: Any, top: Any, right: Any, bottom: Any) -> tuple[Any, Any, Any, Any]:
        """Two opposite corners, of one box or of columns of boxes."""
        if self.turn == 0:
            return left - self._left, self._top - top, right - self._left, self._top - bottom
        if self.turn == 1:
            return (
                bottom - self._bottom,
                left - self._left,
                top - self._bottom,
                right - self._left,
            )
        if self.turn == 2:
            return (
                self._right - right,
                bottom - self._bottom,
                self._right - left,
                top - self._bottom,
            )
        return self._top - top, self._right - right, self._top - bottom, self._right - left
