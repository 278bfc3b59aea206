"""The magic numbers and names of file types, also of those that no parser reads yet.

A type that is known and unsupported gets a label and a remedy for the message; `detect.py` uses
the tables and holds the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@dataclass(frozen=True, slots=True)
class Kind:
    """What people call a type, its extensions, and what to do when no parser reads it."""

    label: str
    extensions: tuple[str, ...]
    remedy: str
    is_text: bool = False


_AS_PDF = "save it as PDF or DOCX first"
_AS_TABLE = "save it as CSV or PDF first"
_PICTURE = "run it through OCR into a PDF with a text layer first"
_SOUND = "transcribe it to text first"
_UNPACK = "unpack it and ingest the folder"
_NO_DOCUMENT = "it is no document; leave it out"
_MAIL = "save the message as text or PDF first"

KNOWN: dict[str, Kind] = {
    PDF: Kind("a PDF", (".pdf",), ""),
    DOCX: Kind("a Word document", (".docx", ".docm"), ""),
    "text/html": Kind("HTML", (".html", ".htm"), "", is_text=True),
    "text/plain": Kind("plain text", (".txt",), "", is_text=True),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Kind(
        "an Excel workbook", (".xlsx", ".xlsm"), _AS_TABLE
    ),
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": Kind(
        "a binary Excel workbook", (".xlsb",), _AS_TABLE
    ),
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": Kind(
        "a PowerPoint presentation", (".pptx", ".pptm", ".ppsx"), _AS_PDF
    ),
    "application/msword": Kind("a Word document of before 2007", (".doc",), _AS_PDF),
    "application/vnd.ms-excel": Kind("an Excel workbook of before 2007", (".xls",), _AS_TABLE),
    "application/vnd.ms-powerpoint": Kind(
        "a PowerPoint presentation of before 2007", (".ppt", ".pps"), _AS_PDF
    ),
    "application/vnd.ms-outlook": Kind("an Outlook message", (".msg",), _MAIL),
    "application/x-ole-storage": Kind("an OLE2 file of an unknown kind", (), _AS_PDF),
    "message/rfc822": Kind("an e-mail message", (".eml", ".mbox"), _MAIL, is_text=True),
    "application/rtf": Kind("an RTF document", (".rtf",), _AS_PDF, is_text=True),
    "application/epub+zip": Kind("an EPUB book", (".epub",), "convert it to HTML or PDF first"),
    "application/vnd.oasis.opendocument.text": Kind("an ODF text", (".odt",), _AS_PDF),
    "application/vnd.oasis.opendocument.spreadsheet": Kind("an ODF sheet", (".ods",), _AS_TABLE),
    "application/vnd.oasis.opendocument.presentation": Kind("ODF slides", (".odp",), _AS_PDF),
    "application/zip": Kind("a ZIP archive", (".zip",), _UNPACK),
    "application/gzip": Kind("a gzip file", (".gz", ".tgz"), _UNPACK),
    "application/x-bzip2": Kind("a bzip2 file", (".bz2",), _UNPACK),
    "application/x-xz": Kind("an xz file", (".xz",), _UNPACK),
    "application/zstd": Kind("a Zstandard file", (".zst",), _UNPACK),
    "application/x-7z-compressed": Kind("a 7-Zip archive", (".7z",), _UNPACK),
    "application/vnd.rar": Kind("a RAR archive", (".rar",), _UNPACK),
    "application/x-tar": Kind("a tar archive", (".tar",), _UNPACK),
    "image/png": Kind("a PNG picture", (".png",), _PICTURE),
    "image/jpeg": Kind("a JPEG picture", (".jpg", ".jpeg"), _PICTURE),
    "image/gif": Kind("a GIF picture", (".gif",), _PICTURE),
    "image/webp": Kind("a WebP picture", (".webp",), _PICTURE),
    "image/tiff": Kind("a TIFF picture", (".tif", ".tiff"), _PICTURE),
    "image/bmp": Kind("a BMP picture", (".bmp",), _PICTURE),
    "image/heic": Kind("a HEIC or AVIF picture", (".heic", ".avif"), _PICTURE),
    "audio/mpeg": Kind("an MP3 recording", (".mp3",), _SOUND),
    "audio/wav": Kind("a WAV recording", (".wav",), _SOUND),
    "audio/flac": Kind("a FLAC recording", (".flac",), _SOUND),
    "audio/ogg": Kind("an Ogg recording", (".ogg", ".opus"), _SOUND),
    "video/mp4": Kind("an MP4 recording", (".mp4", ".m4a", ".mov"), _SOUND),
    "video/webm": Kind("a WebM or Matroska film", (".webm", ".mkv"), _SOUND),
    "application/vnd.sqlite3": Kind("a SQLite database", (".sqlite", ".db"), _NO_DOCUMENT),
    "application/x-executable": Kind("a program", (".exe", ".dll", ".so"), _NO_DOCUMENT),
    "application/vnd.apache.parquet": Kind("a Parquet file", (".parquet",), _AS_TABLE),
    "font/sfnt": Kind("a font", (".ttf", ".otf", ".woff", ".woff2"), _NO_DOCUMENT),
}

#: (offset, bytes, media type). Those that could begin a text count only in binary data.
_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (8, b"WAVE", "audio/wav"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"BM", "image/bmp"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypavif", "image/heic"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"OggS", "audio/ogg"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\0", "application/x-xz"),
    (0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (257, b"ustar", "application/x-tar"),
    (0, b"SQLite format 3\0", "application/vnd.sqlite3"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"MZ", "application/x-executable"),
    (0, b"PAR1", "application/vnd.apache.parquet"),
    (0, b"\0\x01\0\0\0", "font/sfnt"),
    (0, b"OTTO", "font/sfnt"),
    (0, b"wOF", "font/sfnt"),
)
_RTF = b"{\\rtf"


def by_magic(data: bytes, is_binary: bool) -> str | None:
    """The type that the first bytes name, or None."""
    if data.startswith(_RTF):
        return "application/rtf"
    for offset, magic, media_type in _MAGIC:
        certain = is_binary or not magic.isascii()
        if certain and data.startswith(magic, offset):
            return media_type
    return None


def by_extension(extension: str) -> str | None:
    """The media type of a known format that is no text of ours; None for others."""
    for media_type, kind in KNOWN.items():
        if extension in kind.extensions and kind.label not in ("HTML", "plain text"):
            return media_type
    return None
