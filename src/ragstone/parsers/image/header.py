"""What the headers of picture files say, format by format; pixels are never decoded.

PNG (ISO/IEC 15948), JPEG (ITU T.81, JFIF, Exif), GIF89a, BMP, WebP (RFC 9649) and TIFF 6.0.

    read_header(data, most_frames=1000).width
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ragstone.parsers.image.exif import Tiff, facts_of, read_exif
from ragstone.parsers.picture_files import picture_type
from ragstone.text.encoding import decode

#: Bytes of one text in a picture that are kept, and how many texts.
_MOST_BYTES, _MOST_TEXTS = 65_536, 100
#: JPEG markers without a length (T.81, B.1.1.3), and the frame headers that give a size.
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_XMP_HEAD = b"http://ns.adobe.com/xap/1.0/\0"
_XMP_KEY = "XML:com.adobe.xmp"


@dataclass(slots=True)
class Header:
    """Kind, size in pixels, frames or pages, and facts as the file has them.

    `texts`: what stands in it under names of its own; `facts`: EXIF, `dpi`; `xmp`: its packet.
    """

    kind: str
    media_type: str
    width: int = 0
    height: int = 0
    frames: int = 1
    is_whole: bool = True
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    xmp: bytes = b""

    def add_text(self, name: str, text: str) -> None:
        if text.strip() and len(self.texts) < _MOST_TEXTS:
            self.texts.setdefault(name, text)

    def add_exif(self, data: bytes) -> None:
        found = read_exif(data)
        self.xmp = self.xmp or found.pop("xmp", b"")
        self.facts = {**self.facts, **found}


def read_header(data: bytes, most_frames: int) -> Header | None:
    """The header of a picture; None for no picture, width 0 where it is damaged before its size.

    Frames past `most_frames` are not counted.
    """
    media_type = picture_type(data)
    if media_type is None:
        return None
    try:
        return _READERS[media_type](data, most_frames)
    except (struct.error, IndexError):
        return Header("", media_type, is_whole=False)


def _png(data: bytes, most_frames: int) -> Header:
    header = Header("PNG", "image/png", *struct.unpack_from(">II", data, 16), is_whole=False)
    at = 8
    while at + 8 <= len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + min(size, _MOST_BYTES)]
        if name == b"IEND":
            header.is_whole = True
            break
        if name == b"pHYs" and len(body) == 9 and body[8] == 1:
            header.facts["dpi"] = round(struct.unpack_from(">I", body)[0] * 0.0254)
        elif name == b"acTL" and len(body) >= 4:
            header.frames = max(1, min(most_frames, struct.unpack_from(">I", body)[0]))
        elif name == b"eXIf":
            header.add_exif(data[at + 8 : at + 8 + size])
        elif name in (b"tEXt", b"zTXt", b"iTXt"):
            _png_text(header, name, body)
        at += 12 + size
    return header


def _png_text(header: Header, chunk: bytes, body: bytes) -> None:
    """A text of a PNG file (PNG 3, 11.3.3); of a packed one only the first part is unpacked."""
    key, _, rest = body.partition(b"\0")
    name = key.decode("latin-1")
    if chunk == b"tEXt":
        # Latin-1 by the standard, UTF-8 by most programs.
        header.add_text(name, decode(rest).text)
        return
    is_packed = chunk == b"zTXt" or rest[:1] == b"\1"
    # In front of an international text: its compression, language and translated name.
    value = rest[1:] if chunk == b"zTXt" else rest[2:].split(b"\0", 2)[-1]
    if is_packed:
        try:
            value = zlib.decompressobj().decompress(value, _MOST_BYTES)
        except zlib.error:
            return
    if name == _XMP_KEY:
        header.xmp = value
    else:
        header.add_text(name, decode(value).text)


def _jpeg(data: bytes, _most_frames: int) -> Header:
    header = Header("JPEG", "image/jpeg", is_whole=data.rstrip(b"\0\r\n ").endswith(b"\xff\xd9"))
    for marker, body in _segments(data):
        if marker in _FRAMES and not header.width:
            header.height, header.width = struct.unpack_from(">HH", body, 1)
        elif marker == 0xE0 and body.startswith(b"JFIF\0") and body[7:8] in (b"\1", b"\2"):
            density = struct.unpack_from(">H", body, 8)[0] * (1 if body[7] == 1 else 2.54)
            if density > 1:
                header.facts.setdefault("dpi", round(density))
        elif marker == 0xE1 and body.startswith(b"Exif\0\0"):
            header.add_exif(body[6:])
        elif marker == 0xE1 and body.startswith(_XMP_HEAD):
            header.xmp = header.xmp or body[len(_XMP_HEAD) :]
        elif marker == 0xFE:
            header.add_text("Comment", decode(body.rstrip(b"\0")).text)
    return header


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The segments of a JPEG file before its pixels."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _BARE:
            at += 2
        elif marker in (0xD9, 0xDA):
            return
        else:
            size = struct.unpack_from(">H", data, at + 2)[0]
            yield marker, data[at + 4 : at + 2 + max(size, 2)]
            at += 2 + max(size, 2)


def _gif(data: bytes, most_frames: int) -> Header:
    header = Header("GIF", "image/gif", *struct.unpack_from("<HH", data, 6), is_whole=False)
    header.frames = 0
    at = 13 + _palette(data[10])
    while at < len(data) and header.frames < most_frames:
        kind = data[at]
        if kind == 0x3B:
            header.is_whole = True
            break
        if kind == 0x2C and at + 10 <= len(data):
            header.frames += 1
            at = _skipped(data, at + 11 + _palette(data[at + 9]))
        elif kind == 0x21 and data[at + 1 : at + 2] == b"\xfe":
            end = _skipped(data, at + 2)
            header.add_text("Comment", decode(_joined(data[at + 2 : end])).text)
            at = end
        elif kind == 0x21:
            at = _skipped(data, at + 2)
        else:
            break
    header.is_whole = header.is_whole or header.frames >= most_frames
    header.frames = max(1, header.frames)
    return header


def _palette(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _skipped(data: bytes, at: int) -> int:
    """The place behind a row of blocks that each say their length."""
    while at < len(data) and data[at]:
        at += data[at] + 1
    return at + 1


def _joined(blocks: bytes) -> bytes:
    pieces: list[bytes] = []
    at = 0
    while at < min(len(blocks), _MOST_BYTES) and blocks[at]:
        pieces.append(blocks[at + 1 : at + 1 + blocks[at]])
        at += blocks[at] + 1
    return b"".join(pieces)


def _bmp(data: bytes, _most_frames: int) -> Header:
    size = struct.unpack_from("<I", data, 14)[0]
    shape = struct.unpack_from("<HH" if size == 12 else "<ii", data, 18)
    header = Header("BMP", "image/bmp", abs(shape[0]), abs(shape[1]))
    if size >= 40:
        header.facts["dpi"] = round(struct.unpack_from("<i", data, 38)[0] * 0.0254)
    header.is_whole = struct.unpack_from("<I", data, 2)[0] <= len(data)
    return header


def _webp(data: bytes, most_frames: int) -> Header:
    header = Header("WebP", "image/webp")
    header.is_whole = struct.unpack_from("<I", data, 4)[0] + 8 <= len(data)
    at, frames = 12, 0
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + min(size, _MOST_BYTES)]
        if name == b"VP8X":
            header.width = int.from_bytes(body[4:7], "little") + 1
            header.height = int.from_bytes(body[7:10], "little") + 1
        elif name == b"VP8 " and not header.width and body[3:6] == b"\x9d\x01\x2a":
            header.width, header.height = (
                side & 0x3FFF for side in struct.unpack_from("<HH", body, 6)
            )
        elif name == b"VP8L" and not header.width:
            bits = struct.unpack_from("<I", body, 1)[0]
            header.width, header.height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        elif name == b"ANMF":
            frames += 1
        elif name == b"EXIF":
            header.add_exif(data[at + 8 : at + 8 + size].removeprefix(b"Exif\0\0"))
        elif name == b"XMP ":
            header.xmp = body
        at += 8 + size + size % 2
    header.frames = min(max(1, frames), most_frames)
    return header


def _tiff(data: bytes, most_frames: int) -> Header:
    header = Header("TIFF", "image/tiff", frames=0)
    tiff = Tiff(data)
    for directory in tiff.directories(most_frames):
        header.frames += 1
        width, height = (tiff.whole(directory.get(tag)) or 0 for tag in (0x0100, 0x0101))
        if width * height > header.width * header.height:
            header.width, header.height = width, height
        if header.frames == 1:
            header.facts = facts_of(tiff, directory)
            header.xmp = header.facts.pop("xmp", b"")
    header.is_whole = tiff.is_whole
    return header


_Read = Callable[[bytes, int], Header]
_READERS: dict[str, _Read] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/bmp": _bmp,
    "image/webp": _webp,
    "image/tiff": _tiff,
}
