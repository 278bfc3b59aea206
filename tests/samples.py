"""Small real files that tests make for themselves; nothing here reads the disk or the network.

    make_pdf([["Tide tables", "High water at six."], ["潮汐表"]])      # two pages
    make_docx([("Heading 1", "Duties"), ("", "Check the oil."), [["Fish", "Price"], ["Hake", "8"]]])

The same arguments give the same bytes (DOCX members carry a fixed time).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Sequence

#: A line of a page: its text, or (text, size in points); lines stand 1.5 sizes apart.
Line = str | tuple[str, float]
#: A block of a Word file: (style name or "", text), or the rows of a table.
Block = tuple[str, str] | list[list[str]]

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 595, 842, 72

_TO_UNICODE = b"""/CIDInit /ProcSet findresource begin
12 dict begin begincmap
/CMapName /Identity-UCS2 def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end"""

#: Objects 3 to 8: a Latin font, and a Chinese one that is not embedded but has its ToUnicode table.
_FONTS = (
    b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H "
    b"/DescendantFonts [5 0 R] /ToUnicode 7 0 R >>",
    b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo "
    b"<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 6 0 R "
    b"/DW 1000 /W [1 95 500] >>",
    b"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] "
    b"/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
    b"<< /Length %d >>\nstream\n%s\nendstream" % (len(_TO_UNICODE), _TO_UNICODE),
)


def make_pdf(pages: Sequence[Sequence[Line]], size: float = 12) -> bytes:
    """A PDF of A4 pages with a text layer; "" as a line leaves a blank one."""
    return _assemble(_objects(pages, size))


def make_encrypted_pdf(pages: Sequence[Sequence[Line]], password: str = "secret") -> bytes:
    """The same, locked with a password (RC4, 40 bits: PDF 32000-1, 7.6.3, revision 2)."""
    padding = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
    padded = (password.encode("latin-1") + padding)[:32]
    file_id, permissions = b"0123456789abcdef", -4
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    seed = padded + owner + permissions.to_bytes(4, "little", signed=True) + file_id
    key = hashlib.md5(seed).digest()[:5]
    objects = [
        _encrypted(number, body, key) for number, body in enumerate(_objects(pages, 12), start=1)
    ]
    objects.append(
        b"<< /Filter /Standard /V 1 /R 2 /Length 40 /P %d /O <%s> /U <%s> >>"
        % (permissions, owner.hex().encode(), _rc4(key, padding).hex().encode())
    )
    hex_id = file_id.hex().encode()
    return _assemble(objects, b"/Encrypt %d 0 R /ID [<%s> <%s>]" % (len(objects), hex_id, hex_id))


def make_docx(blocks: Sequence[Block], title: str = "") -> bytes:
    """A Word file of paragraphs in the styles named, and tables."""
    import docx

    document = docx.Document()
    document.core_properties.title = title
    for block in blocks:
        if isinstance(block, tuple):
            style, text = block
            document.add_paragraph(text, style=style or None)
            continue
        table = document.add_table(len(block), max(len(row) for row in block))
        for row, cells in enumerate(block):
            for column, text in enumerate(cells):
                table.cell(row, column).text = text
    packed = io.BytesIO()
    document.save(packed)
    return _with_fixed_times(packed.getvalue())


def make_pptx(slides: Sequence[tuple[str, Sequence[str]]], title: str = "") -> bytes:
    """A presentation: a slide a title with its bulleted lines."""
    import pptx

    deck = pptx.Presentation()
    deck.core_properties.title = title
    for heading, lines in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = heading
        slide.placeholders[1].text = "\n".join(lines)
    packed = io.BytesIO()
    deck.save(packed)
    return _with_fixed_times(packed.getvalue())


def make_xlsx(sheets: dict[str, Sequence[Sequence[str | float | None]]]) -> bytes:
    """A workbook of these sheets, each a list of rows; None leaves a cell out."""
    import openpyxl

    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    fixed = dt.datetime(2024, 1, 1)
    workbook.properties.created = workbook.properties.modified = fixed
    packed = io.BytesIO()
    workbook.save(packed)
    return _with_fixed_times(packed.getvalue())


def make_epub(chapters: Sequence[tuple[str, str]], title: str = "", more: str = "") -> bytes:
    """A book of chapters (file name, inside of the body), read in this order; `more` stands in the
    metadata.
    """
    items = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, (name, _) in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n, _ in enumerate(chapters))
    dublin_core = "http://purl.org/dc/elements/1.1/"
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc='
        f'"{dublin_core}"><dc:title>{title}</dc:title>{more}</metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
        'full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/>'
        "</rootfiles></container>"
    )
    pages = {
        f"OEBPS/{name}": f'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>{body}</body></html>'
        for name, body in chapters
    }
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "OEBPS/content.opf": package,
        **pages,
    }
    return make_zip({name: text.encode() for name, text in members.items()})


ODF = "urn:oasis:names:tc:opendocument:xmlns"
ODF_SPACES = " ".join(
    [
        *(
            f'xmlns:{name}="{ODF}:{name}:1.0"'
            for name in ("office", "style", "text", "table", "meta", "presentation", "manifest")
        ),
        f'xmlns:draw="{ODF}:drawing:1.0"',
        f'xmlns:svg="{ODF}:svg-compatible:1.0"',
        f'xmlns:fo="{ODF}:xsl-fo-compatible:1.0"',
        f'xmlns:chart="{ODF}:chart:1.0"',
        'xmlns:dc="http://purl.org/dc/elements/1.1/"',
        'xmlns:xlink="http://www.w3.org/1999/xlink"',
        'xmlns:math="http://www.w3.org/1998/Math/MathML"',
    ]
)


def make_odt(body: str, styles: str = "", parts: dict[str, str] | None = None) -> bytes:
    """An OpenDocument text: the inside of `office:text`, that of the content's own styles, and
    further members.
    """
    content = (
        f"<office:document-content {ODF_SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    members = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": content,
        **(parts or {}),
    }
    return make_zip({name: text.encode() for name, text in members.items()})


def make_odp(pages: str, styles: str = "", parts: dict[str, str] | None = None) -> bytes:
    """An OpenDocument presentation: the inside of `office:presentation`, and so on as above."""
    content = (
        f"<office:document-content {ODF_SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:presentation>{pages}"
        "</office:presentation></office:body></office:document-content>"
    )
    members = {
        "mimetype": "application/vnd.oasis.opendocument.presentation",
        "content.xml": content,
        **(parts or {}),
    }
    return make_zip({name: text.encode() for name, text in members.items()})


def make_png(side: int = 4, grey: int = 200, text: dict[str, str] | None = None) -> bytes:
    """A grey square; `text` is what it says of itself, by its names."""
    rows = b"".join(b"\0" + bytes([grey]) * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    said = ((b"tEXt", f"{key}\0{value}".encode()) for key, value in (text or {}).items())
    parts = ((b"IHDR", head), *said, (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def make_zip(members: dict[str, bytes]) -> bytes:
    """An archive of these members, in this order, packed at a fixed time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(
                zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED
            )
    return packed.getvalue()


