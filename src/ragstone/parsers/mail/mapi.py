"""Outlook's properties (MAPI), as MSG files and winmail.dat hold them, and the mail in them.

Sources: MS-OXPROPS (numbers), MS-OXCDATA 2.11.1 (types), MS-OXCMSG (meaning).

    properties = Properties({0x0037: (0x001F, b"T\\0i\\0")})
    properties.text(SUBJECT)        # "Ti"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from ragstone.parsers.mail.headers import addresses, decode_text, iso_date, one_line
from ragstone.parsers.mail.message import Body, Mail
from ragstone.parsers.mail.rtf import html_in_rtf, unpacked_rtf
from ragstone.text.code_pages import of_code_page

UNICODE, STRING, BINARY, OBJECT, LONG, BOOLEAN, TIME = 0x1F, 0x1E, 0x102, 0x0D, 3, 0xB, 0x40

SUBJECT, NORMALISED_SUBJECT = 0x0037, 0x0E1D
_SENDER = ((0x0C1A, 0x5D01, 0x0C1F), (0x0042, 0x5D02, 0x0065))
_TO, _CC, _BCC = 0x0E04, 0x0E03, 0x0E02
_SENT, _DELIVERED, _CREATED = 0x0039, 0x0E06, 0x3007
_MESSAGE_ID, _IN_REPLY_TO = 0x1035, 0x1042
BODY, HTML, RTF = 0x1000, 0x1013, 0x1009
_PAGES = (0x3FDE, 0x3FFD)
MESSAGE_CLASS = 0x001A
DISPLAY_NAME, EMAIL, SMTP, RECIPIENT_TYPE = 0x3001, 0x3003, 0x39FE, 0x0C15
ATTACH_DATA, ATTACH_SHORT, ATTACH_LONG, ATTACH_TYPE = 0x3701, 0x3704, 0x3707, 0x370E
ATTACH_METHOD, ATTACH_CONTENT_ID = 0x3705, 0x3712
#: Of ATTACH_METHOD: an object of another program.
OLE_OBJECT = 6

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Properties:
    """Raw values by number: (type, bytes). `page`: of strings that are not Unicode."""

    values: Mapping[int, tuple[int, bytes]]
    page: str | None = None
    _page: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        pages = (of_code_page(self.number(number)) for number in _PAGES if number in self.values)
        self._page = next((page for page in pages if page), self.page)

    @property
    def code_page(self) -> str | None:
        """The code page of strings and of HTML that names none."""
        return self._page

    def data(self, number: int) -> bytes:
        return self.values.get(number, (0, b""))[1]

    def text(self, number: int) -> str:
        """A string; "" when there is none."""
        kind, data = self.values.get(number, (0, b""))
        if kind == UNICODE:
            return data.decode("utf-16-le", "replace").replace("\0", "")
        if kind in (STRING, BINARY):
            return decode_text(data.replace(b"\0", b""), self._page)
        return ""

    def number(self, number: int) -> int:
        """A whole number; 0 when there is none."""
        kind, data = self.values.get(number, (0, b""))
        return int.from_bytes(data[:4], "little", signed=True) if kind == LONG else 0

    def time(self, number: int) -> datetime | None:
        """Hundreds of nanoseconds since 1601, in UTC."""
        kind, data = self.values.get(number, (0, b""))
        ticks = int.from_bytes(data[:8], "little")
        if kind != TIME or not ticks:
            return None
        try:
            return _EPOCH + timedelta(microseconds=ticks // 10)
        except OverflowError:
            return None


def mail_of(properties: Properties) -> Mail:
    """The mail's header and text; recipients and attachments are elsewhere."""
    sent = next(
        (time for n in (_SENT, _DELIVERED, _CREATED) if (time := properties.time(n)) is not None),
        None,
    )
    date = "" if sent is None else format_datetime(sent.replace(microsecond=0))
    mail = Mail(
        subject=one_line(properties.text(SUBJECT) or properties.text(NORMALISED_SUBJECT)),
        sender=_sender(properties),
        to=_named(properties.text(_TO)),
        cc=_named(properties.text(_CC)),
        bcc=_named(properties.text(_BCC)),
        date=date,
        date_iso=iso_date(date) if date else "",
        message_id=one_line(properties.text(_MESSAGE_ID)),
        in_reply_to=one_line(properties.text(_IN_REPLY_TO)),
    )
    body = _body(properties)
    mail.bodies = [] if body is None else [body]
    return mail


def person(name: str, address: str) -> str:
    """ "Name <address>", of what there is; addresses of Exchange alone say nothing to a person."""
    name, address = one_line(name).strip("'\""), one_line(address)
    if address.startswith("/"):
        address = ""
    if not address or name == address:
        return name or address
    return f"{name} <{address}>" if name else address


def _sender(properties: Properties) -> tuple[str, ...]:
    for name, smtp, email in _SENDER:
        found = person(properties.text(name), properties.text(smtp) or properties.text(email))
        if found:
            return (found,)
    return ()


def _named(text: str) -> tuple[str, ...]:
    return addresses(text.encode("utf-8", "replace"), "utf-8")


def _body(properties: Properties) -> Body | None:
    """The best form: HTML, HTML in RTF, RTF, plain text."""
    text = properties.text(BODY)
    plain = Body("plain", text) if text.strip() else None
    kind = properties.values.get(HTML, (0, b""))[0]
    if properties.data(HTML).strip(b"\0 \r\n\t"):
        data = properties.text(HTML) if kind == UNICODE else properties.data(HTML)
        return Body("html", data, properties.code_page, instead=plain)
    rtf = unpacked_rtf(properties.data(RTF))
    if not rtf:
        return plain
    html = html_in_rtf(rtf)
    if html is not None:
        return Body("html", html, instead=plain)
    if plain is not None and b"\\fromtext" in rtf[:2000]:
        return plain
    return Body("rtf", rtf, instead=plain)
