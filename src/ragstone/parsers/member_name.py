"""Names of members and attachments as they may be shown and cited.

A name comes from whoever made the file: it may point out of a folder, hide its ending behind
characters that turn the direction of writing, or be no text at all. Nothing is ever written under
such a name; this is about what a person reads.

    member_name("..\\\\..\\\\etc\\\\pass\\u202ewd", "member 1")      # "etc/passwd"
"""

from __future__ import annotations

import re

#: Controls; marks that turn the direction of writing; what has no width and says nothing.
_UNSEEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]"
)
_SURROGATE = re.compile("[\\ud800-\\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:(?=/|\Z)")
_BLANKS = re.compile(r"\s+")
_LONGEST_PART, _LONGEST = 200, 1000


def member_name(raw: str, otherwise: str) -> str:
    """The path of a member, "/" between its parts; `otherwise` when nothing of `raw` is left.

    Parts like ".." and drives are dropped, parts of more than 200 characters shortened so that
    their ending stays.
    """
    text = _SURROGATE.sub("\ufffd", raw[: _LONGEST * 4]).replace("\\", "/")
    parts = [_part(part) for part in _DRIVE.sub("", text).split("/")]
    name = "/".join(part for part in parts if part)
    if len(name) > _LONGEST:
        name = f"…{name[-_LONGEST:]}"
    return name or otherwise


def points_outside(raw: str) -> bool:
    """Whether a name would be written elsewhere than below the folder of unpacking."""
    text = raw.replace("\\", "/")
    return text.startswith("/") or bool(_DRIVE.match(text)) or ".." in text.split("/")


def _part(raw: str) -> str:
    part = _UNSEEN.sub("", _BLANKS.sub(" ", raw)).strip()
    if part in (".", ".."):
        return ""
    if len(part) > _LONGEST_PART:
        half = _LONGEST_PART // 2
        part = f"{part[:half]}…{part[-half + 1 :]}"
    return part