def make_tar(members: dict[str, bytes]) -> bytes:
    """The same as a TAR archive of fixed times and owners."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def _objects(pages: Sequence[Sequence[Line]], size: float) -> list[bytes]:
    first_page = 3 + len(_FONTS)
    kids = b" ".join(b"%d 0 R" % (first_page + 2 * index) for index in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        *_FONTS,
    ]
    for index, lines in enumerate(pages):
        content = _content(lines, size)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
            % (PAGE_WIDTH, PAGE_HEIGHT, first_page + 2 * index + 1)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return objects


def _content(lines: Sequence[Line], size: float) -> bytes:
    """Each line shown at its own place; a line that cp1252 cannot write uses the Chinese font."""
    shown: list[bytes] = []
    y = float(PAGE_HEIGHT - MARGIN)
    for line in lines:
        text, points = (line, size) if isinstance(line, str) else line
        y -= points * 1.5
        try:
            font, codes = b"F1", text.encode("cp1252")
        except UnicodeEncodeError:
            font, codes = b"F2", text.encode("utf-16-be")
        if text:
            shown.append(
                b"BT /%s %g Tf 1 0 0 1 %d %g Tm <%s> Tj ET"
                % (font, points, MARGIN, y, codes.hex().encode())
            )
    return b"\n".join(shown)


def _assemble(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets: list[int] = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table_at = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (len(objects) + 1, trailer)
    out += b"startxref\n%d\n%%%%EOF\n" % table_at
    return bytes(out)


def _encrypted(number: int, body: bytes, key: bytes) -> bytes:
    """An object with its stream encrypted; the strings in our dictionaries tell nothing."""
    head, mark, rest = body.partition(b"stream\n")
    if not mark:
        return body
    data = rest.removesuffix(b"\nendstream")
    salted = key + number.to_bytes(3, "little") + b"\0\0"
    return head + mark + _rc4(hashlib.md5(salted).digest()[:10], data) + b"\nendstream"


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _with_fixed_times(payload: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(payload)) as archive:
        return make_zip({info.filename: archive.read(info) for info in archive.infolist()})


def make_drawn_pdf(contents: Sequence[bytes], page: bytes = b"", info: bytes = b"") -> bytes:
    """Pages with these content streams; `page` goes into each page's dictionary (`/Rotate 90`).

    /F1 is Helvetica, /F2 the Chinese font, /Im1 a picture of one grey pixel; `info` is the inside
    of the information dictionary.
    """
    first_page = 5 + len(_FONTS)
    kids = b" ".join(b"%d 0 R" % (first_page + 2 * index) for index in range(len(contents)))
    picture = (
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
        b"/BitsPerComponent 8 /Length 1 >>\nstream\n\x80\nendstream"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents)),
        *_FONTS,
        picture,
        b"<< %s >>" % info,
    ]
    for index, content in enumerate(contents):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources "
            b"<< /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /Im1 %d 0 R >> >> %s >>"
            % (PAGE_WIDTH, PAGE_HEIGHT, first_page + 2 * index + 1, first_page - 2, page)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _assemble(objects, b"/Info %d 0 R" % (first_page - 1))


def drawn(text: str, x: float, y: float, size: float = 12, before: bytes = b"") -> bytes:
    """Drawing commands for one line; `before` goes in front of them, inside the text object."""
    try:
        font, codes = b"F1", text.encode("cp1252")
    except UnicodeEncodeError:
        font, codes = b"F2", text.encode("utf-16-be")
    return b"BT %s /%s %g Tf 1 0 0 1 %g %g Tm <%s> Tj ET\n" % (
        before,
        font,
        size,
        x,
        y,
        codes.hex().encode(),
    )


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"


def make_ods(sheets: str, styles: str = "", members: dict[str, bytes] | None = None) -> bytes:
    """An OpenDocument sheet with this markup between `office:spreadsheet` and its end."""
    names = "".join(
        f' xmlns:{prefix}="{_ODF}{prefix}:1.0"' for prefix in ("office", "table", "text", "style")
    )
    names += f' xmlns:draw="{_ODF}drawing:1.0" xmlns:svg="{_ODF}svg-compatible:1.0"'
    names += f' xmlns:fo="{_ODF}xsl-fo-compatible:1.0"'
    names += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    names += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{names}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f"<office:spreadsheet>{sheets}</office:spreadsheet></office:body></office:document-content>"
    )
    return make_zip(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content.encode(),
            **(members or {}),
        }
    )


def make_xls(rows: Sequence[Sequence[str | float | None]], sheet: str = "Sheet1") -> bytes:
    """A workbook of before 2007 with one sheet."""
    import xlwt

    workbook = xlwt.Workbook()
    added = workbook.add_sheet(sheet)
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if value is not None:
                added.write(row, column, value)
    packed = io.BytesIO()
    workbook.save(packed)
    return packed.getvalue()


def xlsb_record(kind: int, data: bytes = b"") -> bytes:
    """One record of a binary workbook ([MS-XLSB] 2.1.4)."""
    head = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = b""
    rest = len(data)
    while True:
        size += bytes([rest & 0x7F | (0x80 if rest > 127 else 0)])
        rest >>= 7
        if not rest:
            return head + size + data


def xlsb_text(text: str) -> bytes:
    """A text of a binary workbook: its length and UTF-16."""
    raw = text.encode("utf-16-le")
    return struct.pack("<I", len(raw) // 2) + raw


def xlsb_cell(column: int, value: str | float | bool, look: int = 0) -> bytes:
    """The record of a cell; columns count from 0."""
    at = struct.pack("<II", column, look)
    if isinstance(value, bool):
        return xlsb_record(4, at + bytes([value]))
    if isinstance(value, str):
        return xlsb_record(6, at + xlsb_text(value))
    return xlsb_record(5, at + struct.pack("<d", value))


def xlsb_row(number: int, cells: Sequence[bytes], *, hidden: bool = False) -> bytes:
    """The record of a row and those of its cells; rows count from 0."""
    flags = 0x10 if hidden else 0
    head = struct.pack("<IIHBBBI", number, 0, 300, 0, flags, 0, 0)
    return xlsb_record(0, head) + b"".join(cells)


def make_xlsb(
    sheets: Sequence[tuple[str, int, bytes]],
    *,
    before: bytes = b"",
    behind: bytes = b"",
    styles: bytes = b"",
    strings: bytes = b"",
    properties: bytes = b"",
) -> bytes:
    """A binary workbook: (name, state, records of its rows) for each sheet.

    `before` and `behind` stand around the rows of every sheet.
    """
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    root = "http://schemas.openxmlformats.org/package/2006/relationships"

    def rels(*rows: tuple[str, str]) -> bytes:
        inside = "".join(
            f'<Relationship Id="rId{number}" Type="{office}/{kind}" Target="{target}"/>'
            for number, (kind, target) in enumerate(rows, start=1)
        )
        return f'<Relationships xmlns="{root}">{inside}</Relationships>'.encode()

    book = xlsb_record(131) + properties + xlsb_record(143)
    for number, (name, state, _) in enumerate(sheets, start=1):
        said = struct.pack("<II", state, number) + xlsb_text(f"rId{number}") + xlsb_text(name)
        book += xlsb_record(156, said)
    book += xlsb_record(144) + xlsb_record(132)
    parts = [("worksheet", f"worksheets/sheet{n}.bin") for n in range(1, len(sheets) + 1)]
    parts += [("styles", "styles.bin"), ("sharedStrings", "sharedStrings.bin")]
    members = {
        "_rels/.rels": rels(("officeDocument", "xl/workbook.bin")),
        "xl/workbook.bin": book,
        "xl/_rels/workbook.bin.rels": rels(*parts),
        "xl/styles.bin": xlsb_record(278) + styles + xlsb_record(279),
        "xl/sharedStrings.bin": xlsb_record(159, struct.pack("<II", 1, 1))
        + strings
        + xlsb_record(160),
    }
    for number, (_, _, rows) in enumerate(sheets, start=1):
        members[f"xl/worksheets/sheet{number}.bin"] = b"".join(
            (
                xlsb_record(129),
                xlsb_record(148, struct.pack("<4I", 0, 100, 0, 20)),
                before,
                xlsb_record(145),
                rows,
                xlsb_record(146),
                behind,
                xlsb_record(130),
            )
        )
    return make_zip(members)
