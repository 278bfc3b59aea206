"""Mails that tests make for themselves, in Outlook's formats too.

    make_msg({SUBJECT: "Tides", BODY: "High at six."}, attachments=[("a.txt", b"…")])
    make_winmail({…}, [("a.txt", b"…")])
    make_mail("Tides", "High at six.", attachments=[…])

The same arguments give the same bytes.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Mapping, Sequence
from email.message import EmailMessage

UNICODE, STRING, BINARY, LONG, TIME = 0x1F, 0x1E, 0x102, 3, 0x40
SUBJECT, BODY, HTML, RTF = 0x0037, 0x1000, 0x1013, 0x1009
SENDER_NAME, SENDER_EMAIL, SENT = 0x0C1A, 0x0C1F, 0x0039

#: A property by its number: text is Unicode, bytes are binary, numbers are long; or (type, bytes).
Values = Mapping[int, "str | bytes | int | tuple[int, bytes]"]
Attached = Sequence[tuple[str, "bytes | dict[tuple[str, ...], bytes]"]]

_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SECTOR, _SMALL_SECTOR, _CUTOFF = 512, 64, 4096


def make_mail(
    subject: str,
    text: str,
    attachments: Sequence[tuple[str, bytes]] = (),
    *,
    sender: str = "Ana Example <ana@example.org>",
    html: str = "",
) -> bytes:
    """A mail as Python's own library writes it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "Bo Example <bo@example.org>", subject
    mail["Date"] = "Tue, 05 Mar 2024 10:20:00 +0100"
    mail["Message-ID"] = "<1@example.org>"
    mail.set_content(text)
    if html:
        mail.add_alternative(html, subtype="html")
        mail.set_boundary("alternatives")
    for name, data in attachments:
        mail.add_attachment(data, "application", "octet-stream", filename=name)
    if attachments:
        mail.set_boundary("parts")
    return mail.as_bytes()


def make_mhtml(html: str, others: Sequence[tuple[str, str, bytes]] = ()) -> bytes:
    """A page as Chromium saves it; the others are (media type, address, data)."""
    found = (
        b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/tides.html\r\n"
        b"Subject: Tides\r\nDate: Tue, 5 Mar 2024 10:20:00 +0100\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="----Page----"\r\n\r\n'
    )
    page = ("text/html", "https://example.org/tides.html", html.encode())
    for kind, address, data in (page, *others):
        head = f"\r\n------Page----\r\nContent-Type: {kind}\r\nContent-Location: {address}\r\n"
        found += head.encode() + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        found += binascii.b2a_qp(data, istext=False)
    return found + b"\r\n------Page------\r\n"


def ticks(days_since_1601: int, seconds: int = 0) -> tuple[int, bytes]:
    """A time as Windows counts."""
    return TIME, ((days_since_1601 * 86400 + seconds) * 10_000_000).to_bytes(8, "little")


def make_msg(
    values: Values,
    attachments: Attached = (),
    recipients: Sequence[tuple[str, str, int]] = (),
) -> bytes:
    """An Outlook message; a recipient is (name, address, 1 to, 2 cc, 3 bcc)."""
    return make_ole(msg_streams(values, attachments, recipients))


def msg_streams(
    values: Values,
    attachments: Attached = (),
    recipients: Sequence[tuple[str, str, int]] = (),
    head: int = 32,
) -> dict[tuple[str, ...], bytes]:
    """The streams of a message; with `head=24` those of one inside another."""
    streams = _streams((), values, head)
    for number, (name, address, kind) in enumerate(recipients):
        said: Values = {0x3001: name, 0x39FE: address, 0x0C15: kind}
        streams |= _streams((f"__recip_version1.0_#{number:08X}",), said, 8)
    for number, (name, data) in enumerate(attachments):
        at = f"__attach_version1.0_#{number:08X}"
        is_bytes = isinstance(data, bytes)
        said = {0x3707: name, 0x3705: 1 if is_bytes else 5, 0x3001: name}
        streams |= _streams((at,), said | ({0x3701: data} if is_bytes else {}), 8)
        if not is_bytes:
            inner = {(at, "__substg1.0_3701000D", *path): held for path, held in data.items()}
            streams |= inner
    return streams


def _streams(at: tuple[str, ...], values: Values, head: int) -> dict[tuple[str, ...], bytes]:
    found: dict[tuple[str, ...], bytes] = {}
    fixed = bytes(head)
    for number, value in values.items():
        kind, data = _typed(value)
        if kind in (LONG, TIME):
            fixed += struct.pack("<HHI", kind, number, 6) + data.ljust(8, b"\0")
        else:
            fixed += struct.pack("<HHII", kind, number, 6, len(data)) + bytes(4)
            found[(*at, f"__substg1.0_{number:04X}{kind:04X}")] = data
    found[(*at, "__properties_version1.0")] = fixed
    return found


def _typed(value: str | bytes | int | tuple[int, bytes]) -> tuple[int, bytes]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, str):
        return UNICODE, value.encode("utf-16-le")
    if isinstance(value, bytes):
        return BINARY, value
    return LONG, value.to_bytes(4, "little")


