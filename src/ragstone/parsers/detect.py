"""What a file is: its content is sniffed before its name is believed.

Only among text formats does the name choose (Markdown, HTML and source code are all text). What is
here decides the media type and says why; which parser reads it, and how its files are told, stands
in `catalog.py`. Only the rules for text and for PDF, which forgives junk before its header, name
formats here.

    detect("notes.txt", b"%PDF-1.7 …")   # application/pdf, with a warning that the name differs
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePath

from ragstone.entries import Entry
from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, UnsupportedFormat
from ragstone.parsers.archive import UNPACKING_ERRORS, has_own_directory
from ragstone.parsers.catalog import row_by_extension
from ragstone.parsers.compound import root_names
from ragstone.parsers.entry import signature_of
from ragstone.parsers.formats import (
    by_magic,
    by_members,
    by_streams,
    is_known,
    label_of,
    unread_by_extension,
)
from ragstone.parsers.mail_header import mail_type
from ragstone.parsers.signatures import PDF
from ragstone.parsers.xml_root import XML, is_declared, type_by_root
from ragstone.text.encoding import BYTE_ORDER_MARKS

_TEXT_TYPE_OF = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".tab": "text/tab-separated-values",
    ".rst": "text/x-rst",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".ndjson": "application/x-ndjson",
    ".xml": XML,
    ".rss": "application/rss+xml",
    ".atom": "application/atom+xml",
    ".rdf": "application/rdf+xml",
    ".svg": "image/svg+xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".toml": "application/toml",
    ".xhtml": "application/xhtml+xml",
    ".srt": "application/x-subrip",
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
#: Bounded: numbers and blanks without end would be tried from each of their digits.
_PDF_OBJECT = re.compile(rb"(?<!\d)\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj\b")
#: How far behind a header the first object begins, and before the end of a file `startxref` stands.
_PDF_BODY_BYTES, _PDF_TAIL_BYTES = 64 * 1024, 2048
_ATX_ALONE = re.compile(r"(?:\A|\n[ \t]*\n)#{1,6}[ \t]+\S[^\n]{0,200}(?=\n[ \t]*\n|\n?\Z)")

_HEAD_BYTES = 64 * 1024
_CONTROLS = bytes(set(range(32)) - {0, *b"\t\n\v\f\r\x1b\b"})
#: The share of control characters above which bytes are no text; letters of any encoding have none.
_MANY_CONTROLS = 0.02

_MIMETYPE = re.compile(r"[a-z]+/[\w.+-]{1,120}", re.ASCII)
#: Reading a ZIP directory of a million members takes seconds; no office file has a tenth of it.
_MANY_MEMBERS = 100_000
_ZIP, _OLE = "application/zip", "application/x-ole-storage"


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
        return _archive(extension, data)
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _compound(name, extension, data)
    binary = is_binary(data)
    magic = by_magic(data, binary=binary)
    if magic is not None:
        return _named(extension, magic, "its first bytes say so")
    # Attachments may stand in a mail as they are, with all their controls.
    mail = mail_type(data, extension)
    if mail is not None:
        return _named(extension, mail, "it begins with the header of a mail")
    if binary:
        return _unknown_binary(name, extension)
    return _text(extension, data)


def text_type(name: str) -> str:
    """What text in memory is by its name alone; plain text unless a text format has the ending."""
    extension = PurePath(name).suffix.lower()
    is_text = not _is_binary_format(row_by_extension(extension))
    return _text_type(extension) if is_text else "text/plain"


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
    start = found.end()
    return (
        found.start() == 0
        or extension == ".pdf"
        or _PDF_OBJECT.search(data, start, start + _PDF_BODY_BYTES) is not None
        or b"startxref" in data[max(start, len(data) - _PDF_TAIL_BYTES) :]
    )


def _is_binary_format(row: Entry | None) -> bool:
    signature = None if row is None else signature_of(row)
    return signature is not None and signature.is_binary


def _empty(name: str, extension: str) -> Detected:
    row = row_by_extension(extension)
    if _is_binary_format(row) or (row is None and unread_by_extension(extension)):
        raise EmptyDocument(name, "the file has 0 bytes", "get it again from where it came")
    return Detected(_text_type(extension), "empty, so only its name can tell")


def _named(extension: str, media_type: str, reason: str) -> Detected:
    """`media_type`, with a warning when the extension is known to mean another one."""
    row = row_by_extension(extension)
    if row is not None:
        agrees = media_type in row.media_types
    else:
        meant = unread_by_extension(extension)
        agrees = meant is None or meant.media_type == media_type
    if agrees:
        return Detected(media_type, reason)
    return Detected(
        media_type,
        reason,
        f"content and extension differ: the content is {label_of(media_type)}, though the name "
        f"ends in {extension}; it was read by its content",
    )


def _only_by_name(extension: str) -> Detected | None:
    """The type that a row gives to the extension, when it says nothing about the content."""
    row = row_by_extension(extension)
    if row is None or signature_of(row) is not None:
        return None
    return Detected(row.media_types[0], f"no known format, and the name ends in {extension}")


def _archive(extension: str, data: bytes) -> Detected:
    if data.count(b"PK\x01\x02") > _MANY_MEMBERS:
        by_name = _archive_by_name(extension, "of more members than are looked at")
        return by_name or _named(extension, _ZIP, "it is a ZIP archive of very many members")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if not has_own_directory(archive, data):
                raise zipfile.BadZipFile
            members = {member.lstrip("/").lower() for member in archive.namelist()}
            mimetype = _mimetype(archive)
    except UNPACKING_ERRORS:
        by_name = _archive_by_name(extension, "whose directory is damaged")
        if by_name is not None:
            # Its parser says better what is wrong.
            return by_name
        # Its members may still be found by their own headers.
        return _named(extension, _ZIP, "it begins like a ZIP archive, whose directory is damaged")
    kind = by_members(members, mimetype)
    if kind is None and mimetype and not is_known(mimetype):
        kind = mimetype
    if kind is None:
        return _only_by_name(extension) or _named(extension, _ZIP, "it is a ZIP archive")
    return _named(extension, kind, "its members say so")


def _archive_by_name(extension: str, what: str) -> Detected | None:
    """The type of an archive that is told by its name alone, if its row is of a kind of archive."""
    row = row_by_extension(extension)
    signature = None if row is None else signature_of(row)
    if row is None or signature is None or not (signature.members or signature.mimetype):
        return None
    return Detected(row.media_types[0], f"a ZIP archive {what}; only its name tells")


def _mimetype(archive: zipfile.ZipFile) -> str:
    """What the member `mimetype` holds; "" when there is none, or none that can be read."""
    try:
        if archive.getinfo("mimetype").file_size > 200:
            return ""
        said = archive.read("mimetype").decode("ascii", "replace").strip()
    except (KeyError, *UNPACKING_ERRORS):
        return ""
    return said if _MIMETYPE.fullmatch(said) else ""


def _compound(name: str, extension: str, data: bytes) -> Detected:
    """OLE2: a locked Office file, or one in the formats before 2007."""
    names = root_names(data)
    locked = "EncryptedPackage"
    # Where the directory is damaged, the name may stand anywhere.
    if locked in names or (not names and locked.encode("utf-16-le") in data):
        raise EncryptedDocument(
            name, "the Office file is locked with a password", "save a copy without one"
        )
    kind = by_streams(data)
    if kind is not None:
        return _named(extension, kind, "its OLE2 streams say so")
    row = row_by_extension(extension)
    signature = None if row is None else signature_of(row)
    if row is not None and signature is not None and signature.streams:
        # Its parser says better what is wrong.
        return Detected(row.media_types[0], "an OLE2 file that is damaged; only its name tells")
    return _only_by_name(extension) or Detected(_OLE, "it begins like an OLE2 file")


def _unknown_binary(name: str, extension: str) -> Detected:
    by_name = _only_by_name(extension)
    if by_name is not None:
        return by_name
    if _is_binary_format(row_by_extension(extension)):
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
    if chosen_by_name is not None and not _is_binary_format(chosen_by_name):
        if extension in _PLAIN and _is_markdown(data):
            return Detected("text/markdown", "plain text with Markdown headings standing alone")
        media_type = _text_type(extension)
        if extension in _PLAIN and is_declared(head):
            return _named(extension, _xml_type(head), "the content begins with an XML declaration")
        if media_type in (XML, "image/svg+xml") and (by_root := _xml_type(head)) != media_type:
            return Detected(by_root, "the root of the XML says so")
        return Detected(media_type, f"text, and the name ends in {extension}")
    if is_declared(head) and not is_page:
        return _named(extension, _xml_type(head), "the content begins with an XML declaration")
    if is_page or _HTML_PIECE.match(head):
        return _named(extension, "text/html", "the content begins with HTML tags")
    unread = unread_by_extension(extension)
    if unread is not None and not unread.signature.is_binary:
        return Detected(unread.media_type, f"the name ends in {extension}")
    return _named(extension, "text/plain", "no binary format, and nothing but text in it")


def _xml_type(head: str) -> str:
    """The type of XML by its root; XML alone where no parser reads that type."""
    by_root = type_by_root(head)
    return by_root if is_known(by_root) else XML


def _text_type(extension: str) -> str:
    row = row_by_extension(extension)
    if row is None or extension in _PLAIN:
        return "text/plain"
    known = _TEXT_TYPE_OF.get(extension, "text/x-source")
    return known if known in row.media_types else row.media_types[0]


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
