"""Comments on a slide, old ones and threads of answers, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children
from ragstone.parsers.pptx.text import TextReader


def read_comments(root: Xml, authors: Mapping[str, str], slide: int) -> Iterator[Element]:
    """The comments of one part; an answer follows what it answers."""
    for node in children(root, "p:cm"):
        text = child(node, "p:text")
        said = "" if text is None else (text.text or "").strip()
        yield from _element(said, node, "dt", authors, slide)
    for node in children(root, "p188:cm"):
        yield from _element(_said(node), node, "created", authors, slide)
        for reply in children(child(node, "p188:replyLst"), "p188:reply"):
            yield from _element(_said(reply), reply, "created", authors, slide)


def _said(node: Xml) -> str:
    paragraphs = TextReader(lambda _: None).read(child(node, "p188:txBody"))
    return "\n".join(paragraph.text for paragraph in paragraphs)


def _element(
    text: str, node: Xml, date: str, authors: Mapping[str, str], slide: int
) -> Iterator[Element]:
    if not text:
        return
    known = {
        "author": authors.get(attribute(node, "authorId") or "", ""),
        "date": attribute(node, date) or "",
    }
    yield Element(
        ElementType.UNCATEGORIZED_TEXT,
        text,
        marks=frozenset({Mark.COMMENT}),
        provenance=Provenance(slide=slide, rule="comment"),
        facts={key: value for key, value in known.items() if value},
    )
