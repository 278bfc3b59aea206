"""HTML: structure, tables and links of a web page, with the true source line of every text.

Scripts, styles, templates and comments have no text; navigation, footers and cookie bars are marked
`boilerplate`, hidden text `hidden`, and both stay out of sections. Reading the tree is done in
`blocks.py`, the line numbers in `lines.py`, the bounds on tags in `tags.py`.

    HtmlParser().read(Source.from_text("<h1>Tides</h1>", media_type="text/html"))
"""

from __future__ import annotations

import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from ragstone.model.document import Document
from ragstone.model.run import LINE_END
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.html.blocks import BlockReader
from ragstone.parsers.html.line_mark import without_marks
from ragstone.parsers.html.lines import mark_lines
from ragstone.parsers.html.look import PLAIN, Look
from ragstone.parsers.html.tags import TagFilter
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_CHARSET = re.compile(rb"<meta[^>]+?charset\s*=\s*[\"']?\s*([A-Za-z0-9._:-]+)", re.IGNORECASE)
#: Browsers look into the first 1024 bytes; pages put scripts before the declaration.
_HEAD_BYTES = 4096


class HtmlParser(ParserBase):
    """Elements of one page in reading order; `title`, `lang` and the like are facts only."""

    row = own_row("html")

    def read(self, source: Source) -> Document:
        head = b"" if source.text is not None else source.read_bytes()[:_HEAD_BYTES]
        declared = _CHARSET.search(_COMMENT.sub(b"", head))
        found = text_of(source, declared.group(1).decode("ascii") if declared else None)
        is_xml = found.text.lstrip("\ufeff \t\r\n").startswith("<?xml")
        tags = TagFilter(max_depth=source.limits.markup_depth * 2, is_xml=is_xml)
        # What hides a text, heads it or makes it a table may stand in the tags left out.
        source.limits.check("markup_depth", tags.too_deep, source.name)
        tree = LexborHTMLParser(mark_lines(found.text, tags), scripting=True)
        line_count = len(LINE_END.findall(found.text.removesuffix("\n"))) + 1
        root = tree.body or tree.root
        reader = BlockReader(source.limits, source.name, line_count, _look(tree))
        if root is not None:
            reader.read(root)
        warnings = [*found.warnings]
        if tags.is_cut:
            warnings.append(
                "the page has hundreds of attributes in a tag, or many formatting tags that are "
                "never closed; what was too many of them was left out, all text was kept"
            )
        if not reader.elements and "empty" not in warnings:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=source.media_type or "text/html",
            elements=outline(reader.elements),
            grouping="heading",
            facts={**found.facts, **_facts(tree)},
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="tree",
        )


def _look(tree: LexborHTMLParser) -> Look:
    """The page's own: nothing is known of its ground where a sheet may set one."""
    sheets = (style.text() for style in tree.css("style"))
    is_known = tree.css_first("link[rel~=stylesheet]") is None and not any(
        "background" in sheet.lower() for sheet in sheets
    )
    look = PLAIN if is_known else Look(ground=None)
    return look if tree.body is None else look.inside("body", tree.body.attributes)


def _facts(tree: LexborHTMLParser) -> dict[str, Any]:
    """Title, language, and what the `meta` tags say of author, date and content."""
    facts: dict[str, Any] = {}
    title = tree.css_first("head > title")
    if title is not None:
        facts["title"] = _one_line(title.text())
    root = tree.css_first("html")
    if root is not None and root.attributes.get("lang"):
        facts["lang"] = _one_line(root.attributes["lang"] or "")
    for meta in tree.css("head > meta[name]"):
        name = (meta.attributes.get("name") or "").lower()
        if name in ("author", "description", "date", "keywords"):
            key = "authors" if name == "author" else name
            facts[key] = _one_line(meta.attributes.get("content") or "")
    return {key: value for key, value in facts.items() if value}


def _one_line(text: str) -> str:
    return " ".join(without_marks(text).split())
