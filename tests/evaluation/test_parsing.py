"""Reading measured on small files whose content is known."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragstone.cli.evaluate import app
from ragstone.evaluation.parsing import by_page, evaluate_parsing, scores_of
from ragstone.evaluation.parsing_truth import ParsingTruth, TrueTable
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import BBox, Provenance, merge
from ragstone.model.run import Run
from samples import make_pdf

GRID = "<table><tr><td>Pier</td><td>Fee</td></tr><tr><td>A</td><td>9</td></tr></table>"
PLAIN = "High water comes at six in the morning, and low water at noon."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One page that is read as it is, and one file that is none."""
    (tmp_path / "good.pdf").write_bytes(make_pdf([[PLAIN]]))
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and no more")
    truth = tmp_path / "truth"
    truth.mkdir()
    (truth / "good.md").write_text(PLAIN)
    (truth / "bad.md").write_text(f"# Tides\n\n{PLAIN}")
    return tmp_path


def element(kind: ElementType, text: str, page: int = 1, **rest: object) -> Element:
    return Element(kind, text, provenance=Provenance(page=page), **rest)


def document(*elements: Element) -> Document:
    return Document("a.pdf", "application/pdf", elements)


def test_a_file_that_cannot_be_read_scores_nothing_and_is_named(folder: Path) -> None:
    report = asyncio.run(evaluate_parsing(folder, folder / "truth"))
    bad, good = report.documents
    assert (good.nid, good.overall, good.pages) == (1.0, 1.0, 1)
    assert (bad.nid, bad.mhs, bad.teds, bad.overall) == (0.0, 0.0, None, 0.0)
    assert "bad.pdf" in (bad.failure or "")
    assert report.failed == ["bad"]
    assert (report.overall, report.nid, report.teds, report.mhs) == (0.5, 0.5, None, 0.0)


def test_a_truth_without_its_file_scores_nothing_and_the_rest_is_measured(folder: Path) -> None:
    (folder / "truth" / "gone.md").write_text("text", encoding="utf-8")
    report = asyncio.run(evaluate_parsing(folder, folder / "truth"))
    found = {document.name: document for document in report.documents}
    assert report.failed == ["bad", "gone"]
    assert found["gone"].overall == 0.0
    assert "gone.pdf is not there" in (found["gone"].failure or "")


def test_running_heads_and_line_ends_are_compared_too() -> None:
    found = document(
        element(ElementType.HEADER, "Handbook"),
        element(ElementType.TITLE, "Tides", level=1),
        element(ElementType.PAGE_NUMBER, "7"),
    )
    truth = ParsingTruth(file=Path("a.pdf"), markdown="Handbook\n\n# Tides\n\n7")
    assert scores_of(found, truth).overall == 1.0


def test_the_overall_score_is_the_mean_of_what_applies() -> None:
    found = document(element(ElementType.TABLE, "Pier | Fee\nA | 9", html=GRID))
    scores = scores_of(found, ParsingTruth(file=Path("a.pdf"), markdown=f"# Fees\n\n{GRID}"))
    assert (scores.teds, scores.mhs) == (1.0, 0.0)
    assert scores.overall == pytest.approx((scores.nid + 1.0) / 3)
    assert (scores.tables_true, scores.tables_found) == (1, 1)


def test_a_true_table_is_sought_on_its_own_page() -> None:
    found = document(
        element(ElementType.TABLE, "x", html="<table><tr><td>x</td></tr></table>"),
        element(ElementType.TABLE, "Pier | Fee\nA | 9", page=2, html=GRID),
    )
    wanted = [TrueTable(page=2, html=GRID), TrueTable(page=3, html=GRID)]
    scores = scores_of(found, ParsingTruth(file=Path("a.pdf"), tables=wanted))
    assert scores.table_scores == [1.0, 0.0]
    assert (scores.teds, scores.nid, scores.mhs) == (0.5, None, None)


def test_a_joined_table_is_compared_page_by_page() -> None:
    def place(page: int) -> Provenance:
        return Provenance(page=page, boxes=(BBox(0, 0, 9, 9, 595, 842, page),))

    rows = ("<tr><th>Pier</th></tr>", '<tr><td rowspan="2">A</td></tr>', "<tr></tr>")
    table = Element(
        ElementType.TABLE,
        "Pier\nA\nB",
        html=f"<table>{''.join(rows)}<tr><td>B</td></tr></table>",
        provenance=merge([place(3), place(4)]),
        lines=(Run(0, place(3)), Run(5, place(3)), Run(7, place(4))),
    )
    assert list(by_page(table, table.html or "")) == [
        (3, f"<table>{''.join(rows)}</table>"),
        (4, "<table><tr><td>B</td></tr></table>"),
        (4, "<table><tr><th>Pier</th></tr><tr><td>B</td></tr></table>"),
    ]


def test_every_true_table_counts_once_whatever_its_file(folder: Path) -> None:
    (folder / "two.pdf").write_bytes(make_pdf([[PLAIN]]))
    truth = folder / "tables.json"
    table = {"page": 1, "html": GRID}
    truth.write_text(json.dumps({"good": [table, table, table], "two": []}))
    report = asyncio.run(evaluate_parsing(folder, truth))
    assert (report.teds, report.overall, report.nid) == (0.0, 0.0, None)
    assert [row.teds for row in report.documents] == [0.0, None]


def test_the_command_prints_one_object(folder: Path) -> None:
    done = CliRunner().invoke(app, ["parse", str(folder), str(folder / "truth"), "--json"])
    assert done.exit_code == 1  # bad.pdf was not read
    answer = json.loads(done.stdout)
    assert {"overall", "nid", "teds", "mhs", "documents"} <= set(answer)
    assert answer["teds"] is None
    assert "compared: Markdown with page furniture" in done.stderr
    assert "scores 0: bad.pdf" in done.stderr


def test_the_table_shows_the_worst_first(folder: Path) -> None:
    done = CliRunner().invoke(app, ["parse", str(folder), str(folder / "truth")])
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert names == ["overall", "bad", "good", "mean"]
    assert done.stdout.splitlines()[2].split()[1:5] == ["1.000", "1.000", "–", "–"]
