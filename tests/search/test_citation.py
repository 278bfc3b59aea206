"""Places as people look them up, from section and span."""

from __future__ import annotations

import pytest

from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.provenance import BBox, Provenance
from ragstone.model.run import Run, Runs
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.search.citation import Citation, cite
from ragstone.search.hit import Hit
from ragstone.search.retrieve import Scores

LINES = "one\ntwo\nthree\nfour\n"
NOTES = Section(content=TextBlock(text=LINES), source="notes.md", runs=Runs.of_lines(LINES))


def chunk_of(section: Section, start: int, end: int) -> Chunk:
    return Chunk(
        content=TextBlock(text=section.text[start:end]),
        source=section.source,
        chunk_index=0,
        total_chunks=1,
        span=Span(start, end),
        heading_path=("Numbers",),
    )


def box(page: int) -> BBox:
    return BBox(1, 2, 3, 4, 595, 842, page=page)


def test_a_passage_is_cited_by_its_lines_with_its_exact_text() -> None:
    citation = cite(chunk_of(NOTES, 4, 13), NOTES, uri="file:///notes.md")
    assert citation.where() == "notes.md, lines 2–3"
    assert citation.quote == "two\nthree"
    assert citation.heading_path == ("Numbers",)
    assert citation.uri == "file:///notes.md"


def test_a_passage_of_a_page_carries_its_boxes() -> None:
    first, second = (Provenance(page=3, boxes=(box(3),)), Provenance(page=3, boxes=(box(3),)))
    section = Section(
        content=TextBlock(text="ab\ncd"),
        source="report.pdf",
        runs=Runs([Run(0, first), Run(3, second)]),
    )
    citation = cite(chunk_of(section, 3, 5), section)
    assert citation.where() == "report.pdf, page 3"
    assert citation.provenance.boxes == (box(3),)


def test_data_stands_where_its_section_begins_and_is_quoted_by_its_context() -> None:
    picture = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
    section = Section(content=picture, source="a.pptx", runs=Runs([Run(0, Provenance(slide=4))]))
    chunk = Chunk(
        content=picture, source="a.pptx", chunk_index=0, total_chunks=1, context="A gauge"
    )
    citation = cite(chunk, section)
    assert citation.where() == "a.pptx, slide 4"
    assert citation.quote == "A gauge"


@pytest.mark.parametrize(
    ("metadata", "where"),
    [({"page": 2}, "notes.md, page 2"), ({"slide": 7}, "notes.md, slide 7"), ({}, "notes.md")],
)
def test_without_records_the_place_is_what_metadata_tell(
    metadata: dict[str, int], where: str
) -> None:
    chunk = chunk_of(NOTES, 0, 3).model_copy(update={"metadata": metadata})
    assert cite(chunk, None).where() == where


@pytest.mark.parametrize(
    ("place", "where"),
    [
        (Provenance(), "f"),
        (Provenance(page=3), "f, page 3"),
        (Provenance(page=3, boxes=(box(3), box(4))), "f, pages 3–4"),
        (Provenance(slide=2), "f, slide 2"),
        (Provenance(sheet="Sales", cells="B3:D7"), "f, sheet Sales, cells B3:D7"),
        (Provenance(sheet="Sales", cells="B3"), "f, sheet Sales, cell B3"),
        (Provenance(line_start=12, line_end=18), "f, lines 12–18"),
        (Provenance(line_start=12, line_end=12), "f, line 12"),
        (Provenance(line_start=12), "f, line 12"),
        (Provenance(time_start_s=35.9, time_end_s=3727), "f, 0:35–1:02:07"),
        (Provenance(path="inner/a.txt", line_start=1, line_end=2), "f, inner/a.txt, lines 1–2"),
    ],
)
def test_every_kind_of_place_reads_well(place: Provenance, where: str) -> None:
    assert Citation(source="f", provenance=place).where() == where


def test_a_hit_survives_json() -> None:
    section = Section(
        content=TextBlock(text="大潮"),
        source="报告.pdf",
        runs=Runs([Run(0, Provenance(page=3, boxes=(box(3),)))]),
    )
    chunk = chunk_of(section, 0, 2)
    hit = Hit(
        chunk=chunk,
        document_id="d",
        score=0.5,
        scores=Scores(dense=0.2, lexical=1.0),
        citation=cite(chunk, section),
    )
    assert Hit.model_validate_json(hit.model_dump_json()) == hit
