"""The interpreter of RTF: groups, destinations and properties, token by token, without recursion.

Specification 1.9.1. What text means is decided when its group begins; a destination that is marked
as new (`\\*`) and unknown is passed over, as readers must.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ragstone.limits import Limits
from ragstone.model.element import Element, ElementType
from ragstone.parsers.bounded import TextBound
from ragstone.parsers.heading_style import below_title
from ragstone.parsers.picture_files import PictureFiles, described
from ragstone.parsers.rtf.characters import Characters
from ragstone.parsers.rtf.destinations import (
    ENTERED,
    MATH,
    PASSED,
    SIGNS,
    STORIES,
    STRINGS,
    link_address,
)
from ragstone.parsers.rtf.fonts import Fonts
from ragstone.parsers.rtf.info import Info
from ragstone.parsers.rtf.picture import Pictures
from ragstone.parsers.rtf.properties import Properties, new_rows
from ragstone.parsers.rtf.state import BODY, FONTS, NOTHING, PICTURE, STRING, STYLES, State
from ragstone.parsers.rtf.story import Look, Story, with_titles
from ragstone.parsers.rtf.styles import Styles
from ragstone.parsers.rtf.tokens import tokens
from ragstone.parsers.title_by_look import SIZE

_MAX_LIST_DEPTH = 8
_ENDS = frozenset({"par", "sect", "page", "column", "\n", "\r"})


@dataclass(slots=True)
class _Group:
    """An open group: the state outside it, and what is to be done at its end."""

    outer: State
    at_end: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    is_new: bool = False


class RtfReader:
    """Reads one file; `warnings` and `furniture` (page headers and footers) grow."""

    def __init__(self, limits: Limits, file: str, pictures: PictureFiles | None = None) -> None:
        self.warnings: list[str] = []
        self.furniture: list[tuple[str, Element]] = []
        self._limits, self._file = limits, file
        self._bound = TextBound(limits, file)
        self._pictures = Pictures(pictures)
        self._groups: list[_Group] = []
        self._fonts, self._styles, self._info = Fonts(), Styles(), Info()
        self._properties = Properties(self._fonts, self._styles, self._info, self._check_depth)
        self._breaks: dict[str, Callable[[], None]] = {
            **dict.fromkeys(_ENDS, self._end_paragraph),
            "cell": lambda: self._end_cell(nested=False),
            "nestcell": lambda: self._end_cell(nested=True),
            "row": lambda: self._end_row(nested=False),
            "nestrow": lambda: self._end_row(nested=True),
        }
        self._stories = [Story("", count_cells=self._count_cells)]
        self._strings: list[list[str]] = []
        self._instruction = self._property = self._marker = ""
        self._characters = Characters(self._fonts)
        self._counts: Counter[str] = Counter()
        self._cells = 0

    @property
    def _state(self) -> State:
        return self._properties.state

    @property
    def facts(self) -> dict[str, Any]:
        """Title, authors, dates, … as far as given."""
        return self._info.facts()

    def read(self, data: bytes) -> list[Element]:
        """All elements of the body."""
        for token in tokens(data):
            word = token.word
            if word == "":
                if self._state.destination == PICTURE:
                    self._pictures.add(token)
                else:
                    is_wanted = self._state.destination != NOTHING
                    self._characters.add(token, is_wanted=is_wanted)
                continue
            self._text(self._characters.flush(self._state))
            if word in SIGNS and self._characters.stands_for_unicode():
                continue
            self._characters.end_fallback()
            if word == "{":
                self._open()
            elif word == "}":
                self._close()
            elif token.data and self._state.destination == PICTURE:
                self._pictures.add(token)
            elif self._state.destination != NOTHING:
                self._word(word, token.number)
        self._text(self._characters.flush(self._state))
        if self._groups:
            self.warnings.append("the file ends in the middle; what was there was kept")
            self._end_paragraph()
            while self._groups:
                self._close()
        story = self._stories[0]
        return below_title(with_titles(story.finish(self._look()), story.sizes))

    # Groups

    def _open(self) -> None:
        self._check_depth(len(self._groups) + 1)
        self._groups.append(_Group(self._state))
        self._properties.state = self._state.inner()
        if self._state.destination == STYLES:
            self._styles.begin(None)

    def _close(self) -> None:
        if not self._groups:
            return
        if len(self._groups) == 1:
            # The last paragraph of a file needs no end.
            self._end_paragraph()
        for step in reversed(self._groups[-1].at_end):
            step()
        self._properties.state = self._groups.pop().outer

    def _at_end(self, step: Callable[[], None]) -> None:
        if self._groups:
            self._groups[-1].at_end.append(step)

    # Words

    def _word(self, word: str, number: int | None) -> None:
        group = self._groups[-1] if self._groups else _Group(self._state)
        if word == "*":
            group.is_new = True
            return
        is_new, group.is_new = group.is_new, False
        if self._destination(word, is_new=is_new):
            return
        if word in SIGNS:
            self._text(SIGNS[word])
        elif word == "u" and number is not None:
            self._text(self._characters.unicode(number, self._state))
        elif word in self._breaks:
            self._breaks[word]()
        elif self._properties.set(word, number):
            return
        elif word in MATH:
            before, after = MATH[word]
            self._text(before)
            self._at_end(lambda: self._text(after))

    def _destination(self, word: str, *, is_new: bool) -> bool:
        """Whether the word begins a destination; then its group is set up for it."""
        if word in STORIES:
            self._begin_story(word)
        elif word in STRINGS:
            self._begin_string(word)
        elif word in ENTERED:
            self._state.destination = ENTERED[word] or self._state.destination
            if word == "fldrslt":
                self._begin_link()
            elif word == "pict":
                self._begin_picture()
            elif word == "creatim":
                self._info.begin_date()
                self._at_end(self._info.end_date)
            elif word == "nesttableprops":
                self._state.is_nested_row = True
        elif word in PASSED or is_new:
            self._state.destination = NOTHING
        else:
            return False
        return True

    def _begin_story(self, word: str) -> None:
        """A note, comment, header, footer or text box: paragraphs of their own."""
        kind, marks = STORIES[word]
        self._counts[kind] += 1
        story = Story(f"{kind}[{self._counts[kind]}]/", marks, self._count_cells)
        properties = self._properties
        rows, properties.rows = properties.rows, new_rows()
        marker, self._marker = self._marker, ""
        author, self._info.author = self._info.author, ""
        facts = {"author": author} if kind == "comment" and author else {}
        self._stories.append(story)
        properties.state = State(fallback=self._state.fallback)

        def end() -> None:
            found = self._stories.pop().finish(self._look())
            properties.rows, self._marker = rows, marker
            found = [_apart(element, facts, divides=kind == "box") for element in found]
            if kind in ("header", "footer"):
                self.furniture += ((kind, element) for element in found)
            else:
                self._stories[-1].follow(found)

        self._at_end(end)

    def _begin_string(self, word: str) -> None:
        self._state.destination = STRING
        self._strings.append([])
        self._at_end(lambda: self._keep(word, "".join(self._strings.pop()).strip()))

    def _keep(self, word: str, text: str) -> None:
        """What a destination held as one string."""
        if word == "fldinst":
            self._instruction = text
        elif word in ("listtext", "pntext"):
            self._marker = text
        elif word == "sn":
            self._property = text
        elif word != "sv":
            self._info.keep(word, text)
        elif self._property == "wzDescription" and (text := described(text)):
            self._show(self._pictures.describe(text))

    def _begin_picture(self) -> None:
        if self._pictures.begin():
            is_hidden = self._state.hidden
            self._at_end(lambda: self._show(self._pictures.end(is_hidden=is_hidden)))
        else:
            self._state.destination = NOTHING

    def _show(self, picture: Element | None) -> None:
        if picture is not None:
            self._stories[-1].follow([picture])

    def _begin_link(self) -> None:
        url, self._instruction = link_address(self._instruction), ""
        if url:
            story = self._stories[-1]
            story.begin_link(url)
            self._at_end(story.end_link)

    # Text

    def _text(self, text: str) -> None:
        text = text.replace("\0", "")
        if not text:
            return
        state = self._state
        if state.destination == BODY:
            self._bound.take(len(text))
            self._stories[-1].add(text, state)
        elif state.destination == STRING:
            self._strings[-1].append(text)
        elif state.destination == FONTS:
            self._fonts.name(text)
        elif state.destination == STYLES:
            self._styles.name(text)

    # Paragraphs and tables

    def _look(self) -> Look:
        state = self._state
        level, rule, style = self._styles.heading(state.style, state.outline)
        depth = min(state.list_depth, _MAX_LIST_DEPTH)
        return Look(level, rule, self._marker or None, depth, state.depth, style)

    def _end_paragraph(self) -> None:
        if self._state.destination == BODY:
            self._stories[-1].end_paragraph(self._look())
            self._marker = ""

    def _end_cell(self, *, nested: bool) -> None:
        if self._state.destination == BODY:
            look = self._look()
            depth = max(2, look.table_depth) if nested else 1
            self._check_depth(depth)
            self._stories[-1].end_cell(replace(look, table_depth=depth))
            self._marker = ""

    def _end_row(self, *, nested: bool) -> None:
        depth = max(2, self._state.depth) if nested else 1
        row = self._properties.rows[nested]
        self._stories[-1].end_row(depth, tuple(row.edges), is_header=row.is_header)

    def _count_cells(self, cells: int) -> None:
        self._cells += cells
        self._limits.check("table_cells", self._cells, self._file)

    def _check_depth(self, depth: int) -> None:
        self._limits.check("markup_depth", depth, self._file)


def _apart(element: Element, facts: dict[str, Any], *, divides: bool) -> Element:
    """An element of a note, a comment or a box; a heading in a note divides nothing."""
    kind, level = element.type, element.level
    if kind is ElementType.TITLE and not divides:
        kind, level = ElementType.UNCATEGORIZED_TEXT, None
    facts = {key: fact for key, fact in {**element.facts, **facts}.items() if key != SIZE}
    return replace(element, type=kind, level=level, facts=facts)
