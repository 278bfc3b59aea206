"""Writes the example documents: `python examples/make_documents.py [FOLDER]`.

The same bytes on every machine: nothing is compressed and no clock is read. What the documents say
stands in `harbour.py`; here is how Markdown, HTML, text, Word and PDF files are written, each by
the smallest writer that makes a file which other programs open too.
"""

from __future__ import annotations

import html
import io
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from harbour import DOCUMENTS, Block

Blocks = Sequence[Block]


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, blocks in DOCUMENTS.items():
        path = folder / name
        path.write_bytes(WRITERS[path.suffix](blocks))


def as_text(blocks: Blocks) -> bytes:
    lines: list[str] = []
    for kind, content in blocks:
        text = _text(content)
        lines.append(text)
        if kind == "title":
            lines.append("=" * len(text))
        if kind != "log":
            lines.append("")
    return ("\n".join(lines).rstrip() + "\n").encode()


def as_markdown(blocks: Blocks) -> bytes:
    leads = {"title": "# ", "h1": "## ", "h2": "### ", "item": "- "}
    lines: list[str] = []
    for kind, content in blocks:
        if lines and not (kind == "item" and lines[-1].startswith("- ")):
            lines.append("")
        if isinstance(content, str):
            lines.append(leads.get(kind, "") + content)
            continue
        head, *rows = (f"| {' | '.join(row)} |" for row in content)
        lines += [head, "|" + " --- |" * len(content[0]), *rows]
    return ("\n".join(lines) + "\n").encode()


def as_html(blocks: Blocks) -> bytes:
    names = {"title": "h1", "h1": "h2", "h2": "h3", "p": "p", "item": "li"}
    title = html.escape(_text(blocks[0][1]))
    language = "en" if title.isascii() else "zh"
    body: list[str] = []
    for kind, content in blocks:
        if isinstance(content, str):
            body.append(f"<{names[kind]}>{html.escape(content)}</{names[kind]}>")
            continue
        rows = [
            "".join(f"<{cell}>{html.escape(text)}</{cell}>" for text in row)
            for cell, row in zip(["th", *["td"] * len(content)], content, strict=False)
        ]
        body.append("<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in rows) + "\n</table>")
    text = "\n".join(body).replace("</p>\n<li>", "</p>\n<ul>\n<li>")
    text = text.replace("</h2>\n<li>", "</h2>\n<ul>\n<li>").replace(
        "</li>\n<h2>", "</li>\n</ul>\n<h2>"
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n</head>\n<body>\n{text}\n</body>\n</html>\n"
    ).encode()


# Word ------------------------------------------------------------------------------------------

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OPC = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_OPC_TYPE = "application/vnd.openxmlformats-package"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_STYLES = {"title": "Title", "h1": "Heading1", "h2": "Heading2", "item": "ListBullet"}


def as_docx(blocks: Blocks) -> bytes:
    body = "".join(_word_block(kind, content) for kind, content in blocks)
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_OPC}/content-types">'
            '<Default Extension="rels" '
            f'ContentType="{_OPC_TYPE}.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            + _override("/word/document.xml", f"{_WORD_TYPE}.document.main+xml")
            + _override("/word/styles.xml", f"{_WORD_TYPE}.styles+xml")
            + _override("/word/numbering.xml", f"{_WORD_TYPE}.numbering+xml")
            + _override("/docProps/core.xml", f"{_OPC_TYPE}.core-properties+xml")
            + "</Types>"
        ),
        "_rels/.rels": _relationships(
            (f"{_OFFICE}/officeDocument", "word/document.xml"),
            (f"{_OPC}/relationships/metadata/core-properties", "docProps/core.xml"),
        ),
        "docProps/core.xml": (
            f'<cp:coreProperties xmlns:cp="{_OPC}/metadata/core-properties" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" '
            'xmlns:dcterms="http://purl.org/dc/terms/" '
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            f"<dc:title>{_text(blocks[0][1])}</dc:title>"
            "<dc:creator>Tidewatch Port Office</dc:creator>"
            '<dcterms:created xsi:type="dcterms:W3CDTF">2024-03-14T09:00:00Z</dcterms:created>'
            "</cp:coreProperties>"
        ),
        "word/document.xml": f'<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>',
        "word/_rels/document.xml.rels": _relationships(
            (f"{_OFFICE}/styles", "styles.xml"), (f"{_OFFICE}/numbering", "numbering.xml")
        ),
        "word/styles.xml": _word_styles(),
        "word/numbering.xml": (
            f'<w:numbering xmlns:w="{_W}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0">'
            '<w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>'
            '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
        ),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, xml in parts.items():
            info = zipfile.ZipInfo(name, (2024, 3, 14, 9, 0, 0))
            info.create_system = 0  # else the platform's number stands in the file
            archive.writestr(info, (_XML + xml).encode())
    return packed.getvalue()


def _override(part: str, content_type: str) -> str:
    return f'<Override PartName="{part}" ContentType="{content_type}"/>'


def _word_block(kind: str, content: str | list[list[str]]) -> str:
    if isinstance(content, str):
        style = f'<w:pPr><w:pStyle w:val="{_STYLES[kind]}"/></w:pPr>' if kind in _STYLES else ""
        return f"<w:p>{style}<w:r><w:t>{html.escape(content, quote=False)}</w:t></w:r></w:p>"
    grid = "<w:gridCol/>" * len(content[0])
    rows = "".join(
        "<w:tr>"
        + ("<w:trPr><w:tblHeader/></w:trPr>" if number == 0 else "")
        + "".join(f"<w:tc>{_word_block('p', text)}</w:tc>" for text in row)
        + "</w:tr>"
        for number, row in enumerate(content)
    )
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>"


