"""Captions of figures and tables.

A caption says so ("Figure 3.", "Table 2:", "图 1"), or it stands right under a picture, no wider
than that, and looks unlike the text around.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragstone.layout.body import Body, family, gap_em, same_size
from ragstone.layout.draft import Draft
from ragstone.layout.numbering import is_section
from ragstone.layout.page import Picture
from ragstone.model.element import ElementType

_WORDS = (
    "figure|fig|table|tab|diagram|chart|graph|plate|photo|photograph|scheme|map|exhibit|"
    "illustration|abbildung|abb|tabelle|tableau|figura|tabla|tabela|рис|рисунок|таблица"
)
_NUMBER = r"(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.\-–]\d{1,3})*[a-zA-Z]?(?:[-–][A-Z])?|[IVXLC]{1,6}|[A-Z]"
#: After its number a caption has a mark, a line end or a capital; running text goes on with a verb.
_LABELLED = re.compile(
    rf"(?i:{_WORDS})\.?\s?(?:{_NUMBER})(?:\s*[.:：|—–)]|\s*$|\s+[^a-z\s]|\s{{2,}})"
    rf"|(?i:{_WORDS})\s*:\s*\S|(?:TABLE|FIGURE|Table|Figure)\.\s+[A-Z]"
    r"|(?:附?图表?|附?表|圖|示意图|図)\s*[\d一二三四五六七八九十]{1,3}(?:[-－.．–]\d{1,3})*"
    r"(?:[.．:：、)）]|\s*(?![\s\d所中给显可为是展反说描])(?:\S|$))"
    r"|图(?:示|注)\s*\S"
)
_MAX_CHARACTERS = 500
_UNDER_EM = 2.0
_MAX_LINES = 3
#: Lines of one caption stand no further apart than usual by this, in ems.
_CLOSE_EM = 0.5
_LABEL, _GOES_ON = "caption: label and number", "caption: goes on under its label"
_RULES = (_LABEL, _GOES_ON)


def captioned(drafts: Sequence[Draft], body: Body) -> list[Draft]:
    """The same with captions typed; drafts of the whole document in reading order."""
    found: list[Draft] = []
    picture: Draft | None = None
    for draft in drafts:
        above = found[-1] if found else None
        if isinstance(draft.source, Picture):
            picture = draft
        elif draft.is_open:
            if is_labelled(draft.text) and len(draft.text) <= _MAX_CHARACTERS:
                draft = draft.typed(ElementType.FIGURE_CAPTION, _LABEL)
            elif picture is not None and _is_under(draft, picture, body):
                draft = draft.typed(ElementType.FIGURE_CAPTION, "caption: under a picture")
            elif above is not None and above.rule in _RULES and _goes_on(above, draft, body):
                draft = draft.typed(ElementType.FIGURE_CAPTION, _GOES_ON)
            picture = None
        found.append(draft)
    return found


def is_labelled(text: str) -> bool:
    """Whether a text begins as a caption does."""
    return _LABELLED.match(text) is not None


def _goes_on(above: Draft, draft: Draft, body: Body) -> bool:
    """Whether a draft is the next line of the caption above: close to it and in its look, which is
    not that of the text."""
    if (above.page, above.block) != (draft.page, draft.block) or draft.marker:
        return False
    one, two = above.lines[-1], draft.lines[0]
    alike = same_size(one, two) and (one.bold, one.style.font) == (two.bold, two.style.font)
    close = gap_em(one, two) <= body.gap + _CLOSE_EM and len(draft.lines) <= _MAX_LINES
    text_like = abs(body.ratio(two) - 1) < 0.05 and two.bold == body.bold
    unlike = not text_like or family(two.style) != body.family
    return alike and close and unlike and not is_section(draft.text)


def _is_under(draft: Draft, picture: Draft, body: Body) -> bool:
    """Right below, within the picture's width, and smaller than the body or set to its middle."""
    if draft.page != picture.page or len(draft.lines) > _MAX_LINES or draft.marker:
        return False
    em = draft.size or 1.0
    below = -0.5 * em <= draft.y0 - picture.y1 <= _UNDER_EM * em
    within = draft.x0 >= picture.x0 - em and draft.x1 <= picture.x1 + em
    middle = abs((draft.x0 + draft.x1) - (picture.x0 + picture.x1)) / 2 <= em
    smaller = draft.size < 0.95 * body.size
    coloured = draft.lines[0].style.colour != body.colour
    return below and within and (smaller or middle or coloured)
