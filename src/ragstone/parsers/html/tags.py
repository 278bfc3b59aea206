"""Which tags of a page reach tree construction, so that it stays linear and small.

Four things make a tree builder slow or its tree far larger than the page: tags in tags without end
(time by the square of the depth), attributes without end (each is compared with all before it),
open formatting tags, which every paragraph after them opens again, and options of one select (each
makes lexbor walk over all before it: 44,000 take 9 s). What is past the bounds is left out, never
text; a long select becomes several.

    tags = TagFilter()
    tags.kept("<p a b c>", "p", 1)       # "<p a b c>"
"""

from __future__ import annotations

import re

from ragstone.parsers.html.line_mark import mark

#: The attribute of `<img>` that holds the marks of its first and last line.
LINE_ATTRIBUTE = "data-ragstone-lines"

#: WHATWG HTML, 13.2.6.4.7: "Change the token's tag name to img and reprocess it. (Don't ask.)"
_PICTURES = frozenset({"img", "image"})
#: Tags that a browser closes by itself, if only before the next of them; any other can nest without
#: end.
_SELF_CLOSING = frozenset(
    """
    a body dd dt head html li nobr optgroup option p rp rt tbody td tfoot th thead tr
    """.split()  # noqa: SIM905
)
#: Elements whose content is no markup; the last two hold text that people see.
RAW = frozenset({"script", "style", "title", "iframe", "noembed", "noframes", "noscript"})
RAW_TEXT = frozenset({"textarea", "xmp"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "image", "img", "input", "link", "meta"}
)
_NEVER_DEEP = _SELF_CLOSING | RAW | RAW_TEXT | _VOID
#: WHATWG HTML, 13.2.4.3, without `a` and `nobr`, of which only one can be open.
_FORMATTING = frozenset(
    {"b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"}
)
#: Further ones only give their attributes to the first.
_ONCE = frozenset({"body", "html"})
_CHOICES = frozenset({"select", "option"})
_TREATED = _PICTURES | _ONCE | _CHOICES
_MAX_FORMATTING, _MAX_ONCE, _MAX_ATTRIBUTES, _MAX_OPTIONS = 16, 16, 500, 1000
#: WHATWG HTML, 13.2.5.32 to 39, and the blanks and slashes before it.
_ATTRIBUTE = re.compile(r"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?")


class TagFilter:
    """Sees every tag of one page in order.

    - `is_cut`: whether attributes or formatting tags were left out.
    - `too_deep`: how deep the tags are that were left out as deeper than `max_depth`; 0 for none.
      The reader of the tree counts better, and stops earlier.
    """

    def __init__(self, *, max_depth: int = 800, is_xml: bool = False) -> None:
        self.is_cut = False
        self.too_deep = 0
        self._max_depth, self._is_xml = max_depth, is_xml
        self._depth = self._formatting = self._once = self._options = 0
        # The start tag of the select that is open.
        self._select = ""

    def kept(self, tag: str, name: str, line: int) -> str:
        """What stands for `tag` (a whole tag, comment or declaration, `name` in lower case or "")
        in the page: itself, with fewer attributes, or nothing.

        A picture's tag gets its lines. In XML `<script/>` is closed, which HTML would not do.
        """
        if not name:
            return tag
        is_closed = tag[1] == "/"
        is_empty = self.is_empty(tag)
        if name not in _NEVER_DEEP and not self._is_shallow(
            name, is_closed=is_closed, is_open=not is_closed and not is_empty
        ):
            return ""
        if name in _TREATED or len(tag) >= 2 * _MAX_ATTRIBUTES:
            tag = self._treated(tag, name, line, is_closed=is_closed)
        return f"{tag}</{name}>" if is_empty and name not in _VOID else tag

    def is_empty(self, tag: str) -> bool:
        """Whether the tag closes itself, as only XML has it."""
        return self._is_xml and tag.endswith("/>")

    def _treated(self, tag: str, name: str, line: int, *, is_closed: bool) -> str:
        if name in _PICTURES and not is_closed:
            # The first attribute of a name is the one that counts.
            end, lines = len(name) + 1, mark(line) + mark(line + tag.count("\n"))
            tag = f'{tag[:end]} {LINE_ATTRIBUTE}="{lines}"{tag[end:]}'
        tag = self._shortened(tag, name)
        return self._divided(tag, name, is_closed=is_closed) if name in _CHOICES else tag

    def _is_shallow(self, name: str, *, is_closed: bool, is_open: bool) -> bool:
        """Whether the tag is within the bounds; the end tag of one left out is left out too."""
        if name in _FORMATTING:
            self._formatting += is_open
            is_many = self._formatting > _MAX_FORMATTING
            self._formatting = max(0, self._formatting - is_closed)
            if is_many:
                self.is_cut = True
                return False
        self._depth += is_open
        kept = self._depth <= self._max_depth
        if not kept:
            self.too_deep = max(self.too_deep, self._depth)
        self._depth = max(0, self._depth - is_closed)
        return kept

    def _shortened(self, tag: str, name: str) -> str:
        most = _MAX_ATTRIBUTES
        if name in _ONCE:
            self._once += 1
            most = most if self._once <= _MAX_ONCE else 0
        elif len(tag) < 2 * _MAX_ATTRIBUTES:
            return tag
        end = len(name) + (2 if tag[1] == "/" else 1)
        for _ in range(most):
            found = _ATTRIBUTE.match(tag, end, len(tag) - 1)
            if found is None:
                return tag
            end = found.end()
        if not _ATTRIBUTE.match(tag, end, len(tag) - 1):
            return tag
        self.is_cut = True
        return tag[:end] + (" />" if tag.endswith("/>") else ">")

    def _divided(self, tag: str, name: str, *, is_closed: bool) -> str:
        """The tag; before every thousandth option of a select its end and its start again."""
        if name == "select":
            # A start tag inside a select is an end tag to a browser.
            self._select, self._options = ("" if is_closed or self._select else tag), 0
        elif self._select and not is_closed:
            self._options += 1
            if self._options % _MAX_OPTIONS == 0:
                return f"</select>{self._select}{tag}"
        return tag
