"""What a file is: its content is sniffed before its name is believed.

Only among text formats does the name choose (Markdown, HTML and source code are all text). What is
here decides the media type and says why; which parser reads it stands in `catalog.py`, the magic
numbers in `signatures.py`.

    detect("notes.txt", b"%PDF-1.7 …")   # application/pdf, with a warning that the name differs
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePath

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, UnsupportedFormat
from ragstone.parsers.catalog import row_by_extension
from ragstone.parsers.signatures import DOCX, KNOWN, PDF, by_extension, by_magic
from ragstone.text.encoding import BYTE_ORDER_MARKS

_TEXT_TYPE_OF = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".rst": "text/x-rst",
    ".json": "application/json",
    ".jsonl": "application/json",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".toml": "application/toml",
    ".xhtml": "application/xhtml+xml",
}
_PLAIN = frozenset({".txt", ".text", ".log", ""})

# Atomic: comments could be divided in exponentially many ways.
_LEAD = r"(?>(?:\s|<!--.*?-->|<\?xml[^>]*>)*)"
_HTML_PAGE = re.compile(rf"{_LEAD}<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL)
_HTML_PIECE = re.compile(
    rf"{_LEAD}<(?:head|body|title|meta|table|div|p|h[1-6]|ul|ol|main|article|section|span|pre)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE | re.DOTALL,
)
_PDF_HEADER = re.compile(rb"%PDF-\d\.\d")
_PDF_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b|startxref")
_ATX_ALONE = re.compile(r"(?:\A|\n[ \t]*\n)#{1,6}[ \t]+\S[^\n]{0,200}(?=\n[ \t]*\n|\n?\Z)")

_HEAD_BYTES = 64 * 1024
_CONTROLS = bytes(set(range(32)) - {0, *b"\t\n\v\f\r\x1b\b"})
#: The share of control characters above which bytes are no text; letters of any encoding have none.
_MANY_CONTROLS = 0.02


@dataclass(frozen=True, slots=True)
class Detected:
    """What a file is, why we think so, and a warning when its name says something else."""

    media_type: str
    reason: str
    warning: str | None = None


def detect(name: str, data: bytes) -> Detected:
    """The type of a file. Raises `EmptyDocument`, `EncryptedDocument`, `UnsupportedFormat`."""
    extension = PurePath(name).suffix.lower()
    if not data:
        return _empty(name, extension)
    if _is_pdf(data, extension):
        return _named(extension, PDF, "the content begins with %PDF")
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(name, extension, data)
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _compound(name, extension, data)
    binary = is_binary(data)
    magic = by_magic(data, binary)
    if magic is not None:
        return _named(extension, magic, "its first bytes say so")
    if binary:
        return _unknown_binary(name, extension)
    return _text(extension, data)


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text in any encoding: many controls, or NUL without UTF-16's pattern."""
    head = data[:_HEAD_BYTES]
    if head.startswith(tuple(mark for mark, _ in BYTE_ORDER_MARKS)):
        return False
    even, odd = head[::2].count(0), head[1::2].count(0)
    wide = max(even, odd) > len(head) * 0.2 and min(even, odd) < len(head) * 0.02
    if wide:
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls > max(1, len(head) * _MANY_CONTROLS) or even + odd > len(head) * 0.3


def _is_pdf(data: bytes, extension: str) -> bool:
    found = _PDF_HEADER.search(data, 0, 1024 + 8)
    if found is None:
        return False
    # A text about PDF may name the header; a file that is one has objects, or the name.
    return found.start() == 0 or extension == ".pdf" or bool(_PDF_OBJECT.search(data, found.end()))


def _empty(name: str, extension: str) -> Detected:
    kind = by_extension(extension)
    row = row_by_extension(extension)
    if kind is not None or (row is not None and row.name in ("pdf", "docx")):
        raise EmptyDocument(name, "the file has 0 bytes", "get it again from where it came")
    return Detected(_text_type(extension), "empty, so only its name can tell")


def _named(extension: str, media_type: str, reason: str) -> Detected:
    """`media_type`, with a warning when the extension is known to mean another one."""
    row = row_by_extension(extension)
    meant = by_extension(extension)
    agrees = (
        media_type in row.media_types if row is not None else meant is None or meant == media_type
    )
    if agrees:
        return Detected(media_type, reason)
    label = KNOWN[media_type].label if media_type in KNOWN else media_type
    return Detected(
        media_type,
        reason,
        f"content and extension differ: the content is {label}, though the name ends in "
        f"{extension}; it was read by its content",
    )


