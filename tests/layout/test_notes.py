"""Where the text of annotations is read among the paragraphs of its page."""

from __future__ import annotations

import time

from ragstone.layout.draft import Draft
from ragstone.layout.fragment import Box
from ragstone.layout.notes import with_notes
from ragstone.layout.page import Annotation, PageLayout


def draft(text: str, x0: float, y0: float, x1: float, y1: float) -> Draft:
    return Draft(1, 0, text, x0, y0, x1, y1)


def page(*notes: Annotation) -> PageLayout:
    return PageLayout(1, 600, 800, (), (), notes, unreadable=0, has_picture=False)


def free(text: str, box: Box, *, hidden: bool = False) -> Annotation:
    return Annotation("free_text", text, box, hidden=hidden)


def order(drafts: list[Draft], *notes: Annotation) -> list[str]:
    return [item.text for item in with_notes(drafts, page(*notes))]


TITLE = draft("title", 60, 50, 540, 70)
LEFT, LEFT_END = draft("left", 60, 100, 290, 200), draft("left end", 60, 300, 290, 400)
RIGHT = draft("right", 310, 100, 540, 200)
COLUMNS = [TITLE, LEFT, LEFT_END, RIGHT]


def test_a_note_stays_in_its_column() -> None:
    assert order(COLUMNS, free("note", (70, 230, 200, 260))) == [
        "title",
        "left",
        "note",
        "left end",
        "right",
    ]
    assert order(COLUMNS, free("note", (320, 230, 450, 260)))[-2:] == ["right", "note"]


def test_a_note_over_a_paragraph_comes_behind_it() -> None:
    assert order(COLUMNS, free("note", (70, 150, 200, 190)))[1:3] == ["left", "note"]


def test_a_note_above_everything_comes_first() -> None:
    assert order(COLUMNS, free("note", (70, 10, 200, 30)))[0] == "note"


def test_a_note_in_the_margin_comes_behind_what_ends_above_it() -> None:
    assert order([TITLE, LEFT, LEFT_END], free("note", (550, 230, 590, 260)))[1:3] == [
        "left",
        "note",
    ]


def test_what_fills_in_a_form_stands_behind_its_label() -> None:
    labels = [draft("Name:", 60, 100, 100, 112), draft("Date:", 300, 100, 330, 112)]

    found = order(labels, free("4 May", (335, 98, 400, 114)), free("Ann", (105, 98, 200, 114)))

    assert found == ["Name:", "Ann", "Date:", "4 May"]


def test_notes_of_one_place_are_read_from_top_to_bottom() -> None:
    notes = (free("two", (70, 260, 200, 275)), free("one", (70, 230, 200, 245)))

    assert order(COLUMNS, *notes)[2:4] == ["one", "two"]


def test_a_page_of_thousands_of_notes_is_read_in_seconds() -> None:
    notes = [free(f"note {n}", (60, n / 10, 200, n / 10 + 9)) for n in range(10_000)]
    begin = time.process_time()
    found = order(COLUMNS, *notes)

    assert time.process_time() - begin < 10
    assert len(found) == len(COLUMNS) + len(notes)
    assert found[-1] == "note 9999"


def test_hidden_notes_and_comments_come_last() -> None:
    notes = (
        free("unseen", (70, 80, 200, 90), hidden=True),
        Annotation("comment", "really?", (70, 80, 90, 90), "Ann"),
    )

    assert order(COLUMNS, *notes)[-2:] == ["unseen", "really?"]
