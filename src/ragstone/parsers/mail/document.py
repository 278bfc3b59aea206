"""The document that a mail becomes: its header, its text, and everything attached.

The subject is a title, sender, recipients, date and the names of attachments are one element under
it, so that a search for any of them finds the mail. Attachments are members, read by their own
parsers; the mail's HTML goes the same way and is part of the mail itself.

    mail_document(source, Mail(subject="Tides", …), nest)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ragstone.errors import LimitExceeded, RagstoneError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.mail import history
from ragstone.parsers.mail.calendar import readable
from ragstone.parsers.mail.headers import decode_text, page_text
from ragstone.parsers.mail.message import Attachment, Body, Mail
from ragstone.parsers.member_name import member_name
from ragstone.parsers.nested import SHARED, Nest
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import NEEDS_OCR
from ragstone.sources.source import Source
from ragstone.text.prose import reads_like_prose
from ragstone.text.script import count_words

_HEADER = Provenance(path="header", rule="mail header")
_ITEM = re.compile(r"[ \t]*([-*•·])[ \t]+(?=\S)")
#: HTML with less than this share of the plain text's words holds a notice and not the text.
_FULL_ENOUGH = 0.4
#: Pictures in the text of a mail up to this size are ornament: the area of 200 by 160.
_ORNAMENT_PIXELS = 32_000


def mail_document(source: Source, mail: Mail, parser: str, media_type: str) -> Document:
    """`mail` as a document; raises `LimitExceeded` alone."""
    nest = Nest(source)
    names = [_name(attachment, n) for n, attachment in enumerate(mail.attachments, start=1)]
    own = [*_header(mail, names)]
    reasons: list[str] = []
    warnings = list(dict.fromkeys(mail.warnings))
    for body in mail.bodies:
        elements, reason = _read(nest.source, body, warnings)
        own += elements
        reasons += [reason] if reason else []
    for refused in mail.refused:
        warnings.append(refused.why)
        own.append(_text(f"({refused.why})", Provenance(path=refused.name, rule="not read")))
    for name, attachment in zip(names, mail.attachments, strict=True):
        _take(nest, name, attachment)
    source.spend("text_characters", sum(len(element.text) for element in own))
    elements = outline([*own, *nest.elements])
    if not elements:
        warnings.append("empty")
    return Document(
        source=source.name,
        media_type=media_type,
        elements=elements,
        facts=_facts(mail, names),
        warnings=(*warnings, *nest.warnings),
        parser=parser,
        strategy="parts",
        strategy_reason="; ".join(dict.fromkeys(reasons)),
        members=tuple(nest.members),
    )


def _name(attachment: Attachment, number: int) -> str:
    """An attachment's name; it is no path, whatever it says."""
    return member_name(attachment.name, f"attachment {number}").replace("/", "_")


def _header(mail: Mail, names: list[str]) -> Iterator[Element]:
    if mail.subject:
        yield Element(ElementType.TITLE, mail.subject, level=1, provenance=_HEADER)
    pictures = [n for n, a in zip(names, mail.attachments, strict=True) if a.is_inline]
    files = [n for n, a in zip(names, mail.attachments, strict=True) if not a.is_inline]
    rows = {
        "From": mail.sender,
        "To": mail.to,
        "Cc": mail.cc,
        "Bcc": mail.bcc,
        "Date": (mail.date,) if mail.date else (),
        "Attachments": tuple(files),
        "Pictures": tuple(pictures),
    }
    lines = [f"{label}: {', '.join(values)}" for label, values in rows.items() if values]
    if lines:
        yield Element(ElementType.UNCATEGORIZED_TEXT, "\n".join(lines), provenance=_HEADER)


def _facts(mail: Mail, names: list[str]) -> dict[str, Any]:
    attachments = [
        {
            "name": name,
            "media_type": attachment.media_type,
            "size": len(attachment.data) if isinstance(attachment.data, bytes) else None,
            "inline": attachment.is_inline,
        }
        for name, attachment in zip(names, mail.attachments, strict=True)
    ]
    facts: dict[str, Any] = {
        "title": mail.subject,
        "subject": mail.subject,
        "authors": list(mail.sender),
        "from": list(mail.sender),
        "to": list(mail.to),
        "cc": list(mail.cc),
        "bcc": list(mail.bcc),
        "reply_to": list(mail.reply_to),
        "date": mail.date_iso or mail.date,
        "message_id": mail.message_id,
        "in_reply_to": mail.in_reply_to,
        "attachments": attachments,
    }
    return {key: value for key, value in facts.items() if value}


def _text(text: str, place: Provenance, **rest: Any) -> Element:
    kind = ElementType.NARRATIVE_TEXT if reads_like_prose(text) else ElementType.UNCATEGORIZED_TEXT
    return Element(kind, text, provenance=place, **rest)


