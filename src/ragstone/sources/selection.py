"""Which files of a folder are taken: patterns that say what to take and what to leave out.

    selection = Selection(include=("*.pdf", "reports/**"), exclude=("drafts",))
    selection.takes("2024/Tides.PDF")       # True
    selection.enters("drafts")              # False: nothing below it is even listed

A pattern without "/" is compared with the name of the file and of every folder above it; one with
"/" with the whole path below the folder given, where `**` stands for folders of any number. `*`,
`?` and `[…]` never stand for "/"; upper and lower case are the same. A pattern that fits a folder
fits all in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ragstone.errors import ParameterError

_SIGN = re.compile(r"\*\*/|\*+|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)


@dataclass(frozen=True)
class Selection:
    """A file is taken when a pattern of `include` fits it (or there is none) and none of `exclude`.

    Raises `ParameterError` for a pattern that is blank or makes no sense.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for pattern in (*self.include, *self.exclude):
            if not pattern.strip().strip("/"):
                raise ParameterError("a pattern of files is blank; give one like *.pdf")
            try:
                re.compile(_expression(pattern))
            except re.error as error:
                raise ParameterError(f"{pattern} is no pattern of files ({error.msg})") from error

    def takes(self, name: str) -> bool:
        """Whether the file `name` (with "/", below the folder given) is taken."""
        wanted = self._included is None or self._included.fullmatch(name) is not None
        return wanted and self.enters(name)

    def enters(self, name: str) -> bool:
        """Whether anything in the folder `name` could be taken, as far as `exclude` says."""
        return self._excluded is None or self._excluded.fullmatch(name) is None

    @cached_property
    def _included(self) -> re.Pattern[str] | None:
        return _any_of(self.include)

    @cached_property
    def _excluded(self) -> re.Pattern[str] | None:
        return _any_of(self.exclude)


EVERYTHING = Selection()


def _any_of(patterns: Iterable[str]) -> re.Pattern[str] | None:
    translated = [_expression(pattern) for pattern in patterns]
    if not translated:
        return None
    return re.compile(f"(?:{'|'.join(translated)})(?:/.*)?", re.IGNORECASE | re.DOTALL)


def _expression(pattern: str) -> str:
    pattern = pattern.strip().removeprefix("./").rstrip("/")
    anywhere = "" if "/" in pattern else "(?:.*/)?"
    return anywhere + "".join(map(_translated, _SIGN.findall(pattern.lstrip("/"))))


def _translated(sign: str) -> str:
    if sign == "**/":
        return "(?:.*/)?"
    if sign.startswith("**"):
        return ".*"
    if sign in ("*", "?"):
        return "[^/]*" if sign == "*" else "[^/]"
    if len(sign) > 1:  # a class of characters; only its own signs mean something
        negated = sign[1] == "!"
        inner = sign[2 if negated else 1 : -1]
        inner = inner.replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]")
        inner = inner.replace("^", r"\^").replace("&&", r"&\&").replace("||", r"|\|")
        inner = inner.replace("~~", r"~\~")
        return f"(?!/)[{'^' if negated else ''}{inner}]"
    return re.escape(sign)
