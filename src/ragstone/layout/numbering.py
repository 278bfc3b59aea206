"""Numbering: the markers of list items, and the numbers of chapters, sections and articles.

    marker("(a) open the gate")         # "(a)"
    section_number("2.1 Scope")         # SectionNumber(family="decimal", depth=2, text="2.1")
    section_number("第三章 总则")        # SectionNumber(family="第章", depth=1, text="第三章")

Whether "1. Scope" is a title or a list item is not decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragstone.text.script import WIDE

_CJK_NUMBER = "[〇零一二三四五六七八九十百两]{1,5}"
_BULLET = (
    rf"[•◦▪▫■□●○◆◇‣⁃∙·►▶➢➤✓✔❖✦★☆\u25b8\u2b1b]|[-–—*](?=\s)|[-–*](?={WIDE.pattern})|[oO](?=\s{{2,}})"
)
_NUMBER = (
    rf"\d{{1,3}}[.)](?=\s|$|{WIDE.pattern})|\d{{1,3}}[、．）](?!\d)|"
    rf"[(（](?:\d{{1,3}}|[a-zA-Z]|[ivxIVX]{{1,5}}|{_CJK_NUMBER})[)）]"
    rf"|[a-zA-Z][.)](?=\s)|[ivxIVX]{{1,5}}[.)](?=\s)|[①-⑳⑴-⒇⒈-⒛]|{_CJK_NUMBER}、"
)
_MARKER = re.compile(rf"\s*({_BULLET}|{_NUMBER})\s*(?=\S)")

_BARE = re.compile(rf"(\d{{1,2}})(?:\s+(?=[^\W\d_])|(?={WIDE.pattern}))")
_UNIT_WORDS = "chapter|part|book|section|article|appendix|annex|schedule|unit|lesson|module|kapitel"
#: (family, depth or None for as many as there are dotted parts, pattern), strictest first.
_SECTIONS: tuple[tuple[str, int | None, re.Pattern[str]], ...] = (
    ("第部", 1, re.compile(rf"第\s*(?:{_CJK_NUMBER}|\d{{1,3}})\s*[部编編篇卷]")),
    ("第章", 1, re.compile(rf"第\s*(?:{_CJK_NUMBER}|\d{{1,3}})\s*章")),
    ("第节", 2, re.compile(rf"第\s*(?:{_CJK_NUMBER}|\d{{1,3}})\s*[节節]")),
    ("第条", 3, re.compile(rf"第\s*(?:{_CJK_NUMBER}|\d{{1,3}})\s*[条條](?=\s|$)")),
    ("一、", 1, re.compile(rf"{_CJK_NUMBER}、")),
    ("（一）", 2, re.compile(rf"[(（]{_CJK_NUMBER}[)）]")),
    (
        "word",
        1,
        re.compile(rf"(?:{_UNIT_WORDS})\s+(?:\d{{1,3}}|[IVXLC]{{1,7}}|[A-Z])\b", re.IGNORECASE),
    ),
    (
        "decimal",
        None,
        re.compile(rf"\d{{1,3}}(?:\.\d{{1,3}}){{1,5}}\.?(?=\s|{WIDE.pattern}|[A-Z])"),
    ),
    ("decimal", None, re.compile(r"\d{1,2}[.．](?=\s)|\d{1,2}(?=\s{1,4}[^\W\d_])")),
    ("decimal", None, re.compile(rf"\d{{1,2}}[.．、]?\s?(?={WIDE.pattern})")),
    ("letter", None, re.compile(r"[A-Z](?:\.\d{1,3}){1,4}\.?(?=\s)")),
    ("letter", None, re.compile(r"[A-Z]\.?(?=\s+[^\W\d_]{2,})")),
    ("roman", 1, re.compile(r"[IVX]{1,5}\.(?=\s)")),
)


#: Families of numbers that name their unit.
UNITS = ("第部", "第章", "第节", "word")


@dataclass(frozen=True, slots=True)
class SectionNumber:
    """A section's number: `family` says how it is written, `depth` its place in that family."""

    family: str
    depth: int
    text: str

    @property
    def dotted(self) -> bool:
        """Whether it has several parts, as no list item's number has."""
        return self.depth > 1 and self.family in ("decimal", "letter")


def marker(text: str) -> tuple[str, int]:
    """The bullet or number at the start of `text`, and where what it marks begins; ("", 0)."""
    match = _MARKER.match(text)
    return (match[1], match.end()) if match is not None else ("", 0)


def is_marker(text: str) -> bool:
    """Whether `text` is a bullet or number and nothing else."""
    found, end = marker(f"{text} x")
    return bool(found) and end > len(text.rstrip())


def section_number(text: str) -> SectionNumber | None:
    """The section number at the start of `text`."""
    first = text[:1]
    # Most lines begin with a lower-case letter or an ordinary word.
    if not (first.isdigit() or first.isupper() or first in "(（" or WIDE.match(first)):
        return None
    for family, depth, pattern in _SECTIONS:
        match = pattern.match(text)
        if match is not None:
            number = match[0].strip()
            parts = number.rstrip(".．、").count(".") + 1
            return SectionNumber(family, depth if depth is not None else parts, number)
    return None


def is_section(text: str) -> bool:
    """Whether `text` begins with a number as no list item has it: in several parts, or with the
    name of its unit."""
    number = section_number(text)
    return number is not None and (number.dotted or number.family in UNITS)


def counts_up(above: str, below: str) -> bool:
    """Whether two lines begin with a number and the next one, as items do without a mark."""
    first, second = _BARE.match(above), _BARE.match(below)
    return first is not None and second is not None and int(second[1]) == int(first[1]) + 1


def is_bullet(found: str) -> bool:
    """Whether a marker is a bullet and no number."""
    return bool(found) and (not any(map(str.isalnum, found)) or found in "oO")
