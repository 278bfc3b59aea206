"""Small real files that tests make for themselves; nothing here reads the disk or the network.

    make_pdf([["Tide tables", "High water at six."], ["潮汐表"]])      # two pages
    make_docx([("Heading 1", "Duties"), ("", "Check the oil."), [["Fish", "Price"], ["Hake", "8"]]])

The same arguments give the same bytes (DOCX members carry a fixed time).
"""

from __future__ import annotations

import hashlib
import io
import zipfile
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


def make_zip(members: dict[str, bytes]) -> bytes:
    """An archive of these members, in this order, packed at a fixed time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(
                zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED
            )
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
