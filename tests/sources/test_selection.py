"""Patterns that choose among the files of a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragstone.errors import ParameterError
from ragstone.sources.folder import walk
from ragstone.sources.selection import Selection
from ragstone.sources.source import Source


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("*.pdf", "a.pdf", True),
        ("*.pdf", "2024/deep/a.PDF", True),
        ("*.pdf", "a.pdf.txt", False),
        ("drafts", "2024/drafts/a.txt", True),
        ("drafts/", "drafts/a.txt", True),
        ("drafts", "my drafts/a.txt", False),
        ("/drafts", "drafts/a.txt", True),
        ("/drafts", "2024/drafts/a.txt", False),
        ("./drafts/*", "drafts/a.txt", True),
        ("reports/*.txt", "reports/a.txt", True),
        ("reports/*.txt", "reports/2024/a.txt", False),
        ("reports/**", "reports/2024/a.txt", True),
        ("**/2024/*.txt", "2024/a.txt", True),
        ("**/2024/*.txt", "x/y/2024/a.txt", True),
        ("a?.txt", "ab.txt", True),
        ("a?.txt", "a/.txt", False),
        ("[ab]*.txt", "b1.txt", True),
        ("[!ab]*.txt", "b1.txt", False),
        ("a[.txt", "a[.txt", True),
        ("a+(b).txt", "a+(b).txt", True),
        ("费用*", "费用表.xlsx", True),
    ],
)
def test_a_pattern_fits_names_as_people_expect(pattern: str, name: str, fits: bool) -> None:
    assert Selection(include=(pattern,)).takes(name) is fits
    assert Selection(exclude=(pattern,)).takes(name) is not fits


def test_what_is_excluded_wins_over_what_is_included() -> None:
    selection = Selection(include=("*.txt",), exclude=("drafts",))
    assert selection.takes("a.txt")
    assert not selection.takes("drafts/a.txt")
    assert not selection.enters("drafts")


@pytest.mark.parametrize("pattern", ["", "  ", "/", "[z-a]"])
def test_a_pattern_without_sense_is_refused_in_a_sentence(pattern: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Selection(include=(pattern,))
    assert "pattern" in str(caught.value)


def _names(root: Path, selection: Selection) -> list[str]:
    return [item.name for item in walk(root, selection=selection) if isinstance(item, Source)]


def test_a_walk_takes_only_what_is_selected_and_never_what_is_hidden(tmp_path: Path) -> None:
    for name in ("a.txt", "b.pdf", ".c.txt", "drafts/d.txt", ".git/e.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert _names(tmp_path, Selection(include=("*.txt",))) == ["a.txt", "drafts/d.txt"]
    assert _names(tmp_path, Selection(exclude=("drafts", "*.pdf"))) == ["a.txt"]
    assert _names(tmp_path, Selection(include=(".c.txt", ".git"))) == []


def test_a_link_out_of_the_folder_is_not_followed_whatever_is_included(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "secret.txt").write_text("x")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.txt").write_text("x")
    (tmp_path / "docs" / "link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "docs" / "folder").symlink_to(tmp_path / "outside")
    assert _names(tmp_path / "docs", Selection(include=("*.txt",))) == []


def test_a_file_that_is_given_itself_is_always_taken(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    assert _names(tmp_path / "a.txt", Selection(include=("*.pdf",))) == ["a.txt"]
