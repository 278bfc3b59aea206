from __future__ import annotations

import base64
import struct
import zlib

import pytest

from pdf_files import PdfBytes
from ragstone.limits import Limits
from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.sources.source import Source
from samples import drawn

TEXT = drawn("High water is at six.", 72, 700)
#: Two by two pixels: red, green; blue, white.
PIXELS = bytes([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
IMAGE = b"/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 "
JPEG = b"\xff\xd8\xff\xe0 not really \xff\xd9"


def at(name: bytes, x: int, y: int, width: int = 100, height: int = 80) -> bytes:
    return b"q %d 0 0 %d %d %d cm /%s Do Q\n" % (width, height, x, y, name)


def file_of(content: bytes, **streams: bytes) -> bytes:
    file = PdfBytes()
    kinds = {"jpeg": b"/ColorSpace /DeviceRGB /Filter /DCTDecode", "rgb": b"/ColorSpace /DeviceRGB"}
    numbers = {name: file.stream(data, IMAGE + kinds[name[:-1]]) for name, data in streams.items()}
    entries = b" ".join(b"/%s %d 0 R" % (name.encode(), n) for name, n in numbers.items())
    file.page(content, resources=b"/XObject << %s >>" % entries)
    return file.finished()


def read(data: bytes, limits: Limits | None = None, **parameters: bool) -> Document:
    source = Source.from_bytes(data, "sample.pdf", limits=limits or Limits())
    return PdfParser(PdfParser.Parameters(**parameters)).read(source)


def images(document: Document) -> list[Element]:
    return [item for item in document.elements if item.type is ElementType.IMAGE]


def payload(block: DataBlock | None) -> bytes:
    assert block is not None
    assert isinstance(block.source, Base64Source)
    return base64.b64decode(block.source.data)


def test_a_jpeg_picture_is_taken_as_it_is() -> None:
    [image] = images(read(file_of(TEXT + at(b"jpeg1", 100, 400), jpeg1=JPEG)))

    assert payload(image.data) == JPEG
    assert image.data is not None
    assert image.data.source.media_type == "image/jpeg"


def test_any_other_picture_is_taken_as_png() -> None:
    [image] = images(read(file_of(TEXT + at(b"rgb1", 100, 400), rgb1=PIXELS)))

    png = payload(image.data)
    width, height = struct.unpack(">2I", png[16:24])
    start = png.index(b"IDAT") + 4
    rows = zlib.decompressobj().decompress(png[start:])
    assert (width, height) == (2, 2)
    assert rows == b"\0" + PIXELS[:6] + b"\0" + PIXELS[6:]


def test_a_picture_is_placed_where_it_is_shown() -> None:
    [image] = images(read(file_of(TEXT + at(b"rgb1", 100, 400), rgb1=PIXELS)))

    [box] = image.provenance.boxes
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx((100, 362, 200, 442), abs=0.1)


def test_a_picture_is_a_section_of_its_own_behind_its_page() -> None:
    document = read(file_of(TEXT + at(b"rgb1", 100, 400), rgb1=PIXELS))

    text, picture = document.sections()
    assert text.text == "High water is at six."
    assert isinstance(picture.content, DataBlock)
    assert (picture.text, picture.metadata["page"], picture.index) == ("", 1, 1)


def test_the_same_picture_twice_is_one_section() -> None:
    content = TEXT + at(b"rgb1", 100, 400) + at(b"rgb2", 300, 400)

    document = read(file_of(content, rgb1=PIXELS, rgb2=PIXELS))

    assert len(images(document)) == 2
    assert len(document.sections()) == 2


def test_a_picture_in_strips_is_one_picture_taken_from_the_page() -> None:
    content = TEXT + at(b"rgb1", 100, 400) + at(b"rgb2", 100, 320)

    [image] = images(read(file_of(content, rgb1=PIXELS, rgb2=PIXELS[::-1])))

    width, height = struct.unpack(">2I", payload(image.data)[16:24])
    assert (width, height) == (200, 320)


def test_pictures_past_the_limit_are_placed_without_data_and_with_a_warning() -> None:
    data = file_of(TEXT + at(b"jpeg1", 100, 400), jpeg1=JPEG)

    document = read(data, Limits(picture_bytes=10))

    assert [image.data for image in images(document)] == [None]
    assert document.warnings == (
        "the data of 1 pictures was left out; raise the limit picture_bytes",
    )


def test_without_the_option_pictures_are_only_placed() -> None:
    document = read(file_of(TEXT + at(b"rgb1", 100, 400), rgb1=PIXELS), pictures=False)

    assert [image.data for image in images(document)] == [None]
    assert len(document.sections()) == 1


def test_the_data_of_a_picture_is_kept_in_the_dictionary_form() -> None:
    document = read(file_of(TEXT + at(b"jpeg1", 100, 400), jpeg1=JPEG))

    again = Document.from_dict(document.to_dict())

    assert images(again)[0].data == images(document)[0].data
    metadata = images(document)[0].to_dict()["metadata"]
    assert metadata["image_mime_type"] == "image/jpeg"
