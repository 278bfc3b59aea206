"""MHTML: a web page saved by a browser with all that it shows (RFC 2557), in the form of a mail.

    MhtmlParser().read(Source.from_path("page.mht")).facts["url"]

The page itself is read by the parser of HTML. Pages in frames are members; pictures, styles and
scripts are counted and not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.provenance import Provenance
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.mail.headers import decoded, iso_date, page_text
from ragstone.parsers.mail.mime import Part, read_part, root_of
from ragstone.parsers.member_name import member_name
from ragstone.parsers.nested import Nest
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source

_HEAD_BYTES = 4096
_HTML = frozenset({"text/html", "application/xhtml+xml"})


class MhtmlParser(ParserBase):
    """The elements of the page, divided at its headings; then those of its frames."""

    row = own_row("mhtml")

    def read(self, source: Source) -> Document:
        """The saved page; raises `ParseError` or `LimitExceeded`."""
        data = source.read_bytes()
        media_type = self.supported_media_types[0]
        if not data.strip(b"\0 \t\r\n"):
            return Document(source.name, media_type, warnings=("empty",), parser="mhtml")
        nest = Nest(source)
        whole = read_part(data, nest.count)
        leaves = list(_leaves(whole))
        root = root_of(whole)
        pages = [part for part in leaves if part.media_type in _HTML]
        page = root if root in pages else next(iter(pages), None)
        if page is None and b"<html" in data[:_HEAD_BYTES].lower():
            # A page under the name of one that was saved with everything.
            page = Part([], data, "text/html")
        if page is None:
            raise CorruptDocument(
                source.name,
                "there is no page in it",
                "open it in a browser and save it again",
                parser="mhtml",
            )
        text = page_text(page.data, page.charset)
        found = nest.source.parse_part(Source.from_text(text, "page.html", "text/html"))
        place = Provenance(path=_name(page, "page"))
        own = [
            # Its lines are those of the page, which the file holds in an encoded form.
            replace(e, provenance=replace(place, rule=e.provenance.rule), span=None, lines=())
            for e in found.elements
        ]
        for part in pages:
            if part is not page:
                nest.take(_name(part, "frame.html"), page_text(part.data, part.charset).encode())
        return Document(
            source=source.name,
            media_type=media_type,
            elements=outline([*own, *nest.left_out, *nest.elements]),
            grouping=found.grouping,
            facts={**found.facts, **_facts(whole, page, len(leaves) - len(pages))},
            warnings=(*found.warnings, *nest.warnings),
            parser="mhtml",
            strategy="page",
            members=tuple(nest.members),
        )


def _leaves(part: Part) -> Iterator[Part]:
    if not part.parts:
        yield part
    for inner in part.parts:
        yield from _leaves(inner)


def _facts(whole: Part, page: Part, others: int) -> dict[str, str | int]:
    url = decoded(whole.first("snapshot-content-location") or page.first("content-location"))
    date = decoded(whole.first("date"))
    facts: dict[str, str | int] = {"url": url, "saved": iso_date(date) or date}
    return {key: value for key, value in facts.items() if value} | {"other_parts": others}


def _name(part: Part, otherwise: str) -> str:
    """The last part of where the page was; an address inside the file alone is no name."""
    parts = urlsplit(decoded(part.first("content-location")))
    last = PurePosixPath(unquote(parts.path)).name if parts.scheme in ("http", "https") else ""
    return member_name(last, otherwise)
