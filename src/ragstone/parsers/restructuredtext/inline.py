"""Inline markup of reStructuredText as its reader sees it, and where its links lead.

inline_text("See `the tides <http://a>`_ and :ref:`ropes`.")[0]     # "See the tides and ropes."
"""

from __future__ import annotations

import re

_INLINE = re.compile(
    r"\\(?P<escaped>.)"
    r"|``(?P<code>[^`]+(?:`[^`]+)*)``"
    r"|(?::(?P<role>[\w.:+-]{1,40}):)?`(?P<text>[^`]+)`(?P<link>_{0,2})"
    r"|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*"
    r"|(?<!\w)\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|(?<![\w|])\|(?P<substitution>[^|\s](?:[^|\n]{0,60}[^|\s])?)\|_{0,2}"
    r"|(?<![\w_])(?P<reference>[^\W_](?:[\w.+-]{0,80}[^\W_])?)__?(?![\w_])"
    r"|(?<!\w)(?P<note>\[(?:\*|\#?\w[\w.:+-]{0,80}|\#)\])_(?!\w)",
    re.DOTALL,
)
_TARGET = re.compile(r"(?P<words>[^<]*+)<(?P<target>[^<>]+)>\Z", re.DOTALL)
_WHOLE_LINKS = frozenset({"http", "https", "mailto", "ftp"})


def inline_text(source: str) -> tuple[str, list[dict[str, str]]]:
    """The words of one block, and its links as `text` and `url`."""
    links: list[dict[str, str]] = []

    def shown(found: re.Match[str]) -> str:
        kind = found.lastgroup
        if kind == "escaped":
            return "" if found["escaped"].isspace() else found["escaped"]
        if found["text"] is not None:
            return _interpreted(found, links)
        return found[kind or 0]

    return _INLINE.sub(shown, source), links


def _interpreted(found: re.Match[str], links: list[dict[str, str]]) -> str:
    words = found["text"]
    target = _TARGET.match(words) if "<" in words else None
    if target is None:
        # Sphinx: "~a.b" is shown as "b", "!a" is no link.
        return words.removeprefix("~").rpartition(".")[2] if words[0] == "~" else words.lstrip("!")
    said = target["words"].strip() or target["target"]
    if target["target"].partition(":")[0] in _WHOLE_LINKS:
        links.append({"text": said, "url": target["target"]})
    return said