def _word_styles() -> str:
    def style(name: str, shown: str, rest: str) -> str:
        head = f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{shown}"/>'
        return f"{head}{rest}</w:style>"

    heading = '<w:pPr><w:outlineLvl w:val="{0}"/></w:pPr><w:rPr><w:b/><w:sz w:val="{1}"/></w:rPr>'
    return (
        f'<w:styles xmlns:w="{_W}">'
        + style("Title", "Title", '<w:rPr><w:b/><w:sz w:val="40"/></w:rPr>')
        + style("Heading1", "heading 1", heading.format(0, 30))
        + style("Heading2", "heading 2", heading.format(1, 26))
        + style(
            "ListBullet",
            "List Bullet",
            '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>',
        )
        + "</w:styles>"
    )


def _relationships(*rows: tuple[str, str]) -> str:
    items = "".join(
        f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(rows, start=1)
    )
    return f'<Relationships xmlns="{_OPC}/relationships">{items}</Relationships>'


# PDF -------------------------------------------------------------------------------------------

_PAGE_WIDTH, _PAGE_HEIGHT, _MARGIN = 595, 842, 72
#: Widths of Helvetica's characters 32 to 126, in thousandths of the size (Adobe's font metrics).
_HELVETICA = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(*(556,) * 10, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778),
    *(722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667),
    *(667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222),
    *(222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500),
    *(334, 260, 334, 584),
)
#: Size and space above, in points, of a block.
_LOOKS = {"title": (20, 0), "h1": (14, 16), "h2": (12, 12), "p": (11, 8), "item": (11, 3)}
_BEFORE_A_LINE = "，。：；、）”"


def as_pdf(blocks: Blocks) -> bytes:
    """Pages with a running head and a number; Chinese in a font that viewers have themselves."""
    title = _text(blocks[0][1])
    pages = list(_pages(blocks))
    # A running head is told by repetition, so two pages do without one.
    kids = " ".join(f"{9 + 2 * number} 0 R" for number in range(len(pages)))
    fonts = "/F1 3 0 R /F2 4 0 R /F3 5 0 R"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H "
        "/DescendantFonts [6 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo "
        "<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R "
        "/DW 1000 /W [1 95 500] >>",
        "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] "
        "/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
        f"<< /Title <feff{title.encode('utf-16-be').hex()}> /Author (Tidewatch Port Office) "
        "/CreationDate (D:20240314090000Z) >>",
    ]
    for number, lines in enumerate(pages, start=1):
        head = _show(title, 9, _MARGIN, _PAGE_HEIGHT - 40) if len(pages) > 2 else ""
        foot = _show(str(number), 9, _PAGE_WIDTH / 2, 40)
        content = "\n".join(line for line in (head, *lines, foot) if line)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_PAGE_WIDTH} {_PAGE_HEIGHT}] "
            f"/Contents {8 + 2 * number} 0 R /Resources << /Font << {fonts} >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return _assembled(objects)


def _assembled(objects: Sequence[str]) -> bytes:
    out, offsets = bytearray(b"%PDF-1.4\n"), list[int]()
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("ascii")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return bytes(out) + (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {size} /Root 1 0 R /Info 8 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    ).encode("ascii")


def _pages(blocks: Blocks) -> Iterator[list[str]]:
    """Drawing commands, a list a page."""
    lines: list[str] = []
    y: float = _PAGE_HEIGHT - _MARGIN
    for kind, content in blocks:
        if kind == "page":
            yield lines
            lines, y = [], _PAGE_HEIGHT - _MARGIN
            continue
        if isinstance(content, list):
            y -= 6
            for row in content:
                y -= 16
                step = (_PAGE_WIDTH - 2 * _MARGIN) / len(row)
                lines += [_show(cell, 11, _MARGIN + n * step, y) for n, cell in enumerate(row)]
            continue
        size, above = _LOOKS[kind]
        y -= above
        indent = 14 if kind == "item" else 0
        if kind == "item":
            lines.append(_show("-", size, _MARGIN, y - size * 1.4))
        for line in _wrapped(content, size, _PAGE_WIDTH - 2 * _MARGIN - indent):
            y -= size * 1.4
            lines.append(_show(line, size, _MARGIN + indent, y, bold=kind in ("title", "h1", "h2")))
    yield lines


def _show(text: str, size: float, x: float, y: float, bold: bool = False) -> str:
    if text.isascii():
        font, codes = "F2" if bold else "F1", text.encode("ascii")
    else:
        font, codes = "F3", text.encode("utf-16-be")
    return f"BT /{font} {size} Tf 1 0 0 1 {x:g} {y:g} Tm <{codes.hex()}> Tj ET"


def _wrapped(text: str, size: float, width: float) -> Iterator[str]:
    """Lines that fit; Chinese breaks anywhere but before closing punctuation."""
    line = ""
    pieces = [f"{word} " for word in text.split(" ")] if text.isascii() else list(text)
    for piece in pieces:
        if line and _width(line + piece.rstrip(), size) > width and piece not in _BEFORE_A_LINE:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _width(text: str, size: float) -> float:
    latin = text.isascii()
    units = sum(_HELVETICA[ord(c) - 32] if latin else 500 if c.isascii() else 1000 for c in text)
    return units * size / 1000


def _text(content: str | list[list[str]]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join("  ".join(row) for row in content)


WRITERS: dict[str, Callable[[Blocks], bytes]] = {
    ".txt": as_text,
    ".md": as_markdown,
    ".html": as_html,
    ".docx": as_docx,
    ".pdf": as_pdf,
}

if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "documents")
