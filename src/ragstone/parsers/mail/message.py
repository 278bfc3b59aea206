"""One mail, whatever file it came from: what its readers make of it, and `document.py` writes down.

Mail(subject="Tides", sender=("Ana <ana@example.org>",), bodies=[Body("plain", "High at six.")])
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(slots=True)
class Body:
    """A text of the mail itself.

    - `kind`: plain text, HTML, RTF, a calendar's invitation, or a machine's report.
    - `data`: text where it is decoded already, else bytes, with the `charset` that was declared.
    - `is_flowed`, `deletes_space`: RFC 3676, `format=flowed` and `delsp=yes`.
    - `instead`: the same text in a poorer form, to be taken when this one turns out empty.
    """

    kind: Literal["plain", "html", "rtf", "calendar", "report"]
    data: str | bytes
    charset: str | None = None
    is_flowed: bool = False
    deletes_space: bool = False
    instead: Body | None = None


@dataclass(slots=True)
class Attachment:
    """A file in a mail, or another mail. `is_inline`: a picture that the text shows, by
    `content_id` where that is HTML.
    """

    name: str
    data: bytes | Mail
    media_type: str = ""
    is_inline: bool = False
    content_id: str = ""


@dataclass(slots=True)
class Refused:
    """A part that cannot be read, and why."""

    name: str
    why: str


@dataclass(slots=True)
class Mail:
    """A mail with its parts in their order.

    Addresses are "Name <address>", decoded. `date` is as its header shows it, `date_iso` the same
    as ISO 8601 with the sender's offset, "" where it cannot be read.
    """

    subject: str = ""
    sender: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    reply_to: tuple[str, ...] = ()
    date: str = ""
    date_iso: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    bodies: list[Body] = field(default_factory=list[Body])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    refused: list[Refused] = field(default_factory=list[Refused])
    warnings: list[str] = field(default_factory=list[str])