def _archive(name: str, extension: str, data: bytes) -> Detected:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = set(archive.namelist())
            kind = _kind_of_archive(archive, members)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError) as error:
        if extension in (".docx", ".docm"):
            return Detected(DOCX, "a ZIP archive whose directory is damaged; its name says Word")
        raise CorruptDocument(
            name, "the ZIP archive is damaged or cut off", "get it again from where it came"
        ) from error
    return _named(extension, kind, "its members say so")


def _kind_of_archive(archive: zipfile.ZipFile, members: set[str]) -> str:
    for member, media_type in (
        ("word/document.xml", DOCX),
        ("ppt/presentation.xml", KNOWN_OOXML["ppt"]),
        ("xl/workbook.xml", KNOWN_OOXML["xl"]),
        ("xl/workbook.bin", KNOWN_OOXML["xlsb"]),
    ):
        if member in members:
            return media_type
    if "mimetype" in members and archive.getinfo("mimetype").file_size < 200:
        return archive.read("mimetype").decode("ascii", "replace").strip()
    if any(member.startswith("word/") for member in members):
        return DOCX
    return "application/zip"


KNOWN_OOXML = {
    "ppt": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "xl": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xlsb": "application/vnd.ms-excel.sheet.binary.macroenabled.12",
}


def _compound(name: str, extension: str, data: bytes) -> Detected:
    """OLE2: a locked Office file, or one in the formats before 2007."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise EncryptedDocument(
            name, "the Office file is locked with a password", "save a copy without one"
        )
    for stream, media_type in (
        ("WordDocument", "application/msword"),
        ("Workbook", "application/vnd.ms-excel"),
        ("PowerPoint Document", "application/vnd.ms-powerpoint"),
        ("__substg1.0_", "application/vnd.ms-outlook"),
    ):
        if stream.encode("utf-16-le") in data:
            return _named(extension, media_type, "its OLE2 streams say so")
    return Detected("application/x-ole-storage", "it begins like an OLE2 file")


def _unknown_binary(name: str, extension: str) -> Detected:
    row = row_by_extension(extension)
    if row is not None and row.name in ("pdf", "docx"):
        raise CorruptDocument(
            name,
            f"it is named {extension} but holds other binary data",
            "get it again from where it came",
        )
    raise UnsupportedFormat(
        name, "binary data that no parser reads", "convert it to PDF, DOCX or text first"
    )


def _text(extension: str, data: bytes) -> Detected:
    head = _head_text(data)
    is_page = bool(_HTML_PAGE.match(head))
    chosen_by_name = row_by_extension(extension)
    if chosen_by_name is not None and chosen_by_name.name not in ("pdf", "docx"):
        if extension in _PLAIN and _is_markdown(data):
            return Detected("text/markdown", "plain text with Markdown headings standing alone")
        media_type = _text_type(extension)
        if is_page and media_type == "application/xml":
            return Detected("application/xhtml+xml", "XML whose root is html")
        return Detected(media_type, f"text, and the name ends in {extension}")
    if is_page or _HTML_PIECE.match(head):
        return _named(extension, "text/html", "the content begins with HTML tags")
    kind = by_extension(extension)
    if kind is not None and KNOWN[kind].is_text:
        return Detected(kind, f"the name ends in {extension}")
    return _named(extension, "text/plain", "no binary format, and nothing but text in it")


def _text_type(extension: str) -> str:
    row = row_by_extension(extension)
    if row is None or extension in _PLAIN:
        return "text/plain"
    if extension in _TEXT_TYPE_OF:
        return _TEXT_TYPE_OF[extension]
    return "text/x-source" if row.name == "text" else row.media_types[0]


def _head_text(data: bytes) -> str:
    head = data[:4096]
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return head[len(mark) :].decode(encoding, "replace")
    return head.decode("latin-1")


def _is_markdown(data: bytes) -> bool:
    """Whether a .txt is Markdown: two or more `#` headings that stand alone, and more text."""
    head = data[:_HEAD_BYTES].replace(b"\r\n", b"\n")
    if head.count(b"\n#") + head.startswith(b"#") < 2:
        return False
    text = head.decode("utf-8", "replace")
    return len(_ATX_ALONE.findall(text)) >= 2
