"""What an RTF file says of itself, and what it holds beside text."""

from __future__ import annotations

import re
from typing import Any

_FACTS = {
    "title": "title",
    "subject": "subject",
    "keywords": "keywords",
    "doccomm": "description",
}
#: The words of a date, in the order in which one is written.
DATE = ("yr", "mo", "dy", "hr", "min")


class Info:
    """Collects facts; `author` is that of the next comment."""

    def __init__(self) -> None:
        self.author = ""
        self._facts: dict[str, Any] = {}
        self._date: dict[str, int] = {}
        self._embedded: list[str] = []

    def facts(self) -> dict[str, Any]:
        return self._facts | ({"embedded": self._embedded} if self._embedded else {})

    def keep(self, word: str, text: str) -> None:
        """What the destination `word` says; nothing for one that says nothing of the file."""
        if not text:
            return
        if word == "author":
            people = [one.strip() for one in re.split(r"[;；]", text)]
            self._facts["authors"] = [one for one in people if one]
        elif word in ("atnauthor", "atnid"):
            self.author = text
        elif word == "objclass":
            self._embedded.append(text)
        elif word in _FACTS:
            self._facts[_FACTS[word]] = text

    def begin_date(self) -> None:
        self._date = {}

    def date_part(self, part: str, number: int | None) -> None:
        self._date[part] = min(max(0, number or 0), 9999)

    def end_date(self) -> None:
        year, month, day, hour, minute = (self._date.get(part, 0) for part in DATE)
        if year:
            self._facts["created"] = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}"
