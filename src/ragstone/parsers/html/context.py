"""What a tag means to a reader: block or inline, hidden, navigation, dropped.

Pure tables and tests over tag names and attributes; the walk that uses them is in `blocks.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.html.look import PLAIN, Look

#: Without text for a reader. Ruby readings (`rt`, `rp`) would stand inside the word they explain;
#: `annotation` repeats a formula in another notation.
DROPPED = frozenset(
    """
    annotation annotation-xml audio base canvas datalist embed head iframe link meta noembed
    noframes noscript object rp rt script style svg template title video
    """.split()  # noqa: SIM905
)
BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav
    ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot
    th thead tr ul xmp
    """.split()  # noqa: SIM905
)
#: Blocks of the page's frame that a style may turn into inline text, and is believed.
_STYLED = frozenset({"div", "p", "span", "section", "article", "a", "form", "figure"})
LISTS = frozenset({"ul", "ol", "menu", "dir"})
NO_SEMANTICS: frozenset[str] = frozenset()
PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})

_BOILERPLATE_TAGS = frozenset({"nav", "aside", "footer", "select"})
_MARKING_TAGS = _BOILERPLATE_TAGS | {"blockquote", "del", "dialog", "textarea"}
_NO_MARKS: frozenset[Mark] = frozenset()
_BOILERPLATE_ROLES = frozenset(
    {"navigation", "complementary", "contentinfo", "search", "menu", "menubar", "toolbar"}
)
#: EPUB Structural Semantics 1.1, and DPUB-ARIA 1.1, whose roles begin with "doc-".
_NOTES = frozenset(
    {"footnote", "footnotes", "endnote", "endnotes", "rearnote", "rearnotes", "note"}
)
_CONTENTS = frozenset({"toc", "landmarks", "page-list", "pagelist", "loi", "lot"})
_COOKIE_BAR = re.compile(
    r"\b(?:cookie|gdpr|ccpa)s?[-_ ]?(?:banner|bar|consent|notice|popup|modal|overlay|law|policy|"
    r"message|dialog|alert|wall)|\b(?:cookie|tracking|privacy)[-_ ]?consent|\bconsent[-_ ]?"
    r"(?:banner|bar|popup|modal|overlay|manager)",
    re.IGNORECASE,
)
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)",
    re.IGNORECASE,
)
_INLINE = re.compile(r"display\s*:\s*inline(?!-block|-flex|-grid|-table)", re.IGNORECASE)
_AS_BLOCK = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)", re.IGNORECASE)
_LANGUAGE = re.compile(r"(?:^|\s)(?:lang|language|highlight-source|brush)[-:]\s*([\w+#.-]+)")

Attributes = Mapping[str, str | None]


@dataclass(slots=True)
class Item:
    """A list item; its marker belongs to the first block in it only."""

    marker: str
    depth: int
    is_begun: bool = False


class Context(NamedTuple):
    """What encloses the text at one place of the page.

    `marks` are all that hold there; `own_marks` those that nothing inside can take back, as a size
    or a colour can be.
    """

    marks: frozenset[Mark] = frozenset()
    own_marks: frozenset[Mark] = frozenset()
    look: Look = PLAIN
    type: ElementType | None = None
    level: int | None = None
    is_pre: bool = False
    item: Item | None = None
    list_depth: int = -1


def entered(outer: Context, tag: str, attributes: Attributes) -> Context:
    """The context inside a tag, as far as marks and looks go."""
    if not attributes and tag not in _MARKING_TAGS:
        return outer
    own_marks = outer.own_marks | marks_of(tag, attributes)
    look = outer.look.inside(tag, attributes)
    if look == outer.look and own_marks == outer.own_marks:
        return outer
    return outer._replace(marks=own_marks | look.marks, own_marks=own_marks, look=look)


def is_block(tag: str, attributes: Attributes) -> bool:
    """Whether text before and after the tag stands in other blocks than text inside."""
    if attributes and tag in _STYLED and (style := attributes.get("style")):
        if _INLINE.search(style):
            return False
        if _AS_BLOCK.search(style):
            return True
    return tag in BLOCKS


def semantics_of(attributes: Attributes) -> frozenset[str]:
    """What a book says that an element is: "noteref", "footnote", "pagebreak"."""
    said = attributes.get("epub:type") or ""
    role = attributes.get("role") or ""
    if not said and not role.startswith("doc-"):
        return NO_SEMANTICS
    return frozenset((said.lower() + " " + role.removeprefix("doc-")).split())


def marks_of(tag: str, attributes: Attributes) -> frozenset[Mark]:
    """The marks that a tag puts on everything inside it."""
    if not attributes and tag not in _MARKING_TAGS:
        return _NO_MARKS
    marks: set[Mark] = set()
    style, role = attributes.get("style") or "", attributes.get("role")
    unseen = "hidden" in attributes or attributes.get("aria-hidden") == "true"
    if unseen or _UNSEEN.search(style) or (tag == "dialog" and "open" not in attributes):
        marks.add(Mark.HIDDEN)
    names = f"{attributes.get('id') or ''} {attributes.get('class') or ''}"
    is_frame = tag in ("body", "main", "article")
    semantics = semantics_of(attributes)
    if semantics & _NOTES:
        marks.add(Mark.FOOTNOTE)
    elif (
        semantics & _CONTENTS
        or tag in _BOILERPLATE_TAGS
        or role in _BOILERPLATE_ROLES
        or (not is_frame and names != " " and _COOKIE_BAR.search(names))
    ):
        marks.add(Mark.BOILERPLATE)
    if tag == "blockquote":
        marks.add(Mark.QUOTED)
    elif tag == "del":
        marks.add(Mark.DELETED)
    elif tag == "textarea":
        marks.add(Mark.FORM_VALUE)
    return frozenset(marks)


def code_language(attributes: Attributes) -> str | None:
    """The language that a class names: `language-python`, `lang-c`, `brush: js`."""
    found = _LANGUAGE.search(attributes.get("class") or "")
    return found.group(1) if found else None
