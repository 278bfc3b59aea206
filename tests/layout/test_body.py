"""Body: what the running text of a document looks like."""

from __future__ import annotations

from pages import line, prose
from ragstone.layout.body import Body
from ragstone.layout.line import Line


def code(rows: int) -> list[Line]:
    return [
        line(f"open_gate({n}) and close_gate({n})", y=300 + 10 * n, size=8, monospaced=True)
        for n in range(rows)
    ]


def test_code_does_not_tell_the_size_of_the_text_though_there_is_more_of_it() -> None:
    body = Body.of([[*prose(100), *code(10)]])

    assert (body.size, body.monospaced) == (10.0, False)


def test_a_text_that_is_nearly_all_in_a_typewriters_font_is_set_in_it() -> None:
    body = Body.of([[*prose(100)[:1], *code(30)]])

    assert (body.size, body.monospaced) == (8.0, True)
