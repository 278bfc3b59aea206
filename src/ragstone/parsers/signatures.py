"""How the formats of files are told by their content, and those that no parser reads yet.

A format that is read has its signature in its row of the catalogue; one that is known and unread
has it here, with a remedy for the message. When a parser for it comes, the signature moves there.
`formats.py` looks through both; `detect.py` holds the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EPUB = "application/epub+zip"
ODP = "application/vnd.oasis.opendocument.presentation"
ODT = "application/vnd.oasis.opendocument.text"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
XLS = "application/vnd.ms-excel"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

#: (offset, first bytes, media type) of the pictures that are taken out of files or are files.
PICTURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
)


@dataclass(frozen=True, slots=True)
class Signature:
    """What the files of one format have in common, and what people call one.

    - `is_binary`: whether a file of it is no text; then text under its name is something else.
    - `magic`: (offset, bytes), any of which says so; in ASCII it says nothing about a text, unless
      the format is text itself. `magic_types`: the media type of each, where they differ.
    - `members`: names of ZIP members, in lower case, any of which says so; "word/" is any member in
      that folder and counts only where no whole name does.
    - `mimetype`: what the member `mimetype` may hold (EPUB OCF 3.3, 4.3; ODF 1.3 part 2, 3.3).
    - `streams`: names of OLE2 streams, or their beginnings.
    """

    label: str
    is_binary: bool = True
    magic: tuple[tuple[int, bytes], ...] = ()
    magic_types: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    mimetype: tuple[str, ...] = ()
    streams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """A known format without a parser: its names, and what to do with such a file."""

    media_type: str
    extensions: tuple[str, ...]
    remedy: str
    signature: Signature


_AS_PDF = "save it as PDF or DOCX first"
_AS_TABLE = "save it as CSV or PDF first"
_PICTURE = "run it through OCR into a PDF with a text layer first"
_SOUND = "transcribe it to text first"
_UNPACK = "unpack it and ingest the folder"
_NO_DOCUMENT = "it is no document; leave it out"

UNREAD: tuple[Unread, ...] = (
    Unread(
        "application/msword",
        (".doc",),
        _AS_PDF,
        Signature("a Word document of before 2007", streams=("WordDocument",)),
    ),
    Unread(
        "application/vnd.ms-powerpoint",
        (".ppt", ".pps"),
        _AS_PDF,
        Signature("a PowerPoint presentation of before 2007", streams=("PowerPoint Document",)),
    ),
    Unread("application/x-ole-storage", (), _AS_PDF, Signature("an OLE2 file of an unknown kind")),
    Unread(
        "application/zstd",
        (".zst",),
        _UNPACK,
        Signature("a Zstandard file", magic=((0, b"(\xb5/\xfd"),)),
    ),
    Unread(
        "application/x-7z-compressed",
        (".7z",),
        _UNPACK,
        Signature("a 7-Zip archive", magic=((0, b"7z\xbc\xaf'\x1c"),)),
    ),
    Unread(
        "application/vnd.rar",
        (".rar",),
        _UNPACK,
        Signature("a RAR archive", magic=((0, b"Rar!\x1a\x07"),)),
    ),
    Unread(
        "image/heic",
        (".heic", ".avif"),
        _PICTURE,
        Signature("a HEIC or AVIF picture", magic=((4, b"ftypheic"), (4, b"ftypavif"))),
    ),
    Unread("audio/mpeg", (".mp3",), _SOUND, Signature("an MP3 recording", magic=((0, b"ID3"),))),
    Unread("audio/wav", (".wav",), _SOUND, Signature("a WAV recording", magic=((8, b"WAVE"),))),
    Unread("audio/flac", (".flac",), _SOUND, Signature("a FLAC recording", magic=((0, b"fLaC"),))),
    Unread(
        "audio/ogg", (".ogg", ".opus"), _SOUND, Signature("an Ogg recording", magic=((0, b"OggS"),))
    ),
    Unread(
        "video/mp4",
        (".mp4", ".m4a", ".mov"),
        _SOUND,
        Signature("an MP4 recording", magic=((4, b"ftyp"),)),
    ),
    Unread(
        "video/webm",
        (".webm", ".mkv"),
        _SOUND,
        Signature("a WebM or Matroska film", magic=((0, b"\x1aE\xdf\xa3"),)),
    ),
    Unread(
        "application/vnd.sqlite3",
        (".sqlite", ".db"),
        _NO_DOCUMENT,
        Signature("a SQLite database", magic=((0, b"SQLite format 3\0"),)),
    ),
    Unread(
        "application/x-executable",
        (".exe", ".dll", ".so"),
        _NO_DOCUMENT,
        Signature("a program", magic=((0, b"\x7fELF"), (0, b"MZ"))),
    ),
    Unread(
        "application/vnd.apache.parquet",
        (".parquet",),
        _AS_TABLE,
        Signature("a Parquet file", magic=((0, b"PAR1"),)),
    ),
    Unread(
        "font/sfnt",
        (".ttf", ".otf", ".woff", ".woff2"),
        _NO_DOCUMENT,
        Signature("a font", magic=((0, b"\0\x01\0\0\0"), (0, b"OTTO"), (0, b"wOF"))),
    ),
)
