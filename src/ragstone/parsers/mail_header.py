"""Telling a mail from other text by its header, whatever the file is called.

Maildir's files have no ending, exported mails often end in .txt. A text that only begins with
"From:" and "Subject:" is no mail: one of the fields that mailers add must be there too.

    mail_type(b"Received: from …\\nFrom: ana@…\\nSubject: Tides\\n\\n…")     # "message/rfc822"
"""

from __future__ import annotations

import re

_FIELD = re.compile(rb"([!-9;-~]{1,100}):")
_WRITTEN = frozenset({b"from", b"to", b"cc", b"subject", b"date", b"sender", b"reply-to"})
#: What mailers and servers add (RFC 5322, 3.6; RFC 5321, 4.4; RFC 2045, 4).
_ADDED = frozenset(
    {
        *(b"received", b"message-id", b"mime-version", b"return-path", b"delivered-to"),
        *(b"dkim-signature", b"x-mailer", b"user-agent", b"in-reply-to", b"references"),
        *(b"authentication-results", b"arc-seal", b"x-originating-ip", b"content-type"),
    }
)
#: A saved web page (MHTML, RFC 2557) has the header of a mail.
_SAVED_PAGE = re.compile(rb"(?im)^(?:snapshot-content-location:|from: [<\"]?saved by )")
_MAILBOX = re.compile(rb"From [^\r\n]*\d{4}[^\r\n]*\r?\n")
_NEXT = re.compile(rb"\n\r?\nFrom [^\r\n]*\d{4}[^\r\n]*\r?\n[!-9;-~]{1,100}:")
#: What git writes before each patch; the file is read as the text that it is.
_PATCH = re.compile(rb"From [0-9a-f]{40} Mon Sep 17 00:00:00 2001")
_HEAD_BYTES = 32 * 1024


def mail_type(data: bytes, extension: str = "") -> str | None:
    """The media type of a mail, a mailbox or a saved web page; None for any other text.

    A mailbox with one mail is a mail with one line before it: there `extension` has the last word.
    """
    head = data[:_HEAD_BYTES].removeprefix(b"\xef\xbb\xbf")
    if _PATCH.match(head):
        return None
    mailbox = _MAILBOX.match(head)
    if mailbox is not None:
        if not _is_header(head[mailbox.end() :], 1):
            return None
        is_alone = extension == ".eml" and _NEXT.search(data) is None
        return "message/rfc822" if is_alone else "application/mbox"
    if not _is_header(head, 1):
        return None
    if _SAVED_PAGE.search(head) is not None:
        return "application/x-mimearchive"
    return "message/rfc822" if _is_header(head, 2) else None


def _is_header(head: bytes, least_written: int) -> bool:
    """Whether a text begins with enough of a mail's fields, and nothing else before its body."""
    names: set[bytes] = set()
    for line in head.splitlines():
        if not line.strip():
            break
        match = _FIELD.match(line)
        if match is not None:
            names.add(match.group(1).lower())
        elif line[:1] not in b" \t" or not names:
            return False
    written = len(names & _WRITTEN)
    is_sent = b"from" in names or b"sender" in names or b"received" in names
    return is_sent and written >= least_written and bool(names & _ADDED)
