"""MSG: a mail as Outlook saves it, streams of properties in an OLE2 file (MS-OXMSG).

MsgParser().read(Source.from_path("figures.msg")).facts["subject"]
"""

from __future__ import annotations

import importlib
import struct
from typing import Any

from ragstone.errors import CorruptDocument, EmptyDocument, RagstoneError
from ragstone.model.document import Document
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.mail.cms import signed_content
from ragstone.parsers.mail.document import mail_document
from ragstone.parsers.mail.headers import one_line
from ragstone.parsers.mail.mapi import (
    ATTACH_CONTENT_ID,
    ATTACH_DATA,
    ATTACH_LONG,
    ATTACH_METHOD,
    ATTACH_SHORT,
    ATTACH_TYPE,
    DISPLAY_NAME,
    EMAIL,
    MESSAGE_CLASS,
    OLE_OBJECT,
    RECIPIENT_TYPE,
    SMTP,
    Properties,
    mail_of,
    person,
)
from ragstone.parsers.mail.message import Attachment, Mail, Refused
from ragstone.parsers.mail.parts import read_mail
from ragstone.sources.source import Source

_olefile: Any = importlib.import_module("olefile")

_MEDIA_TYPE = "application/vnd.ms-outlook"
_AGAIN = "open it in Outlook and save it again"
_STREAM, _FIXED = "__substg1.0_", "__properties_version1.0"
_RECIPIENT, _ATTACHMENT = "__recip_version1.0_", "__attach_version1.0_"
_EMBEDDED = "__substg1.0_3701000D"
#: MS-OXMSG, 2.4: bytes before the entries of 16 bytes: of the mail, of one inside, of the others.
_HEAD_TOP, _HEAD_EMBEDDED, _HEAD_OTHER = 32, 24, 8
_LARGEST_FIXED = 8
_SMALLEST_FILE, _HEAD_BYTES = 1536, 4096

Path = tuple[str, ...]


class MsgParser(ParserBase):
    """As `EmlParser`, of the properties that Outlook keeps."""

    row = own_row("msg")

    def read(self, source: Source) -> Document:
        """All of the mail; raises `ParseError` or `LimitExceeded`."""
        data = source.read_bytes()
        if not data:
            raise EmptyDocument(source.name, "the file has 0 bytes", _AGAIN, parser="msg")
        try:
            mail = _Storage(data, source).mail()
        except RagstoneError:
            raise
        except Exception as error:
            raise CorruptDocument(
                source.name,
                f"the Outlook message is damaged ({type(error).__name__})",
                _AGAIN,
                parser="msg",
            ) from error
        if not (mail.subject or mail.sender or mail.bodies or mail.attachments):
            mail.warnings.append("no property of a mail is in it")
        return mail_document(source, mail, "msg", _MEDIA_TYPE)


