"""MBOX: mails behind each other in one file (RFC 4155 and its relatives).

MboxParser().read(Source.from_path("inbox.mbox")).members[0].path       # "message 1"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ragstone.errors import RagstoneError
from ragstone.model.document import Document
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.mail.document import mail_document
from ragstone.parsers.mail.parts import read_mail
from ragstone.parsers.nested import Nest
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source

#: A line "From sender date" behind a blank line, and a header field below it: a text may have a
#: line that begins with "From ", and not every mailbox escapes it.
_FROM = re.compile(rb"From [^\r\n]*(?:\r\n|\n|\r)(?=>?[!-9;-~]{1,100}:)")
_BLANK_LINES = (b"\n\n", b"\n\r\n", b"\r\r")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


class MboxParser(ParserBase):
    """Each mail is a member, with its attachments inside, in the order of the file."""

    row = own_row("mbox")

    def read(self, source: Source) -> Document:
        """All mails; raises `LimitExceeded` alone."""
        data = source.read_bytes()
        nest = Nest(source)
        for number, message in enumerate(_messages(data), start=1):
            name = f"message {number}"
            nest.count()
            try:
                inner = nest.inside(name)
                mail = read_mail(message, inner, nest.count)
                document = mail_document(inner, mail, "eml", "message/rfc822")
            except RagstoneError as error:
                nest.refuse(name, error)
            else:
                nest.adopt(name, document)
        warnings = nest.warnings
        if not nest.members:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=outline([*nest.left_out, *nest.elements]),
            facts={"messages": sum("/" not in member.path for member in nest.members)},
            warnings=tuple(warnings),
            parser="mbox",
            strategy="messages",
            members=tuple(nest.members),
        )


def _messages(data: bytes) -> Iterator[bytes]:
    """The mails, each with its line "From …"; one copy at a time."""
    if not data.strip(b"\0 \t\r\n"):
        return
    starts = list(_starts(data))
    if not starts or data[: starts[0]].strip():
        starts.insert(0, 0)
    for start, end in pairwise([*starts, len(data)]):
        yield _ESCAPED.sub(rb"\1", data[start:end])


def _starts(data: bytes) -> Iterator[int]:
    """Where mails begin; looked for as bytes, since an expression takes many times as long."""
    at = -1
    while (at := data.find(b"From ", at + 1)) >= 0:
        is_behind_blank = not at or data[max(0, at - 3) : at].endswith(_BLANK_LINES)
        if is_behind_blank and _FROM.match(data, at):
            yield at
