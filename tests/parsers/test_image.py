"""Pictures: size, EXIF and other facts by their headers alone, bounded and never decoded."""

from __future__ import annotations

import base64
import random
import struct
import zlib
from typing import Any

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import CorruptDocument, LimitExceeded, ParseError
from ragstone.limits import Limits
from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.parsers.image.header import read_header
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_png, make_zip

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}

Entry = tuple[int, int, int, bytes]


def short(tag: int, value: int, order: str = "<") -> Entry:
    return tag, 3, 1, struct.pack(f"{order}H", value)


def text(tag: int, value: str | bytes, kind: int = 2) -> Entry:
    data = (value.encode() if isinstance(value, str) else value) + b"\0"
    return tag, kind, len(data), data


def fractions(tag: int, *values: tuple[int, int], order: str = "<") -> Entry:
    return tag, 5, len(values), b"".join(struct.pack(f"{order}II", *pair) for pair in values)


def tiff(
    *directories: list[Entry], inner: dict[int, list[Entry]] | None = None, order: str = "<"
) -> bytes:
    """A TIFF file of these directories; `inner` are those that the first one points to."""
    data = bytearray((b"II*\0" if order == "<" else b"MM\0*") + struct.pack(f"{order}I", 8))
    pointers: list[Entry] = []
    at = 8
    if inner:
        data[4:8] = b"\0" * 4
        for tag, entries in inner.items():
            pointers.append((tag, 4, 1, struct.pack(f"{order}I", len(data))))
            data += _directory(entries, len(data), order, last=True)
        at = len(data)
        data[4:8] = struct.pack(f"{order}I", at)
    for number, entries in enumerate(directories):
        own = [*entries, *(pointers if number == 0 else [])]
        data += _directory(own, len(data), order, last=number == len(directories) - 1)
    return bytes(data)


def _directory(entries: list[Entry], at: int, order: str, *, last: bool) -> bytes:
    end = at + 2 + 12 * len(entries) + 4
    rows, values = b"", b""
    for tag, kind, count, value in entries:
        if len(value) <= 4:
            place = value.ljust(4, b"\0")
        else:
            place = struct.pack(f"{order}I", end + len(values))
            values += value
        rows += struct.pack(f"{order}HHI", tag, kind, count) + place
    following = 0 if last else end + len(values)
    head, tail = struct.pack(f"{order}H", len(entries)), struct.pack(f"{order}I", following)
    return head + rows + tail + values


def jpeg(*segments: tuple[int, bytes], width: int = 640, height: int = 480) -> bytes:
    frame = struct.pack(">BHHB", 8, height, width, 3) + b"\1\x11\0" * 3
    parts = (*segments, (0xC0, frame), (0xDA, b"\1\1\0\0\x3f\0"))
    body = b"".join(
        bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data for marker, data in parts
    )
    return b"\xff\xd8" + body + b"pixels\xff\xd9"


def png(*chunks: tuple[bytes, bytes], width: int = 3, height: int = 2) -> bytes:
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        *chunks,
        (b"IDAT", zlib.compress(b"\0" * 8)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def gif(frames: int, comment: bytes = b"") -> bytes:
    said = b"!\xfe" + bytes([len(comment)]) + comment + b"\0" if comment else b""
    frame = b"!\xf9\4\0\0\0\0\0," + struct.pack("<HHHHB", 0, 0, 5, 4, 0) + b"\2\2\x4c\1\0"
    return (
        b"GIF89a"
        + struct.pack("<HHBBB", 5, 4, 0x80, 0, 0)
        + b"\0" * 6
        + said
        + frame * frames
        + b";"
    )


def bmp(width: int, height: int) -> bytes:
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 2835, 2835, 0, 0)
    pixels = b"\0" * 12
    return b"BM" + struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54) + head + pixels


def webp(*chunks: tuple[bytes, bytes]) -> bytes:
    body = b"WEBP" + b"".join(
        name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
        for name, data in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def read(data: bytes, name: str = "harbour.png", **rest: Any) -> Document:
    return read_document(Source.from_bytes(data, name, **rest))


_KINDS = {
    "png": (png(), "image/png", 3, 2),
    "jpeg": (jpeg(), "image/jpeg", 640, 480),
    "gif": (gif(1), "image/gif", 5, 4),
    "bmp": (bmp(7, -9), "image/bmp", 7, 9),
    "webp lossy": (
        webp((b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 33, 22))),
        "image/webp",
        33,
        22,
    ),
    "webp lossless": (
        webp((b"VP8L", b"\x2f" + struct.pack("<I", 32 | 21 << 14))),
        "image/webp",
        33,
        22,
    ),
    "tiff": (tiff([short(0x100, 60), short(0x101, 40)]), "image/tiff", 60, 40),
    "tiff, big end first": (
        tiff([short(0x100, 60, ">"), short(0x101, 40, ">")], order=">"),
        "image/tiff",
        60,
        40,
    ),
}


