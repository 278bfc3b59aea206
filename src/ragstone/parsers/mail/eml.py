"""EML: one mail as it was sent (RFC 5322, MIME).

document = EmlParser().read(Source.from_path("figures.eml"))
document.facts["from"], document.members[0].path        # ["Ana <ana@example.org>"], "a.csv"
"""

from __future__ import annotations

from ragstone.model.document import Document
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.mail.document import mail_document
from ragstone.parsers.mail.mime import has_header
from ragstone.parsers.mail.parts import read_mail
from ragstone.sources.source import Source


class EmlParser(ParserBase):
    """Header, best text and every attachment; nothing is fetched, nothing is run.

    Natural sections: header and text, then those of each attachment.
    """

    row = own_row("eml")

    def read(self, source: Source) -> Document:
        """All of the mail; raises `LimitExceeded` alone."""
        data = source.read_bytes()
        media_type = self.supported_media_types[0]
        if not data.strip(b"\0 \t\r\n"):
            return Document(source.name, media_type, warnings=("empty",), parser="eml")
        mail = read_mail(data, source, lambda: source.spend("archive_members", 1))
        if not has_header(data.removeprefix(b"\xef\xbb\xbf")) and not mail.sender:
            mail.warnings.append("it has no mail header; all of it was read as text")
        return mail_document(source, mail, "eml", media_type)
