"""The tree of an XML text with the lines of everything in it; nothing is declared, nothing loaded.

Declarations of a document type are left out before parsing, so that there is no entity to expand:
a reference to one stays as it is written. References that HTML knows ("&nbsp;") are their sign.

    read_tree("<a><b c='1'>x</b></a>", Limits(), "a.xml").root.elements()[0].line      # 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.entities import html5
from xml.parsers import expat

from ragstone.limits import Limits

_PROLOG = re.compile(r"(?>\s|\ufeff|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
#: XML 1.0, production 28. Without quotes, comments and instructions it could end in any of them.
_DOCTYPE = re.compile(
    r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+"
    r"(?P<subset>\[(?:<!--.*?-->|<\?.*?\?>|\"[^\"]*\"|'[^']*'|[^\]\"'])*+\]\s*+)?>",
    re.DOTALL,
)
#: What holds no references, and every ampersand elsewhere that XML alone does not understand.
_REFERENCE = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)"
    r"|&(?!\#\d{1,7};|\#x[0-9a-fA-F]{1,6};|(?:amp|lt|gt|quot|apos);)(?:(?P<name>[^\W\d][\w.-]*+);)?",
    re.DOTALL,
)
_DECLARATION = re.compile(r"\A\s*<\?xml\b[^>]*\?>")
#: XML 1.0, production 2: what no document may hold.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MARKUP = re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[|\]\]>|<[/?!]?[^\W\d][^<>]*+>?", re.DOTALL)


@dataclass(slots=True)
class Node:
    """An element with its texts and elements in order; `line` is that of its start tag's begin."""

    name: str
    attributes: dict[str, str]
    line: int
    end_line: int = 0
    children: list[Node | Text] = field(default_factory=list["Node | Text"])
    has_text: bool = False
    """Whether a `Text` is among the children."""

    def add(self, text: Text) -> None:
        self.children.append(text)
        self.has_text = True

    @property
    def local(self) -> str:
        """The name without its prefix, in lower case."""
        return self.name.rpartition(":")[2].lower()

    def elements(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def is_leaf(self) -> bool:
        """Whether there is no element in it."""
        return not any(isinstance(child, Node) for child in self.children)

    @property
    def is_mixed(self) -> bool:
        """Whether text and elements stand side by side in it."""
        return not self.is_leaf and any(
            isinstance(child, Text) and not child.is_comment and not child.text.isspace()
            for child in self.children
        )


@dataclass(frozen=True, slots=True)
class Text:
    """Characters between tags, or a comment."""

    text: str
    line: int
    is_comment: bool = False


@dataclass(slots=True)
class Tree:
    """What was read: the root (None for none), and the rest of a text that is not well-formed.

    `fault` says what is wrong and where; `rest` is the text behind it without its tags, by lines.
    """

    root: Node | None
    fault: str = ""
    rest: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    has_entities: bool = False


def read_tree(text: str, limits: Limits, file: str) -> Tree:
    """The tree of `text`; raises `LimitExceeded` past `markup_depth`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    before = _PROLOG.match(text)
    doctype = _DOCTYPE.match(text, before.end() if before else 0)
    has_entities = False
    if doctype is not None:
        has_entities = "<!ENTITY" in (doctype["subset"] or "")
        text = text[: doctype.start()] + "\n" * doctype[0].count("\n") + text[doctype.end() :]
    text = _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text, count=1)
    text = _FORBIDDEN.sub("\ufffd", text)
    if "&" in text:
        text = _REFERENCE.sub(_understood, text)
    builder = _Builder(limits, file)
    data = text.encode("utf-8", "replace")
    fault = builder.read(data)
    rest = list(_rest(data, builder.fault_at)) if fault else []
    return Tree(builder.root, fault, rest, has_entities)


def _understood(found: re.Match[str]) -> str:
    if not found[0].startswith("&"):
        return found[0]
    sign = html5.get(f"{found['name']};") if found["name"] else None
    return sign if sign is not None else f"&amp;{found[0][1:]}"


class _Builder:
    """Handlers of expat; `root` grows."""

    def __init__(self, limits: Limits, file: str) -> None:
        self._limits, self._file = limits, file
        self.root: Node | None = None
        self.fault_at = 0
        self._open: list[Node] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.CommentHandler = self._comment
        self._pieces: list[str] = []
        self._piece_line = 1

    def read(self, data: bytes) -> str:
        """What is wrong with `data`, "" for nothing."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            self.fault_at = max(0, self._parser.ErrorByteIndex)
            self._flush()
            for node in self._open:
                node.end_line = error.lineno
            return f"line {error.lineno}: {expat.ErrorString(error.code)}"
        return ""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._flush()
        node = Node(name, attributes, self._parser.CurrentLineNumber)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)
        self._limits.check("markup_depth", len(self._open), self._file)

    def _end(self, _: str) -> None:
        self._flush()
        self._open.pop().end_line = self._parser.CurrentLineNumber

    def _text(self, data: str) -> None:
        if not self._pieces:
            self._piece_line = self._parser.CurrentLineNumber
        self._pieces.append(data)

    def _comment(self, data: str) -> None:
        self._flush()
        if self._open and data.strip():
            text = Text(data, self._parser.CurrentLineNumber, is_comment=True)
            self._open[-1].add(text)

    def _flush(self) -> None:
        if not self._pieces:
            return
        text = "".join(self._pieces)
        self._pieces = []
        node = self._open[-1]
        # The blanks between tags say nothing, but part words beside words.
        if not text.isspace() or node.has_text:
            node.add(Text(text, self._piece_line))


def _rest(data: bytes, start: int) -> Iterator[tuple[int, str]]:
    """The lines from byte `start` on with words on them, without tags."""
    line = data.count(b"\n", 0, start) + 1
    behind = unescape(data[start:].decode("utf-8", "ignore"))
    behind = _MARKUP.sub(lambda found: "\n" * found[0].count("\n") or " ", behind)
    for number, shown in enumerate(behind.split("\n"), start=line):
        words = " ".join(shown.split())
        if words:
            yield number, words