@pytest.mark.parametrize(
    ("data", "media_type", "width", "height"), list(_KINDS.values()), ids=list(_KINDS)
)
def test_a_picture_is_one_element_and_one_data_section_with_its_size(
    data: bytes, media_type: str, width: int, height: int
):
    document = read(data)
    assert [element.type for element in document.elements] == [ElementType.IMAGE]
    assert (document.facts["width"], document.facts["height"]) == (width, height)
    assert document.media_type == media_type
    (section,) = document.sections()
    assert isinstance(section.content, DataBlock)
    assert isinstance(section.content.source, Base64Source)
    assert base64.b64decode(section.content.source.data) == data
    assert section.content.source.media_type == media_type
    assert section.content.name == "harbour.png"


def test_a_picture_says_that_its_text_needs_ocr():
    assert any("needs OCR" in warning for warning in read(png()).warnings)


_FIRST = [
    text(0x010E, "The quay in March"),
    text(0x010F, "Canon"),
    text(0x0110, "Canon EOS 5D"),
    short(0x0112, 6),
    fractions(0x011A, (300, 1)),
    text(0x013B, "Ana Li"),
    text(0x8298, "© Ana"),
    text(0x9C9E, "码头;harbour".encode("utf-16-le") + b"\0", 1),
]
_INNER = {
    0x8769: [
        text(0x9003, "2024:03:05 10:20:00"),
        text(0x9011, "+08:00"),
        (0x9286, 7, 12, b"UNICODE\0" + "潮汐".encode("utf-16-le")),
    ],
    0x8825: [
        text(1, "N"),
        fractions(2, (31, 1), (30, 1), (36, 1)),
        text(3, "W"),
        fractions(4, (121, 1), (15, 1), (0, 1)),
        (5, 1, 1, b"\0"),
        fractions(6, (123, 10)),
    ],
}


def _with_exif(kind: str, exif: bytes) -> bytes:
    if kind == "jpeg":
        return jpeg((0xE1, b"Exif\0\0" + exif))
    if kind == "png":
        return png((b"eXIf", exif))
    extended = b"\x08\0\0\0" + (9).to_bytes(3, "little") + (7).to_bytes(3, "little")
    return webp((b"VP8X", extended), (b"EXIF", exif))


@pytest.mark.parametrize("kind", ["jpeg", "png", "webp"])
def test_exif_is_kept_as_facts_the_place_too(kind: str):
    facts = read(_with_exif(kind, tiff(_FIRST, inner=_INNER))).facts
    assert facts["description"] == "The quay in March"
    assert facts["camera"] == "Canon EOS 5D"
    assert facts["date"] == "2024-03-05T10:20:00+08:00"
    assert facts["gps"] == {"latitude": 31.51, "longitude": -121.25, "altitude_m": 12.3}
    assert (facts["orientation"], facts["dpi"]) == (6, 300)
    assert facts["comment"] == "潮汐"
    assert facts["keywords"] == "码头;harbour"
    assert facts["copyright"] == "© Ana"


def test_what_people_wrote_of_a_picture_is_its_text_and_a_section_before_the_data():
    document = read(_with_exif("jpeg", tiff(_FIRST, inner=_INNER)), "a.jpg")
    described, data = document.sections()
    assert described.text == ("The quay in March\n潮汐\nKeywords: 码头;harbour\nAuthor: Ana Li")
    assert data.content.type == "data"


def test_what_cameras_and_programs_write_of_every_picture_is_no_text():
    data = jpeg(
        (0xE1, b"Exif\0\0" + tiff([text(0x010E, "OLYMPUS DIGITAL CAMERA")])),
        (0xFE, b"Created with GIMP"),
    )
    document = read(data, "a.jpg")
    assert document.elements[0].text == ""
    assert document.facts["comment"] == "Created with GIMP"


def test_a_picture_without_words_is_found_by_its_file_name():
    sections = read(png(), "harbour plan.png").sections()
    (chunk,) = CHUNKERS.create("balanced").chunk_sections(sections)
    assert chunk.context == "harbour plan.png"


