"""Pictures of a PDF's pages with what was read drawn on them: people look before they read.

    for name, png in overlay(source, document):
        (folder / name).write_bytes(png)

Around every element stands a frame in the colour of its type, with its number among the document's
elements and its type; a thin line leads from one to the next in reading order. Lines of text are
tinted; the cells of tables are framed; elements that the sections leave out have dashed frames and
are passed by the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ragstone.errors import ParameterError
from ragstone.model.document import Document
from ragstone.model.element import FURNITURE, Element, ElementType
from ragstone.model.mark import LEFT_OUT
from ragstone.model.provenance import BBox
from ragstone.parsers.signatures import PDF
from ragstone.sources.source import Source

Colour = tuple[float, float, float]

_COLOURS: dict[ElementType, Colour] = {
    ElementType.TITLE: (0.80, 0.10, 0.10),
    ElementType.NARRATIVE_TEXT: (0.10, 0.35, 0.80),
    ElementType.LIST_ITEM: (0.05, 0.50, 0.20),
    ElementType.TABLE: (0.55, 0.10, 0.65),
    ElementType.IMAGE: (0.80, 0.45, 0.00),
    ElementType.FIGURE_CAPTION: (0.60, 0.40, 0.05),
    ElementType.FORMULA: (0.00, 0.50, 0.55),
    ElementType.CODE_SNIPPET: (0.25, 0.25, 0.35),
    ElementType.UNCATEGORIZED_TEXT: (0.35, 0.50, 0.70),
}
_OTHER: Colour = (0.45, 0.45, 0.45)
_LABEL_PT = 5.5
#: Mean width of Helvetica's letters and digits, in ems.
_LETTER_EM = 0.56


@dataclass(frozen=True, slots=True)
class _Placed:
    """An element with its number (from 1) and its boxes on one page."""

    number: int
    element: Element
    boxes: tuple[BBox, ...]

    @property
    def around(self) -> BBox:
        """The box around them all."""
        found = self.boxes[0]
        for box in self.boxes[1:]:
            found = found.union(box)
        return found

    @property
    def is_left_out(self) -> bool:
        """Whether the sections leave it out."""
        return self.element.type in FURNITURE or bool(self.element.marks & LEFT_OUT)


def overlay(source: Source, document: Document) -> Iterator[tuple[str, bytes]]:
    """A file name and a PNG for each page of `source`, which `document` was read from.

    Pages that cannot be painted are passed over. `ParameterError` for anything but a PDF.
    """
    if document.media_type != PDF:
        raise ParameterError(
            f"{source.name}: only pages of PDF files can be drawn on, and this is "
            f"{document.media_type}"
        )
    # Part of the extra `pdf`, which is there when a PDF was read.
    from ragstone.parsers.pdf.library import PdfiumError
    from ragstone.parsers.pdf.page_image import PageImages

    pages = _by_page(document.elements)
    stem = Path(source.name).stem
    with PageImages(source.read_bytes()) as images:
        digits = max(3, len(str(images.page_count)))
        for index in range(images.page_count):
            placed = pages.get(index + 1, [])
            try:
                image = images.image(index, drawing(placed) if placed else b"")
            except PdfiumError:
                continue
            yield f"{stem}-page-{index + 1:0{digits}}.png", image.png()


def _by_page(elements: Iterable[Element]) -> dict[int, list[_Placed]]:
    pages: dict[int, list[_Placed]] = {}
    for number, element in enumerate(elements, start=1):
        own: dict[int, list[BBox]] = {}
        for box in element.provenance.boxes:
            page = box.page if box.page is not None else element.provenance.page
            own.setdefault(page or 1, []).append(box)
        for page, boxes in own.items():
            pages.setdefault(page, []).append(_Placed(number, element, tuple(boxes)))
    return pages


def drawing(placed: list[_Placed]) -> bytes:
    """A PDF of one page, as large as the boxes say, with nothing but frames and labels."""
    width, height = placed[0].boxes[0].page_width, placed[0].boxes[0].page_height
    content = "\n".join(
        [
            # Origin at the top left, y downwards, as boxes have it.
            f"1 0 0 -1 0 {height:.2f} cm 0.8 w",
            *(command for item in placed for command in _frames(item)),
            *_order(placed),
            *(command for item in placed for command in _label(item, placed)),
        ]
    ).encode("ascii")
    return _one_page(width, height, content)


def _frames(item: _Placed) -> Iterator[str]:
    element = item.element
    red, green, blue = _COLOURS.get(element.type, _OTHER)
    yield f"q {red} {green} {blue} RG {red} {green} {blue} rg"
    is_table = element.type is ElementType.TABLE
    if is_table:
        yield "0.4 w"
    for box in item.boxes:
        if element.type is not ElementType.IMAGE:
            yield f"/Tint gs {_rectangle(box)} f" + (f" {_rectangle(box)} S" if is_table else "")
    yield f"0.8 w [{'3 2' if item.is_left_out else ''}] 0 d {_rectangle(item.around, 1.5)} S Q"


def _order(placed: list[_Placed]) -> Iterator[str]:
    """A line through the top left corners, in reading order."""
    shown = [item.around for item in placed if not item.is_left_out]
    if not shown:
        return
    steps = [
        f"{box.x0 - 1.5:.2f} {box.y0 - 1.5:.2f} {'l' if step else 'm'}"
        for step, box in enumerate(shown)
    ]
    yield f"q 0.9 0.2 0.5 RG 0.4 w /Line gs {' '.join(steps)} S Q"


def _label(item: _Placed, others: list[_Placed]) -> Iterator[str]:
    element = item.element
    red, green, blue = _COLOURS.get(element.type, _OTHER)
    text = f"{item.number} {element.category}"
    if element.level is not None:
        text += f" {element.level}"
    width, height = len(text) * _LETTER_EM * _LABEL_PT + 2, _LABEL_PT + 1
    x, y = _label_place(item.around, width, height, others)
    tag = f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"
    yield f"q {red} {green} {blue} rg /Label gs {tag} f"
    # Letters stand upright: their own y goes up again.
    yield f"1 1 1 rg BT /F {_LABEL_PT} Tf 1 0 0 -1 {x + 1:.2f} {y + _LABEL_PT - 0.4:.2f} Tm"
    yield f"({text}) Tj ET Q"


def _label_place(
    around: BBox, width: float, height: float, others: list[_Placed]
) -> tuple[float, float]:
    """Left of the element where nothing else stands, else above it: labels hide what is below."""
    x, y = around.x0 - 2 - width, max(0.0, around.y0 - 1.5)
    free = x >= 0 and not any(
        box.x0 < x + width and x < box.x1 and box.y0 < y + height and y < box.y1
        for box in (other.around for other in others)
    )
    if free:
        return x, y
    x = max(0.0, min(around.x0 - 1.5, around.page_width - width))
    return x, max(0.0, y - height)


def _rectangle(box: BBox, margin: float = 0.0) -> str:
    x, y = box.x0 - margin, box.y0 - margin
    return f"{x:.2f} {y:.2f} {box.x1 - x + margin:.2f} {box.y1 - y + margin:.2f} re"


def _one_page(width: float, height: float, content: bytes) -> bytes:
    """The smallest file that pdfium opens: it finds objects without a table of their places."""
    states = b"/Tint<</ca .12/CA .8>>/Line<</CA .6>>/Label<</ca .85>>"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.2f %.2f]/Contents 4 0 R/Resources"
        b"<</Font<</F 5 0 R>>/ExtGState<<%s>>>>>>" % (width, height, states),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>",
    )
    body = b"".join(b"%d 0 obj%s\nendobj\n" % (n, o) for n, o in enumerate(objects, start=1))
    return b"%PDF-1.7\n" + body + b"trailer<</Size 6/Root 1 0 R>>\n%%EOF"
