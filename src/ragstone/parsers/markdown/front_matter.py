"""The values of a front matter: the plain part of YAML that people write there.

`key: value`, `[a, b]`, and lists of `- item` lines. Anything deeper is kept as its text; a YAML
package for four lines would be the larger risk.
"""

from __future__ import annotations

import re
from typing import Any

#: Possessive: a long line without a colon would be tried at each of its blanks.
_PAIR = re.compile(r"(\w[\w .-]*+)[ \t]*+:(?:[ \t]+(.*)|[ \t]*)$")


def read_front_matter(text: str) -> dict[str, Any]:
    """Top-level keys with a string or a list of strings each; lines of other shapes are skipped.

    read_front_matter("title: Tides\\ntags: [sea, moon]")   # {"title": "Tides", "tags": ["sea", …]}
    """
    values: dict[str, Any] = {}
    key = ""
    # The lines and the items under `key`.
    lines: list[str] = []
    items: list[str] = []
    for line in text.splitlines():
        found = _PAIR.match(line)
        if found:
            _close(values, key, lines, items)
            key, lines, items = found.group(1).rstrip(), [], []
            values[key] = _value(found.group(2) or "")
        elif key and line.lstrip().startswith("- "):
            items.append(_unquoted(line.lstrip()[2:]))
        elif key and line[:1].isspace() and line.strip() and not items:
            lines.append(line.strip())
    _close(values, key, lines, items)
    return values


def _close(values: dict[str, Any], key: str, lines: list[str], items: list[str]) -> None:
    """Give `key` what stands under it; a list in its own line is made longer."""
    value = values.get(key)
    if items:
        values[key] = [*value, *items] if isinstance(value, list) else items
    elif lines and isinstance(value, str):
        values[key] = "\n".join([value.rstrip(">|"), *lines]).strip()


def _value(text: str) -> str | list[str]:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(part) for part in text[1:-1].split(",") if part.strip()]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