class _Storage:
    """The streams of an OLE2 file by their storage."""

    def __init__(self, data: bytes, source: Source) -> None:
        self._source, self._file_bytes = source, len(data)
        # Less than three sectors is taken for a file's name.
        self._ole: Any = _olefile.OleFileIO(data.ljust(_SMALLEST_FILE, b"\0"))
        self._children: dict[Path, list[str]] = {}
        for entry in self._ole.listdir(streams=True, storages=True):
            self._children.setdefault(tuple(entry[:-1]), []).append(entry[-1])

    def mail(self, at: Path = (), level: int = 0) -> Mail:
        """The mail in the storage `at`."""
        properties = self._properties(at, _HEAD_EMBEDDED if at else _HEAD_TOP)
        mail = mail_of(properties)
        self._add_recipients(mail, at, properties.code_page)
        is_locked = "SMIME" in properties.text(MESSAGE_CLASS).upper()
        for number, name in enumerate(self._named(at, _ATTACHMENT), start=1):
            self._count()
            self._add_attachment(mail, (*at, name), number, properties.code_page, level)
        signed = mail.attachments[0].data if is_locked and mail.attachments else b""
        content = _signed_part(signed) if isinstance(signed, bytes) else None
        if content is not None:
            inner = read_mail(content, self._source, self._count, level)
            mail.bodies, mail.attachments = inner.bodies, inner.attachments
            mail.warnings += inner.warnings
        elif is_locked and mail.attachments and not mail.bodies:
            mail.attachments = []
            mail.refused.append(
                Refused("smime.p7m", "the mail is encrypted or signed in an opaque form (S/MIME)")
            )
        return mail

    def _count(self) -> None:
        self._source.spend("archive_members", 1)

    def _named(self, at: Path, prefix: str) -> list[str]:
        return sorted(name for name in self._children.get(at, ()) if name.startswith(prefix))

    def _properties(self, at: Path, head: int, page: str | None = None) -> Properties:
        found: dict[int, tuple[int, bytes]] = {}
        if _FIXED in self._children.get(at, ()):
            found |= _fixed(self._read((*at, _FIXED))[head:])
        for name in self._named(at, _STREAM):
            try:
                number, kind = int(name[12:16], 16), int(name[16:20], 16)
            except ValueError:
                continue
            if len(name) == 20 and (*at, name) not in self._children:
                found[number] = (kind, self._read((*at, name)))
        return Properties(found, page)

    def _read(self, path: Path) -> bytes:
        """A stream; streams of a made-up file may share their sectors, so each counts."""
        size = int(self._ole.get_size(list(path)))
        self._source.spend("unpacked_bytes", min(size, self._file_bytes))
        stream = self._ole.openstream(list(path))
        return bytes(stream.read())

    def _add_recipients(self, mail: Mail, at: Path, page: str | None) -> None:
        """Recipients with addresses, where the mail's own fields have names alone."""
        found: dict[int, list[str]] = {1: [], 2: [], 3: []}
        for name in self._named(at, _RECIPIENT):
            self._count()
            said = self._properties((*at, name), _HEAD_OTHER, page)
            shown = person(said.text(DISPLAY_NAME), said.text(SMTP) or said.text(EMAIL))
            kind = said.number(RECIPIENT_TYPE) & 3
            if shown and kind in found:
                found[kind].append(shown)
        mail.to = tuple(found[1]) or mail.to
        mail.cc = tuple(found[2]) or mail.cc
        mail.bcc = tuple(found[3]) or mail.bcc

    def _add_attachment(
        self, mail: Mail, at: Path, number: int, page: str | None, level: int
    ) -> None:
        said = self._properties(at, _HEAD_OTHER, page)
        name = one_line(
            said.text(ATTACH_LONG)
            or said.text(ATTACH_SHORT)
            or said.text(DISPLAY_NAME)
            or f"attachment {number}"
        )
        method = said.number(ATTACH_METHOD)
        if (*at, _EMBEDDED) in self._children and method != OLE_OBJECT:
            inner: bytes | Mail = b""
            subject = ""
            # One that is too deep is refused as any other attachment would be.
            if self._source.depth + level < self._source.limits.nesting_depth:
                inner = self.mail((*at, _EMBEDDED), level + 1)
                subject = inner.subject
            title = said.text(DISPLAY_NAME) or subject or "message"
            mail.attachments.append(Attachment(f"{one_line(title)}.msg", inner, _MEDIA_TYPE))
        elif said.data(ATTACH_DATA):
            is_inline = bool(said.text(ATTACH_CONTENT_ID))
            kind = said.text(ATTACH_TYPE)
            mail.attachments.append(Attachment(name, said.data(ATTACH_DATA), kind, is_inline))
        else:
            why = "a link or an object of another program" if method else "empty"
            mail.refused.append(Refused(name, f"{name} is not in the file: it is {why}"))


def _signed_part(data: bytes) -> bytes | None:
    """The mail in the only attachment of a signed one; None where it is encrypted."""
    is_clear = b"multipart/signed" in data[:_HEAD_BYTES].lower()
    return data if is_clear else signed_content(data)


def _fixed(data: bytes) -> dict[int, tuple[int, bytes]]:
    """The properties of fixed size: type, number, flags, eight bytes of value (2.4.2.1)."""
    found: dict[int, tuple[int, bytes]] = {}
    for at in range(0, len(data) - 15, 16):
        kind, number = struct.unpack_from("<HH", data, at)
        if kind in (2, 3, 4, 5, 6, 7, 0xB, 0x14, 0x40):
            found[number] = (kind, data[at + 8 : at + 8 + _LARGEST_FIXED])
    return found
