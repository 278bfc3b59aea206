"""Whole made PDFs and their elements as readable JSON Lines; `--refresh` writes them anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ragstone.chunkers.composite import chunk_by_title
from ragstone.model.element import Element, ElementType
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.partitioning.partition import with_page_breaks
from ragstone.sources.source import Source
from sheets import Sheet, make_sheets

GOLDEN = Path(__file__).parent / "golden" / "pdf"
TEXT = (
    "The tide gates open two hours before high water and close some ninety minutes",
    "after it, and nobody may pass between them during the night without the word of",
    "the keeper of the western side.",
)
HALF = (
    "The gates open two hours before high",
    "water and close ninety minutes after",
    "it, and nobody may pass between them",
    "during the night without the word of",
    "the keeper.",
)
CHINESE = ("船只进港前应向港务所报告船名船长和吃水港池内航速不得超过三节", "违者由港务所处理。")


def headings() -> list[Sheet]:
    sheet = Sheet()
    sheet.text(72, 90, "Harbour handbook", 22)
    y = sheet.lines(72, 130, TEXT)
    sheet.text(72, y + 20, "1 The gates", 15, "B")
    y = sheet.lines(72, y + 42, TEXT)
    sheet.text(72, y + 16, "1.1 Opening", 11, "B")
    y = sheet.lines(72, y + 34, TEXT)
    sheet.text(72, y + 20, "2 The sills", 15, "B")
    sheet.lines(72, y + 42, TEXT)
    return [sheet]


def columns() -> list[Sheet]:
    sheet = Sheet()
    sheet.text(72, 90, "Two columns under one head", 18)
    sheet.lines(72, 130, [*HALF, *HALF, "The council ordered that the oldest"])
    sheet.lines(320, 130, ["gates be replaced within six years.", *HALF, *HALF])
    return [sheet]


def lists() -> list[Sheet]:
    sheet = Sheet()
    y = sheet.lines(72, 90, TEXT)
    for marker, x, text in [
        ("•", 72, "open the gate"),
        ("–", 90, "the western one first"),
        ("•", 72, "close the gate"),
    ]:
        y += 16
        sheet.text(x, y, f"{marker} {text}")
    for text in ("wait for the tide", "go on to the mole"):
        y += 16
        sheet.fill(74, y - 6, 78, y - 2)
        sheet.text(86, y, text)
    for number, text in enumerate(("report the name", "report the draught"), start=1):
        y += 16
        sheet.text(72, y, f"{number}) {text}")
    sheet.lines(72, y + 30, TEXT)
    return [sheet]


def contents() -> list[Sheet]:
    sheet = Sheet()
    sheet.text(72, 90, "Contents", 16, "B")
    for number, (name, page) in enumerate([("Gates", 3), ("Sills", 7), ("Oak and iron", 12)]):
        sheet.text(72, 120 + 18 * number, f"{name} ........................ {page}")
    sheet.lines(72, 220, TEXT)
    return [sheet]


def figures() -> list[Sheet]:
    sheet = Sheet()
    y = sheet.lines(72, 90, TEXT)
    sheet.picture(72, y + 10, 320, y + 160)
    sheet.text(72, y + 175, "Figure 1: The western gates at low water.", 9)
    y = sheet.lines(72, y + 210, TEXT)
    sheet.picture(72, y + 10, 320, y + 120)
    sheet.text(72, y + 134, "The keeper's house", 9)
    sheet.lines(72, y + 170, TEXT)
    return [sheet]


def tables() -> list[Sheet]:
    sheet = Sheet()
    y = sheet.lines(72, 90, TEXT)
    sheet.text(72, y + 14, "Table 1. Landings in tons", 9)
    sheet.grid(
        72, y + 24, [["Port", "2022", "2023"], ["Mill", "410", "395"], ["Dock", "120", "131"]]
    )
    y = sheet.lines(72, y + 120, TEXT)
    sheet.grid(72, y + 10, [["Gate", "Width"], ["West", "12 m"], ["East", "9 m"]])
    sheet.lines(72, y + 90, TEXT)
    return [sheet]


def furniture() -> list[Sheet]:
    sheets: list[Sheet] = []
    for number in (1, 2, 3):
        sheet = Sheet()
        sheet.text(72, 36, "Harbour handbook", 9)
        sheet.lines(72, 120, TEXT)
        sheet.text(72, 790, "Printed at the western mole", 9)
        sheet.text(290, 815, f"- {number} -", 9)
        sheets.append(sheet)
    return sheets


def footnotes() -> list[Sheet]:
    first, second = Sheet(), Sheet()
    y = first.lines(72, 90, TEXT)
    first.text(
        72, y + 10, "The survey found lead in the old pipes, and the council ordered that they"
    )
    first.text(72, 745, "1 Survey of water mains, series two.", 8)
    first.text(72, 757, "2 The same, series three.", 8)
    second.text(72, 90, "be replaced within six years.")
    second.lines(72, 130, TEXT)
    return [first, second]


def code() -> list[Sheet]:
    sheet = Sheet()
    y = sheet.lines(72, 90, TEXT)
    y = sheet.lines(
        72, y + 12, ["def open_gate(tide):", "    if tide > 2:", "        lift()"], 10, "M"
    )
    y = sheet.lines(72, y + 12, TEXT)
    y = sheet.lines(72, y + 12, ["gates --open west"], 10, "M")
    sheet.lines(72, y + 12, TEXT)
    return [sheet]


def formulas() -> list[Sheet]:
    sheet = Sheet()
    y = sheet.lines(72, 90, TEXT)
    sheet.text(200, y + 14, "v = x / t + 2 (1)")
    y = sheet.lines(72, y + 40, TEXT)
    sheet.text(200, y + 14, "p = m · g · h (2)")
    sheet.lines(72, y + 40, TEXT)
    return [sheet]


def contacts() -> list[Sheet]:
    sheet = Sheet()
    y = sheet.lines(72, 90, TEXT)
    for text in (
        "keeper@harbour.example",
        "E-mail: mole@harbour.example",
        "Hafenstraße 12, 20457 Hamburg",
        "101 Independence Avenue, Washington, DC 20540",
        "Office hours",
        "West side",
    ):
        y += 34
        sheet.text(72, y, text)
    sheet.lines(72, y + 40, TEXT)
    return [sheet]


def chinese() -> list[Sheet]:
    sheet = Sheet()
    sheet.text(72, 90, "港务规则", 20)
    y = 120.0
    for title in ("第一章 总则", "第二章 靠泊"):
        sheet.text(72, y, title, 14)
        y = sheet.lines(72, y + 24, CHINESE) + 14
    for item in ("一、报告船名", "二、报告吃水"):
        sheet.text(72, y, item)
        y += 18
    return [sheet]


FILES: dict[str, Callable[[], list[Sheet]]] = {
    made.__name__: made
    for made in (
        headings,
        columns,
        lists,
        contents,
        figures,
        tables,
        furniture,
        footnotes,
        code,
        formulas,
        contacts,
        chinese,
    )
}


def elements_of(name: str) -> tuple[Element, ...]:
    source = Source.from_bytes(make_sheets(FILES[name]()), f"{name}.pdf")
    return PdfParser().read(source).elements


def as_lines(elements: tuple[Element, ...]) -> str:
    return "".join(json.dumps(_row(element), ensure_ascii=False) + "\n" for element in elements)


def _row(element: Element) -> dict[str, object]:
    row: dict[str, object] = {"type": element.category, "text": element.text}
    place = element.provenance
    row["page"] = place.page
    if element.level is not None:
        row["level"] = element.level
    if element.marks:
        row["marks"] = sorted(element.marks)
    if element.facts:
        row["facts"] = dict(element.facts)
    if element.html is not None:
        row["html"] = element.html
    row["rule"] = place.rule
    row["lines"] = [run.start for run in element.lines]
    return row


@pytest.mark.parametrize("name", list(FILES))
def test_the_elements_of_a_made_file_are_those_of_the_golden_one(
    name: str, request: pytest.FixtureRequest
) -> None:
    got, path = as_lines(elements_of(name)), GOLDEN / f"{name}.jsonl"
    if request.config.getoption("--refresh"):
        path.write_text(got, encoding="utf-8")

    assert got == path.read_text(encoding="utf-8")


def test_chunks_of_a_made_file_are_the_composite_elements_of_the_golden_one(
    request: pytest.FixtureRequest,
) -> None:
    got = as_lines(tuple(chunk_by_title(elements_of("headings"))))
    path = GOLDEN / "headings-by-title.jsonl"
    if request.config.getoption("--refresh"):
        path.write_text(got, encoding="utf-8")

    assert got == path.read_text(encoding="utf-8")


def test_every_type_occurs_at_least_twice() -> None:
    # CompositeElement is what chunking makes of several elements; no parser gives it.
    elements = [element for name in FILES for element in with_page_breaks(elements_of(name))]
    counts = Counter(element.type for element in [*elements, *chunk_by_title(elements)])

    assert {kind for kind in ElementType if counts[kind] < 2} == set()


@pytest.mark.parametrize("name", list(FILES))
def test_every_element_says_its_rule_and_has_boxes_on_its_page(name: str) -> None:
    for element in elements_of(name):
        assert element.provenance.rule
        assert element.provenance.boxes
        assert all(box.page == element.provenance.page for box in element.provenance.boxes)
