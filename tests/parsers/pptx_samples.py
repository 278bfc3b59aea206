"""Presentations made by python-pptx, and of markup for what it does not write."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pptx
from pptx.util import Inches

from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.pptx.parser import PptxParser
from ragstone.sources.source import Source
from samples import make_zip

OPENXML = "http://schemas.openxmlformats.org"
SPACES = (
    f'xmlns:a="{OPENXML}/drawingml/2006/main" '
    f'xmlns:p="{OPENXML}/presentationml/2006/main" '
    f'xmlns:r="{OPENXML}/officeDocument/2006/relationships" '
    f'xmlns:m="{OPENXML}/officeDocument/2006/math" '
    f'xmlns:mc="{OPENXML}/markup-compatibility/2006" '
    f'xmlns:dgm="{OPENXML}/drawingml/2006/diagram" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" '
    'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
)
OFFICE = f"{OPENXML}/officeDocument/2006/relationships"
BLANK, TITLE_ONLY, CONTENT = 6, 5, 1


def deck(draw: Callable[[Any], None]) -> bytes:
    """A presentation that `draw` fills."""
    made = pptx.Presentation()
    draw(made)
    packed = io.BytesIO()
    made.save(packed)
    return packed.getvalue()


def one_slide(draw: Callable[[Any], None], layout: int = BLANK) -> bytes:
    return deck(lambda made: draw(made.slides.add_slide(made.slide_layouts[layout])))


def box(shapes: Any, text: str, x: float, y: float, width: float = 3, height: float = 0.5) -> Any:
    made = shapes.add_textbox(Inches(x), Inches(y), Inches(width), Inches(height))
    made.text_frame.text = text
    return made


def package(*slides: str, parts: dict[str, str] | None = None, rels: str = "") -> bytes:
    """A bare presentation: each slide the inside of its `p:spTree`; `parts` are further members,
    `rels` further relationships of the first slide.
    """
    ids = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n, _ in enumerate(slides, start=1))
    arrows = "".join(
        f'<Relationship Id="s{n}" Type="{OFFICE}/slide" Target="slides/slide{n}.xml"/>'
        for n, _ in enumerate(slides, start=1)
    )
    members = {
        "ppt/presentation.xml": f"<p:presentation {SPACES}><p:sldIdLst>{ids}</p:sldIdLst>"
        '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": f"<Relationships>{arrows}</Relationships>",
        "ppt/slides/_rels/slide1.xml.rels": f"<Relationships>{rels}</Relationships>",
    }
    for number, inside in enumerate(slides, start=1):
        members[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {SPACES}><p:cSld><p:spTree>{inside}</p:spTree></p:cSld></p:sld>"
        )
    members |= parts or {}
    return make_zip({name: text.encode() for name, text in members.items()})


def shape(inside: str, properties: str = "", place: str = "") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="S" {properties}/><p:nvPr/></p:nvSpPr>'
        f"<p:spPr>{place}</p:spPr><p:txBody>{inside}</p:txBody></p:sp>"
    )


def paragraph(text: str, properties: str = "") -> str:
    return f"<a:p><a:pPr {properties}/><a:r><a:t>{text}</a:t></a:r></a:p>"


def relationship(kind: str, target: str, name: str = "r1", more: str = "") -> str:
    return f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{target}" {more}/>'


def read(data: bytes, **rest: object) -> Document:
    return PptxParser().read(Source.from_bytes(data, "sample.pptx", **rest))


def elements(data: bytes) -> list[Element]:
    return list(read(data).elements)


def texts(data: bytes) -> list[str]:
    return [element.text for element in elements(data)]