def _read(source: Source, body: Body, warnings: list[str]) -> tuple[list[Element], str]:
    """The elements of a text, and why it was taken in this form."""
    if body.kind == "html":
        return _html(source, body, warnings)
    if body.kind == "rtf":
        return _rtf(source, body, warnings)
    text = body.data if isinstance(body.data, str) else decode_text(body.data, body.charset)
    text = text.replace("\0", "")
    place = Provenance(path="body", rule=f"{body.kind} text")
    if body.kind == "calendar":
        events = readable(text)
        return [_text(event, replace(place, path="invitation")) for event in events], ""
    if body.kind == "report":
        blocks = (block.strip() for block in re.split(r"\r?\n[ \t]*\r?\n", text))
        return [_text(block, replace(place, path="report")) for block in blocks if block], ""
    # Quoted or not, all but its blanks and quote signs becomes text of the mail.
    least = len(text) - sum(map(text.count, " \t\r\n>"))
    source.limits.check("text_characters", least, source.name)
    return list(_plain(body, text)), ""


def _html(source: Source, body: Body, warnings: list[str]) -> tuple[list[Element], str]:
    noticed: list[str] = []
    elements = _through_parser(source, body, "body.html", "text/html", noticed)
    plain = body.instead
    if plain is None:
        warnings += noticed
        return elements, "the text is there as HTML alone"
    fallback, _ = _read(source, plain, warnings)
    shown = (element for element in elements if not element.marks & (LEFT_OUT - {Mark.SIGNATURE}))
    words = sum(count_words(element.text) for element in shown)
    wanted = sum(count_words(element.text) for element in fallback)
    if words < wanted * _FULL_ENOUGH:
        return fallback, "the plain text was taken, since the HTML holds much less"
    warnings += noticed
    return elements, "the HTML was taken, which keeps tables, lists and links; the plain text not"


def _rtf(source: Source, body: Body, warnings: list[str]) -> tuple[list[Element], str]:
    noticed: list[str] = []
    elements = _through_parser(source, body, "body.rtf", None, noticed)
    if elements or body.instead is None:
        warnings += noticed
        return elements, "the text is there as RTF"
    return _read(source, body.instead, warnings)[0], "the plain text was taken"


def _through_parser(
    source: Source, body: Body, name: str, media_type: str | None, warnings: list[str]
) -> list[Element]:
    """A text that another parser reads, with what of its places is true in the mail."""
    if media_type is not None:
        text = body.data if isinstance(body.data, str) else page_text(body.data, body.charset)
        part = Source.from_text(text, name, media_type)
    else:
        data = body.data.encode() if isinstance(body.data, str) else body.data
        part = Source.from_bytes(data, name)
    try:
        document = source.parse_part(part)
    except RagstoneError as error:
        if isinstance(error, LimitExceeded) and error.limit in SHARED:
            raise
        warnings.append(str(error))
        return []
    warnings += (f"{name}: {said}" for said in document.warnings if said != "empty")
    elements = [
        replace(
            element,
            # The subject stands above every title of the text.
            level=None if element.level is None else element.level + 1,
            provenance=Provenance(path="body", rule=element.provenance.rule),
            span=None,
            lines=(),
        )
        for element in document.elements
    ]
    return history.marked(elements)


def _plain(body: Body, text: str) -> Iterator[Element]:
    pieces = history.divided(text, is_flowed=body.is_flowed, deletes_space=body.deletes_space)
    for piece in pieces:
        facts = {"quote_depth": piece.depth} if piece.depth else {}
        place = Provenance(path="body", rule="plain text")
        items = list(_items(piece.text))
        if not items:
            yield _text(piece.text, place, marks=piece.marks, facts=facts)
        for marker, item in items:
            yield Element(
                ElementType.LIST_ITEM,
                item,
                marks=piece.marks,
                provenance=replace(place, rule="list marker"),
                facts={**facts, "list_marker": marker, "list_depth": 0},
            )


def _items(text: str) -> Iterator[tuple[str, str]]:
    """The list items of a paragraph that begins with one."""
    if not _ITEM.match(text):
        return
    marker, lines = "", list[str]()
    for line in text.splitlines():
        match = _ITEM.match(line)
        if match is not None:
            if lines:
                yield marker, "\n".join(lines)
            marker, lines = match.group(1), [line[match.end() :]]
        else:
            lines.append(line.strip())
    yield marker, "\n".join(lines)


def _take(nest: Nest, name: str, attachment: Attachment) -> None:
    try:
        if isinstance(attachment.data, bytes):
            document = nest.source.parse_child(Source.from_bytes(attachment.data, name))
            document = _without_picture(document) if attachment.is_inline else document
        else:
            document = mail_document(nest.inside(name), attachment.data, "eml", "message/rfc822")
    except RagstoneError as error:
        nest.refuse(name, error)
    else:
        nest.adopt(name, document)


def _without_picture(document: Document) -> Document:
    """A small picture in the text (a logo, an icon, a pixel that counts readers) without its data:
    it is known by its name and size, and no section of its own.
    """
    width, height = (document.facts.get(name) for name in ("width", "height"))
    if not (isinstance(width, int) and isinstance(height, int)):
        return document
    if width * height > _ORNAMENT_PIXELS:
        return document
    return replace(
        document,
        elements=tuple(replace(element, data=None) for element in document.elements),
        warnings=tuple(said for said in document.warnings if said != NEEDS_OCR),
    )
