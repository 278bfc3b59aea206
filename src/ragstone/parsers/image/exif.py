"""EXIF: what a camera or a program wrote into a picture, and the directories of TIFF files.

Both are the same structure (TIFF 6.0, section 2; CIPA DC-008, 4.6): directories of twelve bytes an
entry, which point into the data. Every pointer is checked and none is followed twice.

    read_exif(data)["description"]
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any

from ragstone.text.encoding import clean, decode

#: Bytes of a value by its type.
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
_CODES = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I"}
_ASCII, _RATIONAL, _UNDEFINED, _SIGNED = 2, 5, 7, 10
#: Entries of one directory that are looked at, and bytes of one value.
_MOST_ENTRIES, _MOST_BYTES = 1000, 65_536
_XMP, _EXIF, _GPS, _USER_COMMENT = 0x02BC, 0x8769, 0x8825, 0x9286
_TEXTS = {
    0x010D: "title",
    0x010E: "description",
    0x0131: "software",
    0x013B: "author",
    0x8298: "copyright",
}
#: Windows' own tags, in UTF-16.
_WIDE_TEXTS = {
    0x9C9B: "title",
    0x9C9C: "comment",
    0x9C9D: "author",
    0x9C9E: "keywords",
    0x9C9F: "subject",
}
_CHARSETS = {b"ASCII\0\0\0": "utf-8", b"JIS\0\0\0\0\0": "iso2022_jp", b"\0" * 8: "utf-8"}

Entry = tuple[int, int, bytes]
Directory = Mapping[int, Entry]


class Tiff:
    """The directories in `data`, a TIFF file or what follows "Exif" in another one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._order = ">" if data.startswith(b"MM") else "<"
        self.is_whole = True

    def directories(self, most: int) -> Iterator[Directory]:
        """Those of the file itself, one a picture in it, `most` at the most."""
        at = self._number(4)
        seen: set[int] = set()
        while at and at not in seen and len(seen) < most:
            seen.add(at)
            directory, at = self.directory(at)
            yield directory

    def directory(self, at: int) -> tuple[Directory, int]:
        """(type, count, bytes) by tag, and where the next directory is."""
        found: dict[int, Entry] = {}
        count = self._unpack("H", at)
        if count is None:
            self.is_whole = False
            return found, 0
        for start in range(at + 2, at + 2 + 12 * min(count, _MOST_ENTRIES), 12):
            entry = self._data[start : start + 12]
            if len(entry) < 12:
                self.is_whole = False
                return found, 0
            tag, kind, number = struct.unpack(f"{self._order}HHI", entry[:8])
            size = _SIZES.get(kind, 0) * number
            if not 0 < size <= _MOST_BYTES:
                continue
            place = start + 8 if size <= 4 else self._number(start + 8)
            value = self._data[place : place + size]
            if len(value) == size:
                found.setdefault(tag, (kind, number, value))
            else:
                self.is_whole = False
        return found, self._number(at + 2 + 12 * count)

    def numbers(self, entry: Entry | None) -> tuple[float, ...]:
        """The numbers of an entry; fractions divided, those over nothing left out."""
        if entry is None:
            return ()
        kind, count, value = entry
        if kind in (_RATIONAL, _SIGNED):
            letter = "I" if kind == _RATIONAL else "i"
            pairs = struct.unpack(f"{self._order}{count * 2}{letter}", value)
            return tuple(a / b for a, b in zip(pairs[::2], pairs[1::2], strict=True) if b)
        code = _CODES.get(kind)
        return struct.unpack(f"{self._order}{count}{code}", value) if code else ()

    def whole(self, entry: Entry | None) -> int | None:
        """The first number of an entry, where it is a whole one."""
        found = self.numbers(entry)
        return int(found[0]) if found and abs(found[0]) < 1 << 40 else None

    def wide(self, data: bytes) -> str:
        """A text in UTF-16 in the order of the file."""
        return data.decode("utf-16-be" if self._order == ">" else "utf-16-le", "replace")

    def _number(self, at: int) -> int:
        return self._unpack("I", at) or 0

    def _unpack(self, code: str, at: int) -> int | None:
        try:
            return struct.unpack_from(f"{self._order}{code}", self._data, at)[0]
        except struct.error:
            return None


