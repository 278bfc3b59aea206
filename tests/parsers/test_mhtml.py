"""MHTML: the page that a browser saved, without what only dresses it."""

from __future__ import annotations

import pytest

from mail_samples import make_mhtml
from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.parsers.detect import detect
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

PAGE = (
    "<html><head><title>Tides</title></head><body><h1>潮汐</h1><p>High water at six.</p>"
    "<h1>Fees</h1><table><tr><td>a<td>b</table></body></html>"
)


def read(data: bytes) -> Document:
    return read_document(Source.from_bytes(data, "a.mht"))


def test_the_page_is_read_as_html_and_divided_at_its_headings():
    found = read(make_mhtml(PAGE, [("text/css", "https://example.org/a.css", b"p {}")]))
    assert [s.text for s in found.sections()] == ["潮汐\n\nHigh water at six.", "Fees\n\na | b"]
    assert found.facts["title"] == "Tides"
    assert found.facts["url"] == "https://example.org/tides.html"
    assert found.facts["saved"] == "2024-03-05T10:20:00+01:00"
    assert found.facts["other_parts"] == 1
    assert found.elements[0].provenance.path == "tides.html"
    assert found.warnings == ()


def test_pages_in_frames_are_members():
    frame = ("text/html", "https://example.org/frame.html", b"<p>Lamps and ropes.</p>")
    found = read(make_mhtml(PAGE, [frame]))
    assert [member.path for member in found.members] == ["frame.html"]
    assert found.sections()[-1].metadata["member"] == "frame.html"


def test_a_page_in_another_charset_is_read():
    data = make_mhtml("<p>XX</p>").replace(b"text/html\r\n", b"text/html; charset=gb2312\r\n")
    found = read(data.replace(b"XX", b"=B3=B1=CF=AB"))
    assert found.elements[0].text == "潮汐"


def test_a_saved_page_is_told_by_its_header_under_any_name():
    assert detect("a", make_mhtml(PAGE)).media_type == "application/x-mimearchive"
    assert detect("a.mhtml", make_mhtml(PAGE)).warning is None
    assert "saved web page" in (detect("a.eml", make_mhtml(PAGE)).warning or "")


def test_a_page_alone_under_that_name_is_read():
    assert read(PAGE.encode()).elements[0].text == "潮汐"


def test_a_file_without_a_page_is_corrupt():
    with pytest.raises(CorruptDocument, match=r"^a\.mht: there is no page"):
        read(b"From: <Saved by Blink>\nContent-Type: image/png\n\nx")