def test_texts_of_png_are_read_plain_packed_and_in_any_language():
    packed = b"Comment\0\0" + zlib.compress(b"packed words")
    wide = b"Title\0\1\0zh\0\0" + zlib.compress("潮汐表".encode())
    chunks = ((b"tEXt", b"Source\0a scan"), (b"zTXt", packed), (b"iTXt", wide))
    facts = read(png(*chunks)).facts
    assert (facts["title"], facts["comment"]) == ("潮汐表", "packed words")
    assert facts["texts"] == {"Source": "a scan"}


def test_a_text_that_unpacks_without_end_is_cut():
    bomb = b"Comment\0\0" + zlib.compress(b"x" * 50_000_000)
    header = read_header(png((b"zTXt", bomb)), 10)
    assert header is not None
    assert len(header.texts["Comment"]) <= 65_536


def test_the_words_of_an_xmp_packet_are_read():
    packet = (
        "<x:xmpmeta><rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Quay &amp; sea"
        "</rdf:li><rdf:li xml:lang='de'>Kai</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>"
        "<rdf:li>码头</rdf:li><rdf:li>boats</rdf:li></rdf:Bag></dc:subject></rdf:Description>"
    )
    document = read(jpeg((0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet.encode())))
    assert document.elements[0].text == "Quay & sea\nKeywords: 码头, boats"


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (gif(3), 3),
        (tiff(*[[short(0x100, 6), short(0x101, 4)]] * 4), 4),
        (png((b"acTL", struct.pack(">II", 5, 0))), 5),
        (
            webp(
                (b"VP8X", b"\2\0\0\0" + b"\5\0\0" * 2), (b"ANMF", b"\0" * 16), (b"ANMF", b"\0" * 16)
            ),
            2,
        ),
        (png(), 1),
    ],
    ids=["gif", "tiff", "png", "webp", "still"],
)
def test_frames_and_pages_are_counted(data: bytes, count: int):
    assert read(data).facts["frame_count"] == count


def test_a_decompression_bomb_is_refused_by_its_header():
    with pytest.raises(LimitExceeded, match="picture_pixels is 1000000000") as caught:
        read(png(width=100_000, height=100_000))
    assert caught.value.option.startswith("--limit picture_pixels=")
    assert read(png(width=20, height=20), limits=Limits(picture_pixels=400))


def test_data_past_the_limit_is_left_out_and_the_picture_still_found_by_its_name():
    document = read(png(), limits=Limits(picture_bytes=10))
    assert document.elements[0].data is None
    assert document.elements[0].text == "harbour.png"
    assert any("the limit picture_bytes" in warning for warning in document.warnings)


def test_pictures_in_an_archive_share_the_limit_of_their_data():
    names = ["a.png", "b.png", "c.png"]
    archive = make_zip({name: make_png(grey=at) for at, name in enumerate(names)})
    limits = Limits(picture_bytes=2 * len(make_png(grey=2)) + 10)
    document = read(archive, "a.zip", limits=limits)
    assert [element.data is not None for element in document.elements] == [True, True, False]


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", jpeg()[:8], b"GIF89a\5\0\1\2", b"II*\0\x08\0\0\0\0\0"],
    ids=["png", "jpeg", "gif", "tiff"],
)
def test_a_damaged_header_is_a_parse_error(data: bytes):
    with pytest.raises(CorruptDocument, match="header is damaged"):
        read(data)


@pytest.mark.parametrize("data", [png()[:-12], jpeg()[:-2], gif(2)[:-1], bmp(3, 3)[:-1]])
def test_a_picture_that_is_cut_off_says_so(data: bytes):
    assert any("cut off" in warning for warning in read(data).warnings)


def test_directories_that_point_at_each_other_end():
    data = bytearray(tiff([short(0x100, 6), short(0x101, 4)]))
    data[-4:] = struct.pack("<I", 8)
    assert read(bytes(data)).facts["frame_count"] == 1


def test_an_entry_that_points_out_of_the_file_is_left_out():
    data = jpeg((0xE1, b"Exif\0\0" + tiff([text(0x010E, "a long description")])[:-8]))
    assert "description" not in read(data).facts


@pytest.mark.parametrize("kind", list(_KINDS))
def test_mutated_pictures_give_a_document_or_a_parse_error(kind: str):
    chance = random.Random(kind)
    whole = _KINDS[kind][0] + tiff(_FIRST, inner=_INNER)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(2, len(data))] = chance.choice([0, 1, 255, chance.randrange(256)])
        try:
            read(bytes(data[: chance.randrange(len(data) // 2, len(data) + 1)])).to_dict()
        except (ParseError, LimitExceeded):
            continue
