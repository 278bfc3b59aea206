"""Explicit markup of reStructuredText: what begins with two dots, taken apart.

read_explicit(rows(".. code-block:: c\\n\\n   int a;\\n")).facts     # {"language": "c"}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ragstone.parsers.restructuredtext.rows import Row, verbatim, with_first

#: What a block is; lists and csv are both tables.
Kind = Literal["comment", "footnote", "code", "formula", "image", "text", "list", "csv"]

_DIRECTIVE = re.compile(
    r"(?:\|(?P<sub>[^|]+)\| +)?(?P<name>[\w.:+-]{1,60}?) ?::(?: +|\Z)(?P<rest>.*)"
)
_FOOTNOTE = re.compile(r"\[(?P<label>[^\]\s]{1,80})\](?: +|\Z)")
_TARGET = re.compile(r"_(?P<name>`[^`]+`|(?:\\:|[^:])*):(?: +|\Z)(?P<url>.*)|__ (?P<anonymous>.*)")
_OPTION = re.compile(r":(?P<name>[\w-]{1,60}):(?: +|\Z)(?P<value>.*)")

_CODE = frozenset(
    """
    code code-block sourcecode highlight parsed-literal literalinclude prompt doctest testcode
    testsetup testoutput ipython jupyter-execute productionlist graphviz mermaid uml raw include
    """.split()  # noqa: SIM905
)
_UNDONE = frozenset({"raw", "include", "literalinclude"})
_ADMONITIONS = frozenset(
    """
    attention caution danger error hint important note tip warning seealso todo topic sidebar
    epigraph highlights pull-quote compound container line-block
    """.split()  # noqa: SIM905
)
_PICTURES = frozenset({"image", "figure"})
_TABLES: Mapping[str, Kind] = {"list-table": "list", "csv-table": "csv"}


@dataclass(frozen=True, slots=True)
class Explicit:
    """One block of explicit markup.

    - `text`: what it says itself; `body`: what is read as blocks of its own.
    """

    kind: Kind
    lines: Sequence[Row]
    rule: str
    text: str = ""
    body: Sequence[Row] = ()
    name: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])


def read_explicit(lines: Sequence[Row]) -> Explicit:
    """What the block is that `lines` hold: the one with the dots and those indented below."""
    first = lines[0].right_of(2) if len(lines[0].text) > 2 else lines[0]._replace(text="")
    if found := _DIRECTIVE.match(first.text):
        return _directive(lines, first, found)
    if found := _FOOTNOTE.match(first.text):
        body = with_first(first.right_of(found.end()), lines[1:])
        return Explicit("footnote", lines, "footnote", body=body, name=found["label"])
    if found := _TARGET.match(first.text):
        url = "".join([found["url"] or found["anonymous"] or "", *(row.text for row in lines[1:])])
        name = (found["name"] or "").strip("`").replace("\\", "")
        if name and not url:
            return Explicit("comment", lines, "link target", name)
        said = f"{name}: {url}".strip(": ")
        facts = {"links": [{"text": name, "url": url}]} if ":" in url else {}
        return Explicit("code", lines, "link target", said, facts=facts)
    return Explicit("comment", lines, "comment", verbatim([first, *lines[1:]]).strip())


def _directive(lines: Sequence[Row], first: Row, found: re.Match[str]) -> Explicit:
    name, rest = found["name"], found["rest"]
    at = 1
    said = [rest] if rest else []
    if name in _ADMONITIONS:
        body = with_first(first.right_of(found.start("rest")), lines[1:])
        return Explicit("text", lines, f"{name} directive", body=body, facts={"admonition": name})
    while at < len(lines) and lines[at].text and not _OPTION.match(lines[at].text):
        said.append(lines[at].text)
        at += 1
    facts: dict[str, Any] = {}
    while at < len(lines) and (option := _OPTION.match(lines[at].text)):
        facts[option["name"]] = option["value"]
        at += 1
    body = lines[at:]
    argument = "\n".join(said)
    rule = f"{name} directive" + (", not carried out" if name in _UNDONE else "")
    content = verbatim(body).strip("\n")
    if name in _CODE:
        language = {"language": argument} if argument and name not in _UNDONE else {}
        code = "\n".join(filter(None, (argument, content))) if name in _UNDONE else content
        return Explicit("code", lines, rule, code or argument, facts={**facts, **language})
    if name == "math":
        text = "\n".join(filter(None, (argument, content)))
        return Explicit("formula", lines, rule, text, facts=facts)
    if name in _PICTURES:
        text = facts.pop("alt", "") or argument
        return Explicit("image", lines, rule, text, body, facts={**facts, "src": argument})
    if name in _TABLES:
        return Explicit(_TABLES[name], lines, rule, argument, body, facts=facts)
    if found["sub"]:
        argument = f"{found['sub']}: {argument}"
    facts = {"directive": name, **facts}
    return Explicit("text", lines, rule, argument, body, facts=facts)
