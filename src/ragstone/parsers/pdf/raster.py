"""A page painted in grey, for the few questions that only looking at it answers.

raster = Raster(page, frame)
raster.ink((72.0, 90.0, 300.0, 104.0))      # 0.12: the share of the box that stands out
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ragstone.layout.fragment import Box
from ragstone.parsers.pdf.frame import Frame
from ragstone.parsers.pdf.library import PDFIUM

#: Pixels to a point; fewer on large sheets, whose longer side has this many pixels at most.
_SCALE, _MAX_SIDE = 2.0, 2400
#: A pixel stands out that differs so much from the usual one, of 255.
_STEP = 24


class Raster:
    """An open page as a reader sees it, without its annotations."""

    def __init__(self, page: Any, frame: Frame) -> None:
        self._scale = min(_SCALE, _MAX_SIDE / max(1.0, frame.width, frame.height))
        width = max(1, math.ceil(frame.width * self._scale))
        height = max(1, math.ceil(frame.height * self._scale))
        self._pixels: npt.NDArray[np.uint8] = np.full((height, width), 255, dtype=np.uint8)
        bitmap = PDFIUM.FPDFBitmap_CreateEx(
            width, height, PDFIUM.FPDFBitmap_Gray, self._pixels.ctypes.data, width
        )
        if bitmap:
            PDFIUM.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
            PDFIUM.FPDFBitmap_Destroy(bitmap)

    def ink(self, box: Box) -> float:
        """The share of a box, as shown, whose grey stands out from that of most of it."""
        x0, y0, x1, y1 = (edge * self._scale for edge in box)
        part = self._pixels[
            max(0, math.floor(y0)) : max(0, math.ceil(y1)),
            max(0, math.floor(x0)) : max(0, math.ceil(x1)),
        ]
        if not part.size:
            return 0.0
        usual = int(np.bincount(part.ravel(), minlength=256).argmax())
        return float(np.mean(np.abs(part.astype(np.int16) - usual) > _STEP))
