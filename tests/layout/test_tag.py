from __future__ import annotations

from ragstone.layout.fragment import Fragment, Style
from ragstone.layout.tag import Role, Tag, belief

STYLE = Style(10, bold=False, turn=0, invisible=False)
WORDS = "The tide gates open two hours before high water and close after."


def fragment(number: int, x: float, y: float, text: str = WORDS) -> Fragment:
    return Fragment(text, x, y, x + 200, y + 12, STYLE, number, number + 1, False, False)


def tags(blocks: list[int], role: Role = "P") -> dict[int, Tag]:
    """The block of each fragment."""
    return {number: Tag(role, block, block) for number, block in enumerate(blocks)}


COLUMN = [fragment(n, 60, 100 + 20 * n) for n in range(6)]


def test_tags_in_the_order_of_the_page_are_believed() -> None:
    assert belief(COLUMN, tags([0, 1, 2, 3, 4, 5])) == ""


def test_a_step_to_the_next_column_is_no_contradiction() -> None:
    second = [fragment(6 + n, 320, 100 + 20 * n) for n in range(6)]

    assert belief(COLUMN + second, tags(list(range(12)))) == ""


def test_tags_that_lead_up_and_down_are_not_believed() -> None:
    assert "order" in belief(COLUMN, tags([3, 0, 5, 1, 4, 2]))


def test_tags_that_leave_out_half_of_the_text_are_not_believed() -> None:
    assert "leave out" in belief(COLUMN, tags([0, 1, 2]))


def test_artifacts_count_as_covered() -> None:
    found = tags([0, 1, 2, 3, 4]) | {5: Tag("Artifact", -1, -1)}

    assert belief(COLUMN, found) == ""


def test_tags_that_call_everything_a_heading_are_not_believed() -> None:
    assert "headings" in belief(COLUMN, tags([0, 1, 2, 3, 4, 5], "H"))


def test_a_page_without_text_contradicts_nothing() -> None:
    assert belief([], {}) == ""
