"""All text of a web page between its tags; scripts, styles and templates have none."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from ragstone.parsers.decoding import text_of
from ragstone.parsers.held.part import HeldPart
from ragstone.sources.source import Source

_lexbor: Any = importlib.import_module("selectolax.lexbor")

_NO_TEXT = frozenset({"script", "style", "template", "noscript", "iframe", "object", "svg"})


def web_parts(source: Source) -> Iterator[HeldPart]:
    """One part: the page. Its encoding is found without what its own markup declares."""
    tree = _lexbor.LexborHTMLParser(text_of(source).text)
    tree.strip_tags(sorted(_NO_TEXT))
    body = tree.body
    texts = () if body is None else tuple(body.text(separator="\0").split("\0"))
    yield HeldPart(source.name, texts)
