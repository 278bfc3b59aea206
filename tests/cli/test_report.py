"""`ragstone report`: what a pipeline and a person learn about files before they are ingested."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cli.running import run
from samples import make_docx, make_pdf, make_zip

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "a.docx").write_bytes(make_docx([("Heading 1", EVIL), ("", "The gate opens.")]))
    (folder / "b.txt").write_text("The harbour.", encoding="utf-8")
    (folder / "copy of b.txt").write_text("The harbour.", encoding="utf-8")
    (folder / "bad.pdf").write_bytes(make_pdf([["The berth fee."]])[:300])
    (folder / "garbled.txt").write_text("gate\ue000\ue001\ufffd\ufffd open", encoding="utf-8")
    (folder / "page.html").write_text("<p onclick='go()'>Hello</p><script>go()</script>")
    (folder / "two.pdf").write_bytes(make_pdf([["The berth fee."], ["Nine crowns."]]))
    return folder


@pytest.fixture(scope="module")
def rows(docs: Path) -> dict[str, Any]:
    done = run("report", docs, "--json")
    assert done.returncode == 1  # one of the files cannot be read
    return {row["name"]: row for row in json.loads(done.stdout)}


def test_each_document_has_a_row_in_order(rows: dict[str, Any], docs: Path) -> None:
    assert list(rows) == sorted(path.name for path in docs.iterdir())


def test_a_file_that_cannot_be_read_says_why_and_has_no_share(rows: dict[str, Any]) -> None:
    assert rows["bad.pdf"]["error"].startswith("bad.pdf: ")
    assert rows["bad.pdf"]["share"] == 0


def test_copies_name_each_other(rows: dict[str, Any]) -> None:
    assert rows["b.txt"]["same_as"] == ["copy of b.txt"]
    assert rows["copy of b.txt"]["same_as"] == ["b.txt"]
    assert rows["a.docx"]["same_as"] == []


def test_pages_have_their_own_counts(rows: dict[str, Any]) -> None:
    places = rows["two.pdf"]["places"]
    assert [(place["place"], place["characters"]) for place in places] == [
        ("page 1", 12),
        ("page 2", 11),
    ]


def test_garbled_characters_lower_the_share(rows: dict[str, Any]) -> None:
    row = rows["garbled.txt"]
    assert row["garbled"] == 4
    assert row["share"] == pytest.approx(1 - 4 / 12, abs=1e-3)


def test_active_content_and_encoding_are_told(rows: dict[str, Any]) -> None:
    assert rows["page.html"]["active_content"] == ["scripts", "scripts in tags"]
    assert rows["page.html"]["encoding"] == "utf-8"


def test_the_text_form_is_a_block_a_document(docs: Path) -> None:
    done = run("report", docs)
    heads = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert len(heads) == 7
    assert "bad.pdf: not read" in heads
    assert "  the same bytes as: copy of b.txt" in done.stdout.splitlines()
    assert "ragstone: 1 of 7 could not be read" in done.stderr


def test_fail_under_is_an_exit_code_for_pipelines(docs: Path) -> None:
    assert run("report", docs / "b.txt", "--fail-under", "1").returncode == 0
    done = run("report", docs / "garbled.txt", "--fail-under", "0.9")
    assert done.returncode == 1
    assert done.stderr == "ragstone: garbled.txt: 66.7% is under 90%\n"
    assert run("report", docs / "b.txt", "--fail-under", "2").returncode == 2


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.outside += [
            value or "" for name, value in attrs if name in ("src", "href") and value[:1] != "#"
        ]


def test_the_page_stands_alone_and_runs_nothing(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    name = "<img src=x onerror=go()>.txt"
    (tmp_path / "docs" / name).write_text(EVIL, encoding="utf-8")
    page = tmp_path / "page.html"
    done = run("report", tmp_path / "docs", "-o", page)
    assert done.returncode == 0, done.stderr
    seen = _Tags()
    seen.feed(page.read_text(encoding="utf-8"))
    assert not {"script", "img", "link", "iframe"} & set(seen.tags)
    assert seen.outside == []
    assert "default-src 'none'" in page.read_text(encoding="utf-8")


def test_the_page_never_takes_the_place_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x")
    assert run("report", file, "-o", file).returncode == 2
    assert file.read_text() == "x"


def test_members_of_an_archive_are_places(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(make_zip({"x/b.txt": b"The gate.", "c.md": b"# Tides"}))
    [row] = json.loads(run("report", tmp_path / "a.zip", "--json").stdout)
    assert {place["place"] for place in row["places"]} == {"x/b.txt", "c.md"}
    assert row["missing_share"] is None
