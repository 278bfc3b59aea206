"""Headings: which paragraphs are titles, by what a typographer does to set them off.

A title is short and ends no sentence. It is set larger than the body, or bold where the body is
not; or it is set off in a weaker way (capitals, colour, another font, a section's number, a little
larger) and stands on its own with space above and text below. Bookmarks of the file come before
all of that. Captions, formulas, labels in drawings and heads of asides are none. Its level is told
in `heading_levels`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragstone.layout.body import LARGER, Body, family
from ragstone.layout.bookmarks import bare, folded
from ragstone.layout.contacts import is_email
from ragstone.layout.draft import Draft, with_paragraph
from ragstone.layout.formulas import looks_like_formula
from ragstone.layout.numbering import SectionNumber, is_bullet, is_section, section_number
from ragstone.layout.paragraphs import CONTENTS_ROW, unmarked
from ragstone.layout.roles import has_heading_tags, tag_of
from ragstone.layout.title_rows import checked
from ragstone.model.element import FURNITURE, ElementType
from ragstone.text.script import WIDE

_COLOURED = "title: coloured"
_OTHER_FONT = "title: in another font, on its own"
#: Rules that stand on little.
WEAK_RULES = frozenset({_COLOURED, _OTHER_FONT})

_MAX_LINES = 3
_MAX_CHARACTERS, _MAX_UNSPACED_CHARACTERS = 150, 75
#: A number alone is a chapter's when it is set so many times as large as the body.
_CHAPTER_NUMBER = 1.5
#: Bold titles of the lowest level may be set a size smaller than the body, as 9 points are to 10.
_SMALLEST_BOLD = 0.88
#: Set a little larger: as much as fonts of one size differ.
_A_LITTLE_LARGER = 1.04
#: Space above, beyond the usual between lines, in ems of the body.
_SPACE_EM, _MORE_SPACE_EM = 0.2, 0.4
#: One line counts as text below a title from this length on; wide characters count twice.
_TEXT_CHARACTERS = 45
#: A line that is set off in a weak way ends this many ems before the text below does.
_SHORT_OF_EM = 1.0
_SENTENCE_END = re.compile(r"[.;,。；，、…]['\"”’»)）]?$")
_CALL = re.compile(r"[！!]['\"”’»)）]?$")
_CLAUSE_END = re.compile(r"[;,；，、…]$")
_ABBREVIATED = re.compile(r"\b(?:etc|al|vs|Inc|Ltd|Co|Corp|Jr|Sr|St|Dr|No|U\.S|U\.K|Ph\.D)\.$")
_SEVERAL_SENTENCES = re.compile(r"[a-z]{2}[.!?]\s+[A-Z][a-z]+\s|[。！？；].")
#: What stands over a contents list.
CONTENTS = re.compile(
    r"(?:table of )?contents|目\s*[录錄次]|inhalt(?:sverzeichnis)?|table des matières"
    r"|sommaire",
    re.IGNORECASE,
)
#: A Latin line of so many words may be a piece of a sentence.
_LONG_WORDS = 9
_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter)"
)
_DATE = re.compile(
    rf"\W*(?:\d{{1,2}}(?:st|nd|rd|th)?\s+)?{_MONTHS}\.?(?:\s+\d{{1,2}}(?:st|nd|rd|th)?)?,?\s*(?:\d{{4}})?\W*"
    r"|\d{4}\s*[-/.年]\s*\d{1,2}(?:\s*[-/.月]\s*\d{1,2}\s*日?)?月?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}",
    re.IGNORECASE,
)
#: What stands over a box with a remark, not over a section.
_REMARK = re.compile(
    r"(?:note|notes|tip|hint|remark|caution|warning|important|attention|danger|hinweis|achtung"
    r"|注意|注釈|注記|注|备注|備註|備考|提示|警告|重要|小贴士|ヒント|危险|危険)\s*[:：!！]?",
    re.IGNORECASE,
)
#: No title begins so that is set off by its colour or font alone.
_NO_BEGINNING = re.compile(r"[-\u2013_\\/.$@%<{]|[a-z_]+\(")
#: A row of a list of references.
_REFERENCE = re.compile(r"\[\d{1,3}\]")
_WORD = re.compile(r"[^\W\d_]")
_LINK = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Place:
    """A draft among its neighbours: what is free above and below it beyond the usual, in ems."""

    draft: Draft
    number: SectionNumber | None
    above_em: float
    below_em: float
    below: Draft | None


def titled(
    drafts: Sequence[Draft],
    body: Body,
    bookmarks: Mapping[str, int],
    aside_blocks: frozenset[tuple[int, int]],
) -> list[Draft]:
    """The same with titles typed, still without their levels.

    `bookmarks` are levels by folded title; `aside_blocks` are blocks by page and number.
    """
    rules: list[str] = []
    tells = has_heading_tags(drafts)
    for index, draft in enumerate(drafts):
        if tells and tag_of(draft) is not None:
            rules.append("")
            continue
        if not draft.is_open or draft.in_figure or (draft.page, draft.block) in aside_blocks:
            rules.append("")
            continue
        if bookmarks and _is_marked(draft.whole, bookmarks):
            rules.append("title: bookmark")
            continue
        rules.append(_rule(_place(drafts, index, body), body) if _may_be(draft, body) else "")
    kept = checked(drafts, rules)
    return [
        _titled(draft, rule, body) if rule else draft
        for draft, rule in zip(drafts, kept, strict=True)
    ]


def _is_marked(text: str, bookmarks: Mapping[str, int]) -> bool:
    return len(text) <= _MAX_CHARACTERS and (folded(text) in bookmarks or bare(text) in bookmarks)


def _titled(draft: Draft, rule: str, body: Body) -> Draft:
    if draft.paragraph is not None:
        draft = with_paragraph(draft, unmarked(draft.paragraph, body))
    return draft.typed(ElementType.TITLE, rule)


def _may_be(draft: Draft, body: Body) -> bool:
    """What every title is, however it is set."""
    text = draft.text.strip()
    if draft.paragraph is None or draft.paragraph.code or "\n" in text or not text:
        return False
    if len(draft.lines) > _MAX_LINES or not _is_short(text):
        return False
    if draft.lines[-1].gapped and _WORD.search(text.split()[-1]) is None and not is_section(text):
        # A row with its amount or page.
        return False
    if draft.lines[0].style.lean:
        # A stamp across the page.
        return False
    letters = sum(character.isalpha() for character in text)
    if letters < 2 and body.ratio(draft.lines[0]) < _CHAPTER_NUMBER:
        return False
    if not letters and not (text.rstrip(".").isdecimal() and len(text) <= 3):
        return False
    if _CLAUSE_END.search(text) or _SEVERAL_SENTENCES.search(text) or CONTENTS_ROW.search(text):
        return False
    return not (
        _DATE.fullmatch(text)
        or _REMARK.fullmatch(text)
        or _REFERENCE.match(text)
        or is_email(text)
        or _LINK.match(text)
        or looks_like_formula(draft.whole)
    )


def _rule(place: _Place, body: Body) -> str:
    """The rule by which a draft is a title, "" when it is none."""
    draft, number = place.draft, place.number
    line = max(draft.lines, key=lambda item: len(item.text))
    ratio = body.ratio(line)
    bold = all(item.bold for item in draft.lines) and not body.bold
    ends = _ends_sentence(draft.text, number) or (ratio < LARGER and _CALL.search(draft.text))
    set_off = place.above_em >= _SPACE_EM or place.below_em >= _SPACE_EM
    if draft.marker and number is None and not _is_alone(place):
        return ""
    if is_bullet(draft.marker) and ratio < LARGER:
        return ""
    if CONTENTS.fullmatch(draft.text) and not draft.text[0].islower() and set_off and _leads(place):
        return "title: names the contents list"
    if ratio < 1.3 and not bold and _runs_on(draft.text, number):
        return ""
    if ratio >= LARGER and (not ends or (bold and len(draft.lines) == 1)):
        return "title: larger than the body"
    if bold and ratio >= _SMALLEST_BOLD and set_off:
        if ends and (
            len(draft.lines) > 1 or place.above_em < _SPACE_EM or (not number and ratio < 1)
        ):
            return ""
        return "title: bold"
    if ends or len(draft.lines) > 1 or ratio < 0.95 or (draft.marker and number is None):
        return ""
    return _weak_rule(place, body, ratio)


def _weak_rule(place: _Place, body: Body, ratio: float) -> str:
    """A line in the body's size and weight, set off in another way, on its own above text."""
    draft, line = place.draft, place.draft.lines[0]
    if place.above_em < _MORE_SPACE_EM or not _leads(place) or line.gapped:
        return ""
    number = place.number
    if place.below is not None and line.x1 > place.below.x1 - _SHORT_OF_EM * line.size:
        # Running text begins like this too.
        return ""
    if is_section(draft.whole):
        return "title: numbered"
    if ratio >= _A_LITTLE_LARGER:
        return "title: a little larger, on its own"
    if is_capitals(draft.text):
        return "title: capitals"
    if draft.text.endswith((":", "：")) or _NO_BEGINNING.match(draft.text):
        # It leads over to what follows, or is a name out of a program.
        return ""
    if line.style.colour != body.colour and number is None and place.below_em >= 0:
        return _COLOURED
    if number is None and body.family and family(line.style) not in ("", *body.families):
        return _OTHER_FONT
    return ""


