"""The readable text of one Markdown block: marks gone, entities decoded, links kept beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ragstone.text.script import joint

#: Inline parsing is quadratic on hostile input; a block this long is no paragraph of a document.
_MAX_CHARACTERS = 50_000
#: What a mark of any active rule begins with; and the line end, which takes the blanks around it.
_MARK = re.compile(r"[\n\\`~*_\[<&]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_TAG_OR_COMMENT = re.compile(rf"<!--.*?-->|{_TAG.pattern}", re.DOTALL)
_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)


@dataclass(slots=True)
class InlineText:
    """A block's text, the links in it and the descriptions of its pictures."""

    text: str
    links: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    images: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    def facts(self) -> dict[str, Any]:
        """What of it belongs into an element's facts."""
        found: dict[str, Any] = {}
        if self.links:
            found["links"] = self.links
        if self.images:
            found["images"] = self.images
        return found


def inline_text(parser: MarkdownIt, content: str, env: dict[str, Any]) -> InlineText:
    """The text of `content`; without marks, too long or nested too deeply, as it stands."""
    if len(content) > _MAX_CHARACTERS or not _MARK.search(content):
        return InlineText(content.strip())
    tokens: list[Token] = []
    try:
        parser.inline.parse(content, parser, env, tokens)
    except RecursionError:
        return InlineText(content.strip())
    found = InlineText("")
    found.text = _render(tokens, found).strip()
    return found


def without_tags(markup: str) -> str:
    """HTML inside Markdown as text: tags and comments gone, entities decoded."""
    markup = _BREAK_TAG.sub("\n", markup)
    # Behind the last end of a comment none can end: looking for one at each start is quadratic.
    end = markup.rfind("-->") + 3 if "-->" in markup else 0
    text = unescape(_TAG_OR_COMMENT.sub("", markup[:end]) + _TAG.sub("", markup[end:]))
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _render(tokens: Sequence[Token], found: InlineText) -> str:
    pieces: list[str] = []
    opened: list[tuple[str, int]] = []
    for index, token in enumerate(tokens):
        if token.type == "softbreak":
            following = tokens[index + 1].content if index + 1 < len(tokens) else ""
            pieces.append(joint("".join(pieces[-1:]), following) if following else " ")
        elif token.type == "hardbreak":
            pieces.append("\n")
        elif token.type == "image":
            alt = _render(token.children or [], InlineText(""))
            found.images.append({"alt": alt, "src": _short(token.attrGet("src"))})
            pieces.append(alt)
        elif token.type == "html_inline":
            pieces.append("\n" if _BREAK_TAG.match(token.content) else "")
        elif token.type == "link_open":
            opened.append((_short(token.attrGet("href")), len(pieces)))
        elif token.type == "link_close" and opened:
            url, start = opened.pop()
            found.links.append({"text": "".join(pieces[start:]), "url": url})
        elif token.type.startswith("math_inline"):
            # A formula is kept as written: its backslashes and underscores are its own.
            pieces.append(f"{token.markup}{token.content}{token.markup}")
        elif token.type == "footnote_ref":
            pieces.append(f"[^{token.meta.get('label', '')}]")
        else:
            pieces.append(token.content)
    return "".join(pieces)


def _short(address: object) -> str:
    """An address; of a picture carried in the link itself only its type."""
    text = str(address or "")
    return text.partition(",")[0] if text.startswith("data:") else text