def make_ole(streams: Mapping[tuple[str, ...], bytes]) -> bytes:
    """An OLE2 file (MS-CFB, version 3); streams of less than 4096 bytes share one."""
    names: list[tuple[str, ...]] = [()]
    for path in streams:
        names += [path[:n] for n in range(1, len(path) + 1) if path[:n] not in names]
    chains, small_chains = _Chains(_SECTOR), _Chains(_SMALL_SECTOR)
    places = {
        path: ((small_chains if len(data) < _CUTOFF else chains).add(data), len(data))
        for path, data in streams.items()
    }
    small = (chains.add(small_chains.data), len(small_chains.data))
    small_table = chains.add(struct.pack(f"<{len(small_chains.next)}I", *small_chains.next))
    small_table_sectors = -(-len(small_chains.next) * 4 // _SECTOR)
    entries = (_entry(names, number, {(): small, **places}) for number in range(len(names)))
    directory = chains.add(b"".join(entries))
    tables = 1
    while len(chains.next) + tables > tables * (_SECTOR // 4):
        tables += 1
    table_at = range(len(chains.next), len(chains.next) + tables)
    table = [*chains.next, *[_FAT] * tables]
    table += [_FREE] * (tables * (_SECTOR // 4) - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIII", 0, tables, directory, 0, _CUTOFF)
    header += struct.pack("<IIII", small_table, small_table_sectors, _END, 0)
    header += struct.pack("<109I", *table_at, *[_FREE] * (109 - tables))
    return header + chains.data + struct.pack(f"<{len(table)}I", *table)


class _Chains:
    """Sectors of one size, each with the number of the next of its stream."""

    def __init__(self, size: int) -> None:
        self.size, self.data, self.next = size, b"", list[int]()

    def add(self, data: bytes) -> int:
        """The number of the first sector of a new stream."""
        if not data:
            return _END
        first, count = len(self.next), -(-len(data) // self.size)
        self.data += data.ljust(count * self.size, b"\0")
        self.next += [*range(first + 1, first + count), _END]
        return first


def _entry(
    names: list[tuple[str, ...]], number: int, places: Mapping[tuple[str, ...], tuple[int, int]]
) -> bytes:
    """A directory entry; siblings hang to the right of each other, in order of their names."""
    path = names[number]

    def ordered(parent: tuple[str, ...]) -> list[tuple[str, ...]]:
        found = [name for name in names if name and name[:-1] == parent]
        return sorted(found, key=lambda name: (len(name[-1]), name[-1].upper()))

    def first(of: list[tuple[str, ...]]) -> int:
        return names.index(of[0]) if of else _FREE

    siblings = ordered(path[:-1]) if path else []
    behind = siblings[siblings.index(path) + 1 :] if path else []
    name = (path[-1] if path else "Root Entry").encode("utf-16-le") + b"\0\0"
    kind = 5 if not path else 2 if path in places else 1
    entry = name.ljust(64, b"\0") + struct.pack("<HBB", len(name), kind, 1)
    entry += struct.pack("<III", _FREE, first(behind), first(ordered(path)))
    start, size = places.get(path, (0, 0))
    return entry + bytes(36) + struct.pack("<IQ", start, size)


def make_winmail(values: Values, attachments: Sequence[tuple[str, bytes]] = ()) -> bytes:
    """A winmail.dat (MS-OXTNEF)."""
    found = b"\x78\x9f\x3e\x22" + struct.pack("<H", 1)
    found += _attribute(1, 0x00069007, struct.pack("<II", 1252, 0))
    found += _attribute(1, 0x00069003, _properties(values))
    for name, data in attachments:
        found += _attribute(2, 0x00069002, bytes(14))
        found += _attribute(2, 0x00018010, b"SHORT.NAM\0")
        found += _attribute(2, 0x0006800F, data)
        found += _attribute(2, 0x00069005, _properties({0x3707: name}))
    return found


def _attribute(level: int, number: int, data: bytes) -> bytes:
    checksum = sum(data) & 0xFFFF
    return struct.pack("<BII", level, number, len(data)) + data + struct.pack("<H", checksum)


def _properties(values: Values) -> bytes:
    found = struct.pack("<I", len(values))
    for number, value in values.items():
        kind, data = _typed(value)
        found += struct.pack("<HH", kind, number)
        if kind in (LONG, TIME):
            found += data
            continue
        data += b"\0\0" if kind == UNICODE else b""
        found += struct.pack("<II", 1, len(data)) + data + bytes(-len(data) % 4)
    return found


def pack_rtf(rtf: bytes) -> bytes:
    """RTF as Outlook packs it, with literals alone: eight behind each byte of flags."""
    packed = b"".join(b"\0" + rtf[at : at + 8] for at in range(0, len(rtf), 8))
    return struct.pack("<II4sI", len(packed) + 12, len(rtf), b"LZFu", 0) + packed
