from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from ragstone.parsers.pdf.library import PdfiumError
from ragstone.parsers.pdf.page_image import PageImages
from samples import make_drawn_pdf, make_encrypted_pdf, make_pdf

#: 100 × 50 points in the top left corner, red on a page of A4; y grows upwards.
RED = make_drawn_pdf([b"1 0 0 rg 0 792 100 50 re f"])
BLUE = make_drawn_pdf([b"0 0 1 rg 50 767 100 75 re f"])


def image(data: bytes, over: bytes = b"") -> NDArray[np.uint8]:
    with PageImages(data) as images:
        return images.image(0, over).pixels


def read_png(png: bytes) -> NDArray[np.uint8]:
    """The pixels of a true-colour PNG without filters; checksums are looked at."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, parts = 8, dict[bytes, bytes]()
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length) == (zlib.crc32(kind + data),)
        parts[kind] = data
        at += 12 + length
    width, height, depth, colour = struct.unpack(">2I2B", parts[b"IHDR"][:10])
    assert (depth, colour, list(parts)) == (8, 2, [b"IHDR", b"IDAT", b"IEND"])
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + width * 3)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def test_a_page_is_painted_with_two_pixels_a_point() -> None:
    pixels = image(RED)
    assert pixels.shape == (1684, 1190, 3)
    assert (pixels[10:90, 10:190] == (255, 0, 0)).all()
    assert (pixels[110:, :] == 255).all()


def test_a_drawing_lies_over_the_page() -> None:
    pixels = image(RED, over=BLUE)
    assert pixels[20, 20].tolist() == [255, 0, 0]
    assert pixels[20, 150].tolist() == [0, 0, 255]


def test_a_turned_page_is_painted_as_shown() -> None:
    pixels = image(make_drawn_pdf([b"1 0 0 rg 0 792 100 50 re f"], b"/Rotate 90"))
    assert pixels.shape == (1190, 1684, 3)
    assert pixels[20, 1684 - 20].tolist() == [255, 0, 0]


def test_the_png_holds_the_pixels() -> None:
    with PageImages(RED) as images:
        found = images.image(0, BLUE)
    assert (read_png(found.png()) == found.pixels).all()


def test_a_huge_page_is_painted_smaller() -> None:
    pixels = image(make_drawn_pdf([b""], b"/MediaBox [0 0 14400 7200]"))
    assert pixels.shape == (2500, 5000, 3)


def test_another_file_can_be_read_meanwhile() -> None:
    with PageImages(RED) as images, PageImages(make_pdf([["text"]])) as others:
        assert (images.page_count, others.image(0).pixels.shape) == (1, (1684, 1190, 3))


def test_a_file_that_cannot_be_opened_or_a_page_that_is_not_there_is_an_error() -> None:
    with pytest.raises(PdfiumError):
        PageImages(b"no file")
    with pytest.raises(PdfiumError) as caught:
        PageImages(make_encrypted_pdf([["text"]]))
    assert caught.value.needs_password
    with PageImages(RED) as images, pytest.raises(PdfiumError):
        images.image(1)