def _ends_sentence(text: str, number: SectionNumber | None) -> bool:
    """Whether a sentence ends at the end of `text`; "Chapter 7." and "etc." end none."""
    if number is not None and number.text == text.rstrip(" ."):
        return False
    return _SENTENCE_END.search(text) is not None and _ABBREVIATED.search(text) is None


def _runs_on(text: str, number: SectionNumber | None) -> bool:
    """Whether a Latin line reads as a piece of a sentence: long, in small letters."""
    words = text.split()
    if number is not None or len(words) < _LONG_WORDS or text.endswith("?"):
        return False
    return sum(word[0].islower() for word in words) >= 0.6 * len(words)


def _is_alone(place: _Place) -> bool:
    """A line with an item's marker that has no items as neighbours."""
    return place.below is not None and not place.below.marker


def _leads(place: _Place) -> bool:
    """Whether text, a list, a table or a picture follows in the same column."""
    below = place.below
    if below is None:
        return False
    if below.paragraph is None or below.rule or below.marker:
        return below.type not in FURNITURE
    wide = len(WIDE.findall(below.text))
    return len(below.lines) > 1 or len(below.text) + wide >= _TEXT_CHARACTERS


def _place(drafts: Sequence[Draft], index: int, body: Body) -> _Place:
    draft = drafts[index]
    em = body.size or 1.0
    above_em = below_em = 2.0
    below: Draft | None = None
    if index > 0 and _stacked(drafts[index - 1], draft):
        above_em = (draft.y0 - drafts[index - 1].y1) / em - body.gap
    if index + 1 < len(drafts) and _stacked(draft, drafts[index + 1]):
        below = drafts[index + 1]
        below_em = (below.y0 - draft.y1) / em - body.gap
    return _Place(draft, section_number(draft.whole), above_em, below_em, below)


def _stacked(above: Draft, below: Draft) -> bool:
    """Whether one stands under the other in one column."""
    return (
        above.page == below.page
        and below.y0 >= above.y0
        and min(above.x1, below.x1) > max(above.x0, below.x0)
        and above.type not in FURNITURE
        and below.type not in FURNITURE
    )


def is_capitals(text: str) -> bool:
    """Whether a text of a script that has them is set in capitals."""
    letters = [character for character in text if character.isalpha()]
    return len(letters) >= 4 and all(character.isupper() for character in letters)


def _is_short(text: str) -> bool:
    unspaced = len(WIDE.findall(text))
    limit = _MAX_UNSPACED_CHARACTERS if 2 * unspaced > len(text) else _MAX_CHARACTERS
    return len(text) <= limit
