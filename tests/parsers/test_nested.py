"""Documents inside documents: places, sections, citations, names, and limits shared by all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from mail_samples import make_mail
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import LimitExceeded
from ragstone.limits import MIB, Limits
from ragstone.model.document import Document
from ragstone.model.provenance import Provenance, merge
from ragstone.model.span import Span
from ragstone.parsers.member_name import member_name, points_outside
from ragstone.parsers.nested import Nest
from ragstone.parsers.read import read_document
from ragstone.search.citation import cite
from ragstone.sources.source import Source
from samples import make_docx, make_pdf, make_tar, make_xlsx, make_zip

REPORT = make_pdf([["Tide tables"], ["High water at six."], ["高潮在六点。"]])
NOTES = b"# Ropes\n\nCoil them.\n\n# Lamps\n\nFill them.\n"


def read(data: bytes, name: str = "a.zip", **limits: int) -> Document:
    return read_document(Source.from_bytes(data, name, limits=Limits(**limits)))


def test_elements_of_a_member_keep_their_own_place_beside_its_path():
    found = read(make_zip({"2024/report.pdf": REPORT, "2024/notes.md": NOTES}))
    places = {e.text: e.provenance for e in found.elements}
    assert (places["高潮在六点。"].member, places["高潮在六点。"].page) == ("2024/report.pdf", 3)
    assert places["高潮在六点。"].boxes
    assert (places["Coil them."].member, places["Coil them."].line_start) == ("2024/notes.md", 3)


def test_paths_of_archives_in_archives_are_joined():
    inner = make_zip({"2024/report.docx": make_docx([("", "Check the oil.")])})
    found = read(make_tar({"post/letters.zip": inner}), "all.tar")
    assert [member.path for member in found.members] == [
        "post/letters.zip",
        "post/letters.zip/2024/report.docx",
    ]
    place = found.elements[0].provenance
    assert (place.member, place.path) == ("post/letters.zip/2024/report.docx", "p[1]")
    assert place.where() == "post/letters.zip/2024/report.docx, paragraph 1"


def test_natural_sections_are_those_that_each_member_has_by_itself():
    found = read(make_zip({"report.pdf": REPORT, "notes.md": NOTES, "log.txt": b"one\n\ntwo"}))
    rows = [(s.metadata["member"], s.metadata.get("page"), s.text) for s in found.sections()]
    assert rows == [
        ("report.pdf", 1, "Tide tables"),
        ("report.pdf", 2, "High water at six."),
        ("report.pdf", 3, "高潮在六点。"),
        ("notes.md", None, "Ropes\n\nCoil them."),
        ("notes.md", None, "Lamps\n\nFill them."),
        ("log.txt", None, "one\n\ntwo"),
    ]


def test_a_heading_of_one_member_heads_nothing_in_the_next():
    found = read(make_zip({"notes.md": NOTES, "log.txt": b"one line\n"}))
    [last] = [part for s in found.sections() for part in s.parts if s.text == "one line"]
    assert last.heading_path == ()
    assert found.elements[-1].parent_id is None
    whole = found.sections("document")
    assert len(whole) == 1
    assert whole[0].parts[-1].heading_path == ()


def test_a_citation_names_the_archive_the_member_and_its_page():
    section = read(make_zip({"report.pdf": REPORT})).sections()[2]
    [chunk] = CHUNKERS.create("section").chunk_sections([section])
    assert cite(chunk, section).where() == "a.zip/report.pdf, page 3"


def test_lines_of_a_text_are_cited_one_by_one_inside_an_archive():
    section = read(make_zip({"log.txt": b"\nfirst line\nsecond line\nthird line\n"})).sections()[0]
    start = section.text.index("second")
    place = section.place(Span(start, start + 6))
    assert place.where() == "log.txt, line 3"


def test_rows_of_a_sheet_are_cited_by_their_cells_inside_an_archive():
    rows = [["Fish", "Tons"], *[[f"Hake {number}", number] for number in range(50)]]
    found = read(make_zip({"catch.xlsx": make_xlsx({"Catch": rows})}))
    [section] = found.sections()
    start = section.text.index("Hake 7 ")
    place = section.place(Span(start, start + 6))
    assert place.where() == "catch.xlsx, sheet Catch, cells A9:B9"
    assert Document.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert found.elements[0].lines[1:3] == tuple(found.elements[0].lines)[1:3]


def test_a_place_over_two_members_counts_the_lines_of_the_first_alone():
    merged = merge(
        [
            Provenance(member="a.txt", line_start=30, line_end=31),
            Provenance(member="b.txt", line_start=1, line_end=2),
        ]
    )
    assert merged.where() == "a.txt–b.txt, lines 30–31"


def test_equal_texts_in_two_members_have_two_ids_that_do_not_depend_on_each_other():
    one = read(make_zip({"a.txt": b"same", "b.txt": b"same"}))
    other = read(make_zip({"b.txt": b"same"}))
    assert len({element.id for element in one.elements}) == 2
    assert one.elements[1].id == other.elements[0].id


def test_members_survive_json_with_their_facts():
    found = read(make_zip({"notes.md": b"---\ntitle: Duties\n---\nRopes.\n", "x.bin": bytes(99)}))
    again = Document.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again == found
    assert again.members[0].facts["title"] == "Duties"
    assert again.members[1].error
    assert found.sections()[-1].metadata["title"] == "Duties"


def test_a_member_that_cannot_be_read_is_a_warning_a_line_and_a_member():
    found = read(make_zip({"a.txt": b"Ropes.", "cut.pdf": b"%PDF-1.7 cut off", "x.bin": bytes(99)}))
    assert [member.path for member in found.members if member.error] == ["cut.pdf", "x.bin"]
    assert [w.partition(": ")[0] for w in found.warnings] == ["cut.pdf", "x.bin"]
    text = found.sections()[0].text
    assert text == "- cut.pdf (not read)\n\n- x.bin (not read)"
    assert "Ropes." in [element.text for element in found.elements]


def test_warnings_of_a_member_have_its_name_before_them():
    found = read(make_zip({"empty.txt": b" \n", "named.md": REPORT}))
    assert found.warnings[0] == "empty.txt: empty"
    assert found.warnings[1].startswith("named.md: content and extension differ")


def test_members_of_which_the_same_is_said_share_a_warning():
    found = read(make_zip({f"{number}.txt": b"" for number in range(3)}))
    assert found.warnings == ("0.txt, 1.txt, 2.txt: empty",)
    found = read(make_zip({f"{number}.txt": b"" for number in range(150)}))
    assert found.warnings == ("0.txt, 1.txt and 148 others: empty",)


def test_many_warnings_end_in_their_number():
    nest = Nest(Source.from_bytes(b"", "a.zip"))
    for number in range(150):
        nest.warn(f"{number} rows are damaged", f"{number}.csv")
    assert nest.warnings[0] == "0.csv: 0 rows are damaged"
    assert len(nest.warnings) == 101
    assert "50 more" in nest.warnings[-1]


def test_ten_archives_in_one_share_the_bytes_they_unpack_to():
    inner = make_zip({"a.txt": b"rope and lamp " * (MIB // 14)})
    outer = make_zip({f"{number}.zip": inner for number in range(10)})
    assert read(outer, unpacked_bytes=11 * MIB).members
    with pytest.raises(LimitExceeded, match=r"^a\.zip/\d\.zip: unpacked_bytes is 5242880"):
        read(outer, unpacked_bytes=5 * MIB)


def test_ten_archives_in_one_share_the_number_of_members():
    inner = make_zip({f"{number}.txt": b"rope" for number in range(10)})
    outer = make_zip({f"{number}.zip": inner for number in range(10)})
    assert len(read(outer, archive_members=110).members) == 110
    with pytest.raises(LimitExceeded, match="archive_members is 109 and 110 was met"):
        read(outer, archive_members=109)


def test_ten_members_share_the_characters_they_yield_and_none_counts_twice():
    inner = make_zip({"a.txt": b"0123456789"})
    outer = make_zip({f"{number}.zip": inner for number in range(10)})
    assert read(outer, text_characters=100).members
    with pytest.raises(LimitExceeded, match="text_characters is 99 and 100 was met"):
        read(outer, text_characters=99)


def test_office_files_in_an_archive_count_what_they_unpack_to():
    office = make_docx([("", "Check the oil.")])
    outer = make_zip({f"{number}.docx": office for number in range(10)})
    alone = read(office, "a.docx", unpacked_bytes=900_000)
    assert alone.elements
    with pytest.raises(LimitExceeded, match="unpacked_bytes"):
        read(outer, unpacked_bytes=3_000_000)


def test_a_source_that_is_read_twice_has_its_budget_twice():
    source = Source.from_bytes(make_zip({"a.txt": b"rope"}), "a.zip")
    source = replace(source, limits=Limits(archive_members=1))
    assert read_document(source) == read_document(source)


@pytest.mark.parametrize("depth", [1, 6, 7])
def test_archives_are_opened_as_deep_as_the_limit_says(depth: int):
    data = b"Ropes."
    for level in range(depth):
        data = make_zip({f"{level}.zip" if level else "a.txt": data})
    found = read(data)
    if depth <= Limits().nesting_depth:
        assert found.elements[0].text == "Ropes."
    else:
        assert "Limits(nesting_depth=" in found.members[-1].error
        assert "Ropes." not in [element.text for element in found.elements]


def test_a_member_that_is_too_deep_is_named_and_the_others_are_read():
    deep = make_zip({"b.zip": make_zip({"c.txt": b"Ropes."})})
    found = read(make_zip({"a.zip": deep, "d.txt": b"Anchors."}), nesting_depth=2)
    assert [element.text for element in found.elements][-1] == "Anchors."
    errors = [member.error for member in found.members if member.path == "a.zip/b.zip/c.txt"]
    assert errors == [
        "nesting_depth is 2 and 3 was met; if you trust the file, raise it with "
        "--limit nesting_depth=4, in Python with Limits(nesting_depth=4)"
    ]
    assert "a.zip: b.zip: c.txt: not read: nesting_depth is 2" in found.warnings[0]


def test_other_limits_of_a_member_concern_that_member_alone():
    table = b"<table>" + b"<tr><td>a<td>b" * 50 + b"</table>"
    found = read(make_zip({"t.html": table, "a.txt": b"Ropes."}), table_cells=10)
    assert [e.text for e in found.elements if e.provenance.member] == ["Ropes."]
    assert "t.html: not read: table_cells is 10" in found.warnings[0]


def test_a_bomb_in_a_mail_is_named_and_the_mail_is_kept():
    bomb = make_zip({"zeros.txt": bytes(5 * MIB)})
    found = read(make_mail("Figures", "See below.", [("bomb.zip", bomb)]), "a.eml")
    assert found.elements[-1].text == "See below."
    assert "bomb.zip: not read: unpack_ratio is 1000" in found.warnings[0]


def test_a_mail_in_an_archive_keeps_its_attachments():
    mail = make_mail("Figures", "See below.", [("figures.csv", b"a,b\n1,2\n")])
    found = read(make_zip({"post/figures.eml": mail}))
    assert [member.path for member in found.members] == [
        "post/figures.eml",
        "post/figures.eml/figures.csv",
    ]
    assert [s.metadata["member"] for s in found.sections()] == [
        "post/figures.eml",
        "post/figures.eml/figures.csv",
    ]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/abs/a.txt", "abs/a.txt"),
        ("C:\\temp\\a.txt", "temp/a.txt"),
        ("a\\..\\b.txt", "a/b.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\0b\nc\x1b[2J.txt", "ab c[2J.txt"),
        ("./a//b/", "a/b"),
        ("bad\udcff.txt", "bad\ufffd.txt"),
        ("费用/表 1.csv", "费用/表 1.csv"),
        ("x" * 300 + ".pdf", "x" * 100 + "…" + "x" * 95 + ".pdf"),
        ("..", "member 1"),
        ("", "member 1"),
    ],
)
def test_a_name_is_shown_without_what_deceives(raw: str, shown: str):
    assert member_name(raw, "member 1") == shown


@pytest.mark.parametrize("raw", ["../a", "a/../../b", "/a", "\\a", "C:\\a", "C:/a"])
def test_a_name_that_points_outside_is_told(raw: str):
    assert points_outside(raw)
    assert not points_outside("a/b..c/d")


def test_two_processes_give_the_same_output(tmp_path):
    mail = make_mail("潮汐", "Hi\n\n> Shall we?\n", [("a.zip", make_zip({"a.md": NOTES}))])
    path = tmp_path / "all.zip"
    path.write_bytes(make_zip({"a.eml": mail, "b.pdf": REPORT, "c.bin": bytes(99)}))
    program = (
        "import json, sys; from ragstone.parsers.read import read_document;"
        "from ragstone.sources.source import Source;"
        "print(json.dumps(read_document(Source.from_path(sys.argv[1])).to_dict()))"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program, str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second
    assert b"Shall we?" in first
