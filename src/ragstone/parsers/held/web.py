"""All text of a web page between its tags; scripts, styles, ruby's readings have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from ragstone.parsers.decoding import text_of
from ragstone.parsers.held.part import HeldPart
from ragstone.sources.source import Source

#: Every alternative also ends with the page, so that nothing is tried twice.
_NO_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(head|script|style|template|noscript|iframe|object|svg|rt|rp)\b.*?(?:</\1\s*>|\Z)"
    r"|<[/!?a-z][^>]*(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)


def web_parts(source: Source) -> Iterator[HeldPart]:
    """One part: the page. Its encoding is found without what its own markup declares."""
    pieces = _NO_TEXT.sub("\0", text_of(source).text).split("\0")
    yield HeldPart(source.name, tuple(unescape(piece) for piece in pieces if piece.strip()))