def read_exif(data: bytes) -> dict[str, Any]:
    """The facts in a block of EXIF; those of damaged parts are left out."""
    tiff = Tiff(data)
    for first in tiff.directories(1):
        return facts_of(tiff, first)
    return {}


def facts_of(tiff: Tiff, first: Directory) -> dict[str, Any]:
    """What the first directory of a file and those it points to say."""
    facts: dict[str, Any] = {}
    for tag, name in (*_TEXTS.items(), *_WIDE_TEXTS.items()):
        text = _text(first.get(tag), is_wide=tag in _WIDE_TEXTS)
        if text:
            facts.setdefault(name, text)
    camera = [_text(first.get(tag)) for tag in (0x010F, 0x0110)]
    if camera[1].startswith(camera[0]):
        camera[0] = ""
    facts["camera"] = " ".join(filter(None, camera))
    facts["orientation"] = tiff.whole(first.get(0x0112))
    facts["dpi"] = _dpi(tiff, first)
    inner = _inner(tiff, first, _EXIF)
    facts["date"] = _date(
        _text(inner.get(0x9003)) or _text(first.get(0x0132)),
        _text(inner.get(0x9011)),
    )
    comment = inner.get(_USER_COMMENT)
    if comment is not None:
        facts.setdefault("comment", _comment(tiff, comment[2]))
    facts["gps"] = _gps(tiff, _inner(tiff, first, _GPS))
    if _XMP in first:
        facts["xmp"] = first[_XMP][2]
    return {name: value for name, value in facts.items() if value}


def _inner(tiff: Tiff, first: Directory, tag: int) -> Directory:
    at = tiff.whole(first.get(tag))
    return tiff.directory(at)[0] if at is not None and at > 0 else {}


def _text(entry: Entry | None, *, is_wide: bool = False) -> str:
    if entry is None or entry[0] not in (_ASCII, 1, _UNDEFINED):
        return ""
    if is_wide:
        text = entry[2].decode("utf-16-le", "replace")
    else:
        text = decode(entry[2].rstrip(b"\0 ")).text
    return clean(text.partition("\0")[0])[0].strip()


def _comment(tiff: Tiff, value: bytes) -> str:
    """A comment with its character set in its first eight bytes."""
    kind, data = value[:8], value[8:].rstrip(b" ")
    if kind == b"UNICODE\0":
        text = tiff.wide(data)
    elif kind in _CHARSETS:
        text = decode(data.rstrip(b"\0"), _CHARSETS[kind]).text
    else:
        text = decode(value.rstrip(b"\0 ")).text
    return clean(text.partition("\0")[0])[0].strip()


def _dpi(tiff: Tiff, directory: Directory) -> int | None:
    found = tiff.numbers(directory.get(0x011A))
    unit = tiff.whole(directory.get(0x0128)) or 2
    if not found or unit not in (2, 3) or not 1 < found[0] < 100_000:
        return None
    return round(found[0] * (2.54 if unit == 3 else 1))


def _date(text: str, offset: str) -> str:
    """ "2024:03:05 10:20:00" in ISO form; "" for what is none, such as a row of zeros."""
    digits = [part for part in text.replace(" ", ":").split(":") if part.isascii()]
    if len(digits) != 6 or not all(map(str.isdigit, digits)) or not int(digits[0]):
        return ""
    year, month, day, hour, minute, second = digits
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}{offset}"


def _gps(tiff: Tiff, directory: Directory) -> dict[str, float]:
    """Degrees north and east, metres above the sea."""
    found: dict[str, float] = {}
    for name, sign_tag, tag, negative in (("latitude", 1, 2, "S"), ("longitude", 3, 4, "W")):
        parts = tiff.numbers(directory.get(tag))
        if len(parts) != 3:
            continue
        degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        sign = -1 if _text(directory.get(sign_tag)).upper() == negative else 1
        if degrees <= 180:
            found[name] = round(sign * degrees, 7)
    height = tiff.numbers(directory.get(6))
    if height and "latitude" in found:
        below = tiff.whole(directory.get(5)) == 1
        found["altitude_m"] = round(-height[0] if below else height[0], 2)
    return found
