"""winmail.dat: what Outlook packs a mail into for other Outlooks (TNEF, MS-OXTNEF).

found = read_tnef(data, source, nest.count, level=0)
found.bodies, found.attachments         # None when the data are no TNEF
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ragstone.parsers.mail.headers import decode_text, one_line
from ragstone.parsers.mail.mapi import (
    ATTACH_CONTENT_ID,
    ATTACH_DATA,
    ATTACH_LONG,
    ATTACH_SHORT,
    ATTACH_TYPE,
    BINARY,
    BOOLEAN,
    DISPLAY_NAME,
    LONG,
    OBJECT,
    STRING,
    TIME,
    UNICODE,
    Properties,
    mail_of,
)
from ragstone.parsers.mail.message import Attachment, Body, Mail
from ragstone.sources.source import Source
from ragstone.text.code_pages import of_code_page

_SIGNATURE = b"\x78\x9f\x3e\x22"
_SUBJECT, _BODY, _PROPERTIES, _PAGE = 0x8004, 0x800C, 0x9003, 0x9007
_NEW_ATTACHMENT, _TITLE, _DATA, _ATTACHMENT = 0x9002, 0x8010, 0x800F, 0x9005
#: MS-OXCDATA, 2.11.1: bytes of the types of fixed size, which TNEF fills up to four.
_FIXED = {2: 4, LONG: 4, 4: 4, 5: 8, 6: 8, 7: 8, 0xA: 4, BOOLEAN: 4, 0x14: 8, TIME: 8, 0x48: 16}
_VARIABLE = frozenset({STRING, UNICODE, BINARY, OBJECT})
_MULTIPLE = 0x1000
_GUID_BYTES = 16


@dataclass(slots=True)
class _Attached:
    """An attachment while its attributes come in."""

    title: bytes = b""
    data: bytes = b""
    properties: dict[int, tuple[int, bytes]] = field(default_factory=dict[int, tuple[int, bytes]])


def read_tnef(data: bytes, source: Source, count: Callable[[], None], level: int) -> Mail | None:
    """The mail in a winmail.dat; what is damaged at its end is left out.

    Raises `LimitExceeded` alone.
    """
    if not data.startswith(_SIGNATURE):
        return None
    properties: dict[int, tuple[int, bytes]] = {}
    attached: list[_Attached] = []
    page: str | None = None
    text = subject = b""
    for kind, value in _attributes(data):
        if kind == _PAGE:
            page = of_code_page(int.from_bytes(value[:4], "little"))
        elif kind == _SUBJECT:
            subject = value
        elif kind == _BODY:
            text = value
        elif kind == _PROPERTIES:
            properties |= dict(_properties(value))
        elif kind == _NEW_ATTACHMENT:
            count()
            attached.append(_Attached())
        elif attached and kind == _TITLE:
            attached[-1].title = value
        elif attached and kind == _DATA:
            attached[-1].data = value
        elif attached and kind == _ATTACHMENT:
            attached[-1].properties |= dict(_properties(value))
    mail = mail_of(Properties(properties, page))
    mail.subject = mail.subject or one_line(decode_text(subject.rstrip(b"\0"), page))
    if not mail.bodies and text.strip(b"\0 \r\n\t"):
        mail.bodies.append(Body("plain", decode_text(text.rstrip(b"\0"), page)))
    for number, one in enumerate(attached, start=1):
        mail.attachments.append(_attachment(one, number, page, source, count, level))
    return mail


def _attachment(
    one: _Attached,
    number: int,
    page: str | None,
    source: Source,
    count: Callable[[], None],
    level: int,
) -> Attachment:
    properties = Properties(one.properties, page)
    name = (
        properties.text(ATTACH_LONG)
        or properties.text(DISPLAY_NAME)
        or properties.text(ATTACH_SHORT)
        or decode_text(one.title.rstrip(b"\0"), page)
        or f"attachment {number}"
    )
    data: bytes | Mail = one.data
    kind, value = one.properties.get(ATTACH_DATA, (0, b""))
    if value and kind == OBJECT:
        # The interface that reads it stands before an embedded mail.
        data = value[_GUID_BYTES:]
        # One that is too deep stays bytes, and is refused as any other attachment would be.
        if source.depth + level < source.limits.nesting_depth:
            data = read_tnef(data, source, count, level + 1) or data
    elif value and not one.data:
        data = value
    is_inline = bool(properties.text(ATTACH_CONTENT_ID))
    return Attachment(one_line(name), data, properties.text(ATTACH_TYPE), is_inline)


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(number, value) of each attribute: level, number, type, length, value, checksum."""
    at = len(_SIGNATURE) + 2
    while at + 9 <= len(data):
        kind, length = struct.unpack_from("<II", data, at + 1)
        value = data[at + 9 : at + 9 + length]
        if len(value) < length:
            return
        yield kind & 0xFFFF, value
        at += 9 + length + 2


def _properties(data: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """(number, (type, value)) of each property; of several values the first."""
    at = 4
    for _ in range(int.from_bytes(data[:4], "little")):
        if at + 4 > len(data):
            return
        kind, number = struct.unpack_from("<HH", data, at)
        at += 4
        if number >= 0x8000:
            at = _behind_name(data, at)
        is_multiple, kind = bool(kind & _MULTIPLE), kind & ~_MULTIPLE
        values = 1
        if is_multiple or kind in _VARIABLE:
            values = int.from_bytes(data[at : at + 4], "little")
            at += 4
        for index in range(values):
            if kind in _VARIABLE:
                size = int.from_bytes(data[at : at + 4], "little")
                at += 4
            elif kind in _FIXED:
                size = _FIXED[kind]
            else:
                return
            if at + size > len(data):
                return
            if not index:
                yield number, (kind, data[at : at + size])
            at += size + -size % 4


def _behind_name(data: bytes, at: int) -> int:
    """Named properties carry their name: a GUID, and a number or a string."""
    at += _GUID_BYTES
    is_string = int.from_bytes(data[at : at + 4], "little")
    at += 4
    if not is_string:
        return at + 4
    size = int.from_bytes(data[at : at + 4], "little")
    return at + 4 + size + -size % 4
