"""From the parts of a mail to what a reader takes from it: texts, attachments, what is locked.

Of alternatives the best is kept whole, with the plain text beside it for the case that the HTML
turns out empty; attachments and invitations of all alternatives are kept.

    mail = read_mail(data, source, nest.count)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from ragstone.parsers.mail.cms import signed_content
from ragstone.parsers.mail.headers import addresses, decoded, iso_date
from ragstone.parsers.mail.message import Attachment, Body, Mail, Refused
from ragstone.parsers.mail.mime import Part, read_part, root_of
from ragstone.parsers.mail.tnef import read_tnef
from ragstone.sources.source import Source
from ragstone.text.encoding import decode

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_CALENDAR = frozenset({"text/calendar", "application/ics"})
_MAIL = frozenset({"message/rfc822", "message/global", "message/news"})
_REPORTS = frozenset(
    {"message/delivery-status", "message/disposition-notification", "message/feedback-report"}
)
_TNEF = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_SMIME = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_SIGNATURES = frozenset(
    {
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-signature",
        "application/pgp-keys",
    }
)
_SIGNED = "the mail is signed; the signature was not checked"
_OPAQUE = "the mail is signed in an opaque form (S/MIME)"
_TOO_DEEP = "nested too deeply; raise the limit nesting_depth if you trust the file"
_ENCRYPTED = "the mail is encrypted (S/MIME); save it decrypted"
#: What is there for one mailer alone.
_PRIVATE = frozenset({"application/applefile"})
_ENDINGS = {"text/html": ".html", "text/plain": ".txt", "message/rfc822": ".eml"}


#: The id of a picture in HTML.
_SHOWN = re.compile(rb"[\"'(]cid:([^\"'()<>\s]{1,250})", re.IGNORECASE)
#: Of a text, as much as is looked at to tell its encoding.
_SAMPLE_BYTES = 8192


def read_mail(data: bytes, source: Source, count: Callable[[], None], level: int = 0) -> Mail:
    """The mail in `data`; raises `LimitExceeded` alone. `level`: mails around it in this file."""
    part = read_part(data, count)
    mail = _with_fields(part)
    _Collector(mail, source, count, level).add(part)
    _note_shown_pictures(mail)
    return mail


def _note_shown_pictures(mail: Mail) -> None:
    """Pictures that the HTML shows by their ids are part of the text, also where the mailer calls
    them attachments (RFC 2392).
    """
    pages = (body.data for body in mail.bodies if body.kind == "html")
    shown = {
        unquote(found.decode("ascii", "replace"))
        for page in pages
        if isinstance(page, bytes)
        for found in _SHOWN.findall(page)
    }
    for attachment in mail.attachments:
        if attachment.content_id in shown and attachment.media_type.startswith("image/"):
            attachment.is_inline = True


def _with_fields(part: Part) -> Mail:
    """The mail's header; raw bytes in it are most likely in the encoding of its text."""
    charset = _raw_charset(part)
    date = decoded(part.first("date"), charset)
    return Mail(
        subject=decoded(part.first("subject"), charset),
        sender=addresses(part.all("from") or part.first("sender"), charset),
        to=addresses(part.all("to"), charset),
        cc=addresses(part.all("cc"), charset),
        bcc=addresses(part.all("bcc"), charset),
        reply_to=addresses(part.all("reply-to"), charset),
        date=date,
        date_iso=iso_date(date),
        message_id=decoded(part.first("message-id")),
        in_reply_to=decoded(part.first("in-reply-to")),
        warnings=[f"its date {date[:60]!r} cannot be read"] if date and not iso_date(date) else [],
    )


def _raw_charset(part: Part) -> str | None:
    """The encoding of raw bytes in the header: that of the text, if it names one, else the one that
    fits header and text together. A name alone is too short to tell.
    """
    raw = b"\n".join(value for _, value in part.fields if not value.isascii())
    if not raw:
        return None
    named = _charset(part)
    if named is not None and named.lower() not in ("us-ascii", "iso-8859-1"):
        return named
    return decode(raw + b"\n" + part.raw[:_SAMPLE_BYTES]).encoding


def _charset(part: Part) -> str | None:
    """The first charset that a part names."""
    if part.charset:
        return part.charset
    return next((found for inner in part.parts if (found := _charset(inner))), None)


