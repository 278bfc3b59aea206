"""What is said in the lines of a cue: tags gone, entities decoded, speakers told apart.

spoken(["<v Ana>High <i>tide</i>", "at six."])       # [("Ana", ["High tide", "at six."])]
"""

from __future__ import annotations

import html
import re

_READING = re.compile(r"<rt(?:\.[^<>]*)?>[^<]*(?:</rt>|(?=</ruby>)|\Z)", re.IGNORECASE)
#: The tags of WebVTT and of SubRip's players, times inside a cue, and overrides as in `{\an8}`.
_TAG = re.compile(
    r"</?(?:c|i|b|u|s|v|em|strong|lang|ruby|rt|font|span|br)(?:[.\s/][^<>]*)?>"
    r"|<\d{1,7}:[\d:.]{1,20}>"
    r"|\{(?:\\[^{}]{0,200}|/?[bius])\}",
    re.IGNORECASE,
)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]{1,200})>", re.IGNORECASE)
_VOICE_END = re.compile(r"</v>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>|\\N", re.IGNORECASE)


def spoken(lines: list[str]) -> list[tuple[str, list[str]]]:
    """(speaker, lines) of each voice in a cue; the speaker is "" where none is named."""
    text = _READING.sub("", _BREAK.sub("\n", "\n".join(lines)))
    found: list[tuple[str, list[str]]] = []
    # What is inside the tag of one voice belongs to it until the next one begins.
    pieces = _VOICE.split(text)
    for speaker, piece in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        said, _, after = _cut(piece) if speaker else (piece, "", "")
        name = " ".join(html.unescape(speaker).split())
        for who, words in ((name, said), ("", after)):
            shown = _plain(words)
            if shown:
                found.append((who, shown))
    return found


def _cut(piece: str) -> tuple[str, str, str]:
    """What the voice says, and what stands behind its end tag."""
    end = _VOICE_END.search(piece)
    return (piece[: end.start()], end[0], piece[end.end() :]) if end else (piece, "", "")


def _plain(text: str) -> list[str]:
    lines = html.unescape(_TAG.sub("", text)).replace("\0", "").split("\n")
    return [shown for line in lines if (shown := " ".join(line.split()))]
