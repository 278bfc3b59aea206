"""The values of a front matter: the plain part of YAML that people write there.

`key: value`, `[a, b]`, and lists of `- item` lines. Anything deeper is kept as its text; a YAML
package for four lines would be the larger risk.
"""

from __future__ import annotations

import re
from typing import Any

_PAIR = re.compile(r"([\w][\w .-]*?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")


def read_front_matter(text: str) -> dict[str, Any]:
    """Top-level keys with a string or a list of strings each; lines of other shapes are skipped.

    read_front_matter("title: Tides\\ntags: [sea, moon]")   # {"title": "Tides", "tags": ["sea", …]}
    """
    values: dict[str, Any] = {}
    key = ""
    for line in text.splitlines():
        found = _PAIR.match(line)
        if found and not line[:1].isspace():
            key = found.group(1)
            values[key] = _value(found.group(2) or "")
        elif key and line.lstrip().startswith("- "):
            before = values[key]
            item = _unquoted(line.lstrip()[2:])
            values[key] = [*before, item] if isinstance(before, list) else [item]
        elif key and line[:1].isspace() and line.strip() and isinstance(values[key], str):
            values[key] = f"{values[key].rstrip('>|')}\n{line.strip()}".strip()
    return values


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