@dataclass(slots=True)
class _Collector:
    """Fills a mail from its parts."""

    mail: Mail
    source: Source
    count: Callable[[], None]
    level: int

    @property
    def _has_room_inside(self) -> bool:
        """Whether a mail inside this one is not too deep."""
        return self.source.depth + self.level < self.source.limits.nesting_depth

    def add(self, part: Part) -> None:
        """Take what is in `part`, in reading order."""
        kind = part.media_type
        if part.damage:
            self.mail.warnings.append(part.damage)
        if not part.parts:
            self._add_leaf(part)
        elif kind == "multipart/alternative":
            self._add_alternatives(part.parts)
        elif kind == "multipart/encrypted":
            self._refuse(part, "the mail is encrypted (PGP)")
        elif kind == "multipart/related":
            self._add_related(part)
        else:
            for inner in part.parts:
                self.add(inner)

    def _add_alternatives(self, parts: list[Part]) -> None:
        """Keep the best text; the sender puts the best last (RFC 2046, 5.1.4)."""
        texts: list[Body] = []
        others: list[Body] = []
        for part in parts:
            before = len(self.mail.bodies)
            self.add(part)
            found = self.mail.bodies[before:]
            del self.mail.bodies[before:]
            main = [body for body in found if body.kind in ("plain", "html")]
            others += [body for body in found if body.kind not in ("plain", "html")]
            if main:
                texts.append(main[0])
                others += main[1:]
        html = [body for body in texts if body.kind == "html"]
        plain = [body for body in texts if body.kind == "plain"]
        if html:
            html[-1].instead = plain[-1] if plain else None
        self.mail.bodies += [*(html[-1:] or plain[-1:]), *others]

    def _add_related(self, part: Part) -> None:
        """The root first."""
        root = root_of(part)
        self.add(root)
        for inner in part.parts:
            if inner is not root:
                self.add(inner)

    def _add_leaf(self, part: Part) -> None:
        kind = part.media_type
        is_attached = part.disposition[0] == "attachment"
        if kind in _CALENDAR:
            self.mail.bodies.append(Body("calendar", part.data, part.charset or "utf-8"))
        elif kind in _MAIL:
            self._add_mail(part)
        elif kind in _TNEF or part.name.lower() == "winmail.dat":
            self._add_tnef(part)
        elif kind in _SMIME:
            self._add_smime(part)
        elif kind in _SIGNATURES:
            self.mail.warnings.append(_SIGNED)
        elif kind in _REPORTS:
            self.mail.bodies.append(Body("report", part.data, part.charset))
        elif kind in ("message/external-body", "message/partial"):
            self._refuse(part, "it is elsewhere: the mail holds only a pointer or a piece of it")
        elif kind.startswith("multipart/") or (
            kind.startswith("text/") and not is_attached and self._is_body(part)
        ):
            self.mail.bodies.append(_body(part))
        elif kind not in _PRIVATE and (part.raw.strip() or part.name):
            self._attach(part)

    def _is_body(self, part: Part) -> bool:
        """Whether a text is the mail's own: without a file name, or the first there is."""
        if part.media_type in ("text/rfc822-headers", "text/plain", *_HTML):
            return not part.name or not self.mail.bodies
        return not part.name and part.media_type in ("text/enriched", "text/richtext")

    def _attach(self, part: Part) -> None:
        is_inline = part.disposition[0] != "attachment" and part.media_type.startswith("image/")
        self.mail.attachments.append(
            Attachment(
                self._name(part),
                part.data,
                part.media_type,
                is_inline,
                decoded(part.first("content-id")).strip("<> "),
            )
        )

    def _name(self, part: Part) -> str:
        if part.name:
            return part.name
        number = len(self.mail.attachments) + 1
        return f"attachment {number}{_ENDINGS.get(part.media_type, '')}"

    def _add_mail(self, part: Part) -> None:
        inner: bytes | Mail = part.data
        subject = ""
        # One that is too deep stays bytes, and is refused as any other attachment would be.
        if self._has_room_inside:
            inner = read_mail(inner, self.source, self.count, self.level + 1)
            subject = inner.subject
        name = part.name or f"{subject or 'message'}.eml"
        self.mail.attachments.append(Attachment(name, inner, "message/rfc822"))

    def _add_tnef(self, part: Part) -> None:
        found = read_tnef(part.data, self.source, self.count, self.level)
        if found is None:
            self._attach(part)
            return
        self.mail.warnings += found.warnings
        own = self.mail.bodies
        if not any(body.kind in ("plain", "html") and body.data.strip() for body in own):
            self.mail.bodies += found.bodies
        self.mail.attachments += found.attachments

    def _add_smime(self, part: Part) -> None:
        inner = signed_content(part.data)
        if inner is None:
            is_signed = part.parameters.get("smime-type") == "signed-data"
            self._refuse(part, f"{_OPAQUE} that is damaged" if is_signed else _ENCRYPTED)
        elif self._has_room_inside:
            self.mail.warnings.append(_SIGNED)
            self.level += 1
            self.add(read_part(inner, self.count))
            self.level -= 1
        else:
            self._refuse(part, f"{_OPAQUE} and {_TOO_DEEP}")

    def _refuse(self, part: Part, why: str) -> None:
        self.mail.refused.append(Refused(part.name or part.media_type, why))


def _body(part: Part) -> Body:
    is_html = part.media_type in _HTML
    said = part.parameters
    return Body(
        "html" if is_html else "plain",
        part.data,
        part.charset,
        is_flowed=said.get("format", "").lower() == "flowed",
        deletes_space=said.get("delsp", "").lower() == "yes",
    )
