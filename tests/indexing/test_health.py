"""What a file holds against what came out: found where all is there, told where it is not."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from ragstone.indexing.health import Health, health_of
from ragstone.model.document import Document
from ragstone.parsers.active_content import active_content
from ragstone.parsers.read import read_document
from ragstone.parsers.signatures import DOCX, PDF
from ragstone.sources.source import Source
from samples import (
    make_docx,
    make_epub,
    make_odt,
    make_pdf,
    make_pptx,
    make_xlsx,
    make_zip,
)

GATE = "The gate opens at seven."
FILES = {
    "a.docx": lambda: make_docx([("Heading 1", "费用"), ("", GATE), [["Fish", "8.40"]]]),
    "a.pptx": lambda: make_pptx([("Rules", [GATE, "费用"])]),
    "a.xlsx": lambda: make_xlsx({"Catch": [["Fish", "Tons"], [GATE, 8.4], ["费用", 12]]}),
    "a.epub": lambda: make_epub([("a.xhtml", f"<h1>费用</h1><p>{GATE}</p>")]),
    "a.odt": lambda: make_odt(f"<text:p>{GATE}</text:p><text:p>费用</text:p>"),
    "a.pdf": lambda: make_pdf([["Rules", "", GATE], ["费用在六点开始。"]]),
    "a.html": lambda: f"<body><h1>费用</h1><p>{GATE}<script>x()</script>".encode(),
}


def _health(payload: bytes, name: str, document: Document | None = None) -> Health:
    source = Source.from_bytes(payload, name)
    return health_of(source, document or read_document(source))


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_missing_of_a_file_that_is_read_whole(name: str) -> None:
    health = _health(FILES[name](), name)
    assert health.missing_share == 0
    assert health.share == 1
    assert health.parts
    assert sum(part.characters for part in health.parts) > 20


@pytest.mark.parametrize("name", FILES)
def test_what_did_not_come_out_is_counted_and_shown(name: str) -> None:
    payload = FILES[name]()
    document = read_document(Source.from_bytes(payload, name))
    lost = tuple(element for element in document.elements if "gate" not in element.text)
    health = _health(payload, name, replace(document, elements=lost))
    assert health.missing_share is not None
    assert health.missing_share > 0.3
    assert health.share < 0.7
    assert any("gate" in example for example in health.missing_examples)


def test_a_lost_column_of_numbers_is_counted_by_cells() -> None:
    payload = make_xlsx({"A": [["Fish", "Tons"], *([f"fish {n}", n + 0.5] for n in range(40))]})
    document = read_document(Source.from_bytes(payload, "a.xlsx"))
    [table] = document.elements
    first = "\n".join(line.partition(" | ")[0] for line in table.text.split("\n")) + "Tons"
    health = _health(payload, "a.xlsx", replace(document, elements=(replace(table, text=first),)))
    assert health.missing_share is not None
    assert health.missing_share > 0.4
    assert "41 of 82 cells" in health.missing_examples


def test_verbatim_text_misses_nothing() -> None:
    assert _health(b"The gate.", "a.txt").missing_share == 0


def test_a_member_that_could_not_be_read_lowers_the_share() -> None:
    payload = make_zip({"a.txt": GATE.encode(), "b.docx": b"PK\x03\x04 cut off"})
    health = _health(payload, "a.zip")
    assert health.share == 0.5
    assert any("b.docx" in warning for warning in health.warnings)


def test_marks_are_counted() -> None:
    health = _health(b"<nav><p>Home</p></nav><p>The gate opens at seven.</p>", "a.html")
    assert health.marks == {"boilerplate": 1}


def test_a_damaged_part_does_not_end_the_report() -> None:
    payload = make_docx([("", GATE)])
    members = zipfile.ZipFile(io.BytesIO(payload))
    broken = {name: members.read(name) for name in members.namelist()}
    broken["word/footnotes.xml"] = b"<w:footnotes><broken"
    health = _health(make_zip(broken), "a.docx")
    assert health.error is None
    assert health.missing_share == 0


@pytest.mark.parametrize(
    ("member", "kind"),
    [
        ("word/vbaProject.bin", "macros (VBA)"),
        ("word/embeddings/a.bin", "embedded objects"),
        ("xl/macrosheets/sheet1.xml", "Excel 4 macros"),
        ("Basic/Standard/Module1.xml", "macros"),
    ],
)
def test_what_acts_in_a_package_is_named(member: str, kind: str) -> None:
    source = Source.from_bytes(make_zip({member: b"x"}), "a.docx")
    assert active_content(source, DOCX) == [kind]


def test_scripts_of_a_pdf_are_named() -> None:
    payload = make_pdf([["x"]]) + b"\n9 0 obj << /S /JavaScript /JS (app.alert) >> endobj"
    assert active_content(Source.from_bytes(payload, "a.pdf"), PDF) == ["scripts"]
    assert active_content(Source.from_bytes(make_pdf([["x"]]), "a.pdf"), PDF) == []
