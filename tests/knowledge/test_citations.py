"""Every citation is checked against the file: it is opened again, by other means than ours, and the
quotation is found inside the cited page, boxes, lines or block."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import docx
import pypdfium2
import pytest

from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.model.provenance import BBox
from ragstone.search.citation import Citation

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "documents"
QUERIES = (
    "berth fee",
    "ferry timetable",
    "crane wind limit",
    "spring tide",
    "retrieval augmented generation",
    "什么是检索增强生成",
    "起重机 大风 停止作业",
    "泊位费用",
    "潮汐",
    "港口安全",
)


@pytest.fixture(scope="module")
def citations(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Citation]:
    config = KnowledgeBaseConfig(embedder="hashing", workers=2)
    kb_path = tmp_path_factory.mktemp("citations") / "kb"
    with BlockingKnowledgeBase.open(kb_path, config) as kb:
        for _ in kb.add([EXAMPLES]):
            pass
        return [hit.citation for query in QUERIES for hit in kb.search(query, top_k=20)]


def _plain(text: str) -> str:
    """Letters and digits only, folded: what is left when layout and markup are taken away."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())


def _suffix(citations: Sequence[Citation], *endings: str) -> list[Citation]:
    found = [citation for citation in citations if citation.source.endswith(endings)]
    assert found, f"no hit in any {endings}"
    return found


def test_a_quotation_from_text_or_markdown_stands_in_the_cited_lines(
    citations: Sequence[Citation],
) -> None:
    for citation in _suffix(citations, ".txt", ".md"):
        lines = _lines(citation)
        assert citation.quote.strip() in "\n".join(lines), citation.where()


def test_the_cited_lines_are_no_more_than_those_of_the_quotation(
    citations: Sequence[Citation],
) -> None:
    for citation in _suffix(citations, ".txt", ".md"):
        lines = _lines(citation)
        assert lines[0].strip() in citation.quote
        assert lines[-1].strip() in citation.quote


def test_a_quotation_from_html_stands_in_the_cited_lines(citations: Sequence[Citation]) -> None:
    for citation in _suffix(citations, ".html"):
        markup = re.sub(r"<[^>]+>", " ", "\n".join(_lines(citation)))
        shown = _plain(html.unescape(markup))
        for line in citation.quote.splitlines():
            assert _plain(re.sub(r"^\s*(?:[-•]|\d+\.)\s", "", line)) in shown, citation.where()


def test_a_quotation_from_a_pdf_stands_in_the_cited_boxes_of_the_cited_page(
    citations: Sequence[Citation],
) -> None:
    for citation in _suffix(citations, ".pdf"):
        page = citation.provenance.page
        assert page is not None
        assert citation.provenance.boxes
        with pypdfium2.PdfDocument(EXAMPLES / citation.source) as document:
            inside = "".join(_text_in(document, box) for box in citation.provenance.boxes)
        assert {box.page for box in citation.provenance.boxes} == {page}
        assert _plain(citation.quote) in _plain(inside), citation.where()


def test_a_quotation_from_docx_stands_in_the_cited_blocks(citations: Sequence[Citation]) -> None:
    for citation in _suffix(citations, ".docx"):
        assert citation.provenance.path is not None, citation.where()
        inside = _plain(_docx_blocks(EXAMPLES / citation.source, citation.provenance.path))
        for cell in re.split(r"\n| \| ", citation.quote):
            bare = _plain(re.sub(r"^\s*(?:[-•]|\d+\.)\s", "", cell))
            assert bare in inside, citation.where()


def _lines(citation: Citation) -> list[str]:
    place = citation.provenance
    assert place.line_start is not None
    assert place.line_end is not None
    lines = (EXAMPLES / citation.source).read_text(encoding="utf-8").split("\n")
    return lines[place.line_start - 1 : place.line_end]


def _text_in(document: pypdfium2.PdfDocument, box: BBox) -> str:
    assert box.page is not None
    page = document[box.page - 1]
    text_page = page.get_textpage()
    try:
        return text_page.get_text_bounded(
            left=box.x0 - 1,
            right=box.x1 + 1,
            top=box.page_height - box.y0 + 1,
            bottom=box.page_height - box.y1 - 1,
        )
    finally:
        text_page.close()
        page.close()


def _docx_blocks(path: Path, cited: str) -> str:
    """The text of the cited blocks of the body: "p[3]", "tbl[1]/tr[2]" or a range of them."""
    blocks = [
        (f"{kind}[{number}]", "".join(block.itertext()))
        for kind, number, block in _numbered(docx.Document(str(path)).element.body)
    ]
    names = [name for name, _ in blocks]
    first, _, last = cited.replace("body/", "").partition("–")
    start = names.index(first.split("/")[0])
    end = names.index((last or first).split("/")[0])
    return "".join(text for _, text in blocks[start : end + 1])


def _numbered(body: Iterable[Any]) -> Iterator[tuple[str, int, Any]]:
    """The children of the body with their kind and number among their kind, as XPath counts."""
    seen: Counter[str] = Counter()
    for block in body:
        kind = block.tag.rpartition("}")[2]
        seen[kind] += 1
        yield kind, seen[kind], block
