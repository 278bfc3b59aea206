from __future__ import annotations

import io
import warnings
from collections import Counter
from pathlib import Path

import pytest

from ragstone.errors import (
    EncryptedDocument,
    FetchRefused,
    ParameterError,
    ParseError,
    SourceNotFound,
    UnsupportedFormat,
)
from ragstone.limits import Limits
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import BBox, Provenance
from ragstone.partitioning.partition import partition, partition_pdf, with_page_breaks
from ragstone.sources.fetch import FetchRules
from ragstone.sources.source import Source
from samples import make_drawn_pdf, make_encrypted_pdf, make_pdf
from sources.web_server import body, serving

TIDES = make_pdf([[("Tide tables", 20), "", "High water at six."], ["潮汐表", "六时高潮。"]])
HTML = "<html><body><h1>Fees</h1><table><tr><td>Pier</td><td>9</td></tr></table></body></html>"


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "tides.pdf"
    path.write_bytes(TIDES)
    return path


def texts(elements: list[Element]) -> list[str]:
    return [str(element) for element in elements]


def test_the_first_program_of_the_article_runs(
    pdf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Only the import differs: from unstructured.partition.auto import partition.
    from ragstone import partition

    elements = partition(filename=str(pdf), content_type="application/pdf")
    print(f"解析完成: {len(elements)} 个元素, {sum(len(str(e)) for e in elements)} 字符")
    types = Counter(e.category for e in elements)
    print(f"元素类型: {dict(types)}")
    for i, element in enumerate(elements, 1):
        print(f"Element {i} ({element.category}):")
        print(element)
        print(f"page {element.metadata.page_number} of {element.metadata.filename}")
    said = capsys.readouterr().out
    assert "Element 1 (Title):\nTide tables\npage 1 of tides.pdf\n" in said
    assert "\npage 2 of tides.pdf\n" in said
    assert "'Title': " in said


def test_the_second_program_of_the_article_is_told_what_is_missing(pdf: Path) -> None:
    # Only the import differs: from unstructured.partition.pdf import partition_pdf.
    from ragstone import partition_pdf

    assert texts(partition_pdf(filename=str(pdf), strategy="fast")) == texts(partition(str(pdf)))
    with pytest.raises(ParameterError, match="'hi_res' needs a layout model"):
        partition_pdf(filename=str(pdf), strategy="hi_res")
    with pytest.raises(ParameterError, match="'ocr_only' needs recognition of characters"):
        partition_pdf(filename=str(pdf), strategy="ocr_only")


def test_every_element_and_chunk_tells_its_file_and_the_form_of_it(pdf: Path) -> None:
    found = [*partition(pdf), *partition(pdf, chunking_strategy="by_title")]
    told = {(one.metadata.filename, one.metadata.filetype) for one in found}
    assert told == {("tides.pdf", "application/pdf")}
    assert all(one.to_dict()["metadata"]["filename"] == "tides.pdf" for one in found)
    named = partition(pdf, metadata_filename="spring.pdf")
    assert named[0].metadata.filename == "spring.pdf"


def test_a_path_an_open_file_and_text_give_the_same(pdf: Path) -> None:
    with pdf.open("rb") as file:
        file.seek(10)
        assert texts(partition(file=file)) == texts(partition(pdf))
        assert not file.closed
    page = io.StringIO(HTML)
    assert texts(partition(file=page, content_type="text/html")) == texts(
        partition(file=io.BytesIO(HTML.encode()))
    )


def test_exactly_one_of_the_three_is_taken(pdf: Path) -> None:
    for given in ({}, {"filename": pdf, "file": io.BytesIO(TIDES)}):
        with pytest.raises(ParameterError, match="exactly one of filename, file and url"):
            partition(**given)


def test_a_url_goes_through_the_guarded_fetcher() -> None:
    with pytest.raises(FetchRefused, match="it is the address of this machine"):
        partition(url="http://127.0.0.1:9/report.pdf")
    with pytest.raises(FetchRefused, match="only http and https"):
        partition(url="file:///etc/passwd")


def test_the_content_has_the_last_word_over_the_hint(pdf: Path) -> None:
    assert texts(partition(pdf, content_type="text/html")) == texts(partition(pdf))


def test_among_text_formats_the_hint_decides() -> None:
    data = b"# Tides\n\nHigh water."
    [title, _] = partition(file=io.BytesIO(data), content_type="text/markdown; charset=utf-8")
    assert (title.category, str(title)) == ("Title", "Tides")
    assert "# Tides" in texts(partition(file=io.BytesIO(data), content_type="text/plain"))[0]


def test_an_encoding_is_taken_at_its_word_and_only_for_text(pdf: Path) -> None:
    data = "潮汐表".encode("gbk")
    assert texts(partition(file=io.BytesIO(data), encoding="gbk")) == ["潮汐表"]
    assert texts(partition(pdf, encoding="gbk")) == texts(partition(pdf))
    with pytest.raises(ParameterError, match="file is not in utf-8"):
        partition(file=io.BytesIO(data), encoding="utf-8")
    for name in ("no such", "hex", "utf-8\0"):
        with pytest.raises(ParameterError, match="there is no encoding"):
            partition(file=io.BytesIO(data), encoding=name)


def test_page_breaks_come_when_asked_for(pdf: Path) -> None:
    kinds = [element.category for element in partition(pdf, include_page_breaks=True)]
    assert kinds.count("PageBreak") == 1
    assert "PageBreak" not in {element.category for element in partition(pdf)}


def test_a_break_stands_before_the_first_element_of_a_page() -> None:
    box = BBox(0, 0, 9, 9, 595, 842, 2)
    elements = [
        Element(ElementType.NARRATIVE_TEXT, text, provenance=Provenance(page=page, boxes=boxes))
        for text, page, boxes in (("a", 1, ()), ("over", 1, (box,)), ("b", 2, ()), ("c", 5, ()))
    ]
    assert [e.text or f"|{e.provenance.page}" for e in with_page_breaks(elements)] == [
        *("a", "over", "|2", "b", "|5", "c")
    ]


def test_languages_are_said_of_every_element(pdf: Path) -> None:
    [element, *_] = partition(pdf, languages=["eng", "chi_sim"])
    assert element.to_dict()["metadata"]["languages"] == ["eng", "chi_sim"]


def test_tables_come_without_html_where_that_is_asked() -> None:
    def table(**options: object) -> Element:
        [_, found] = partition(file=io.BytesIO(HTML.encode()), **options)
        return found

    assert table().html is not None
    assert table(skip_infer_table_types=["pdf"]).html is not None
    assert table(skip_infer_table_types=["html"]).html is None
    assert table(infer_table_structure=True).html is not None
    assert table(infer_table_structure=False).html is None


def test_a_locked_file_opens_with_its_password() -> None:
    data = make_encrypted_pdf([["High water at six."]])
    with pytest.raises(EncryptedDocument):
        partition(file=io.BytesIO(data))
    assert texts(partition(file=io.BytesIO(data), password="secret")) == ["High water at six."]


def test_chunks_come_in_place_of_elements(pdf: Path) -> None:
    chunks = partition(pdf, chunking_strategy="by_title", max_characters=200)
    assert {chunk.category for chunk in chunks} == {"CompositeElement"}
    with pytest.raises(ParameterError, match="max_characters needs a chunking_strategy"):
        partition(pdf, max_characters=200)


def test_what_is_not_supported_is_named(pdf: Path) -> None:
    with pytest.raises(ParameterError, match="extract_forms is not an option of it; its options:"):
        partition(pdf, extract_forms=True)
    with pytest.raises(ParameterError, match="strategy is one of auto, fast"):
        partition(pdf, strategy="best")


def test_what_a_reader_should_know_is_a_warning() -> None:
    scan = make_drawn_pdf([b"q 595 0 0 842 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q"])
    with pytest.warns(UserWarning, match=r"scan\.pdf: page 1 .*scanned") as told:
        partition(file=io.BytesIO(scan), metadata_filename="scan.pdf")
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert texts(partition(file=io.BytesIO(b""))) == []


def test_errors_are_those_of_reading(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound):
        partition(tmp_path / "missing.pdf")
    with pytest.raises(UnsupportedFormat):
        partition(file=io.BytesIO(b"\x00\x01\x02" * 99))
    with pytest.raises(ParseError):
        partition(file=io.BytesIO(b"%PDF-1.7\n1 0 obj"), metadata_filename="a.pdf")


def test_partition_pdf_reads_pdf_alone() -> None:
    with pytest.raises(ParameterError, match="file is HTML and not a PDF"):
        partition_pdf(file=io.BytesIO(HTML.encode()))


def test_the_names_are_functions_whatever_was_imported_before() -> None:
    import ragstone.partitioning.partition

    assert ragstone.partition is partition
    assert ragstone.partition_pdf is partition_pdf


def test_a_page_of_the_web_becomes_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    # This machine stands for a public server.
    monkeypatch.setattr("ragstone.sources.fetch.refusal", lambda _: None)
    with serving({"/fees": body(HTML.encode(), "text/html")}) as (host, seen):
        elements = partition(url=f"http://{host}/fees", headers={"X-Key": "7"})
    assert [element.category for element in elements] == ["Title", "Table"]
    assert seen[0][1]["X-Key"] == "7"


def test_time_and_certificates_of_a_request_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def fetch(url: str, rules: FetchRules, limits: Limits) -> Source:
        asked.extend((url, rules.verify_tls, limits.fetch_seconds))
        return Source.from_bytes(HTML.encode(), "fees.html")

    monkeypatch.setattr("ragstone.partitioning.given.fetch", fetch)
    partition(url="https://example.org/fees", ssl_verify=False, request_timeout=3)
    assert asked == ["https://example.org/fees", False, 3.0]
