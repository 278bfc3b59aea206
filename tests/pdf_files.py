"""Small PDF files that tests write by hand, byte by byte, for what `samples` does not need.

file = PdfBytes()
page = file.page(drawn("Tide", 72, 700))
data = file.finished()
"""

from __future__ import annotations

from collections.abc import Sequence

from samples import PAGE_HEIGHT, PAGE_WIDTH


class PdfBytes:
    """A file to which objects are added; `objects[0]` is the catalogue, numbers count from 1."""

    def __init__(self) -> None:
        self.catalog = b""
        self.objects: list[bytes] = [b"", b""]
        self._pages: list[int] = []
        self.font = self.add(
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
        )

    def add(self, body: bytes) -> int:
        """The number of a new object."""
        self.objects.append(body)
        return len(self.objects)

    def stream(self, data: bytes, entries: bytes = b"") -> int:
        return self.add(b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(data), data))

    def page(self, content: bytes, entries: bytes = b"", resources: bytes = b"") -> int:
        """A page with this content; /F1 is Helvetica."""
        number = self.add(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R %s "
            b"/Resources << /Font << /F1 %d 0 R >> %s >> >>"
            % (
                PAGE_WIDTH,
                PAGE_HEIGHT,
                self.stream(content),
                entries,
                self.font,
                resources,
            )
        )
        self._pages.append(number)
        return number

    def finished(self, info: bytes = b"") -> bytes:
        """The file; `info` is the inside of the information dictionary."""
        self.objects[0] = b"<< /Type /Catalog /Pages 2 0 R %s >>" % self.catalog
        kids = b" ".join(b"%d 0 R" % page for page in self._pages)
        self.objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(self._pages))
        last = self.add(b"<< %s >>" % info)
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        offsets: list[int] = []
        for number, body in enumerate(self.objects, start=1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table_at = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(self.objects) + 1)
        out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(offsets) + 1, last)
        out += b"startxref\n%d\n%%%%EOF\n" % table_at
        return bytes(out)


#: A node of a structure tree: its type with attributes (`"TD /A << /ColSpan 2 >>"`), then children;
#: a number is a marked content.
Node = tuple[object, ...]


def make_tagged_pdf(content: bytes, tree: Sequence[Node]) -> bytes:
    """A page whose marked contents (`marked`) are structured as `tree` says."""
    file = PdfBytes()
    page = file.page(content, b"/StructParents 0")
    owners: dict[int, int] = {}
    root = file.add(b"")
    kids = [_node(file, node, root, page, owners) for node in tree]
    parents = b" ".join(b"%d 0 R" % owners[content] for content in sorted(owners))
    numbers = file.add(b"<< /Nums [0 [%s]] >>" % parents)
    file.objects[root - 1] = b"<< /Type /StructTreeRoot /K [%s] /ParentTree %d 0 R >>" % (
        b" ".join(b"%d 0 R" % kid for kid in kids),
        numbers,
    )
    file.catalog = b"/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R" % root
    return file.finished()


def marked(content: int, drawing: bytes) -> bytes:
    """Drawing commands as marked content of this number."""
    return b"/P << /MCID %d >> BDC\n%s EMC\n" % (content, drawing)


def artifact(drawing: bytes) -> bytes:
    """Drawing commands that are no content of the page."""
    return b"/Artifact BMC\n%s EMC\n" % drawing


def _node(file: PdfBytes, node: Node, parent: int, page: int, owners: dict[int, int]) -> int:
    number = file.add(b"")
    kind, _, entries = str(node[0]).partition(" ")
    kids: list[bytes] = []
    for child in node[1:]:
        if isinstance(child, int):
            owners[child] = number
            kids.append(b"%d" % child)
        elif isinstance(child, tuple):
            kids.append(b"%d 0 R" % _node(file, child, number, page, owners))
    file.objects[number - 1] = b"<< /Type /StructElem /S /%s /P %d 0 R /Pg %d 0 R %s /K [%s] >>" % (
        kind.encode(),
        parent,
        page,
        entries.encode(),
        b" ".join(kids),
    )
    return number


def type3_font(file: PdfBytes, letters: str) -> int:
    """A font whose glyphs are drawings: a box for each of `letters`, coded from 97 on."""
    glyph = file.stream(b"600 0 0 0 500 700 d1 0 0 500 700 re f")
    names = b" ".join(b"/g%d" % index for index in range(len(letters)))
    procs = b" ".join(b"/g%d %d 0 R" % (index, glyph) for index in range(len(letters)))
    pairs = b"".join(
        b"<%02x> <%s>\n" % (97 + index, letter.encode("utf-16-be").hex().encode())
        for index, letter in enumerate(letters)
    )
    to_unicode = file.stream(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def "
        b"/CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange "
        b"%d beginbfchar %s endbfchar endcmap end end" % (len(letters), pairs)
    )
    return file.add(
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [.001 0 0 .001 0 0] "
        b"/FirstChar 97 /LastChar %d /Widths [%s] "
        b"/Encoding << /Type /Encoding /Differences [97 %s] >> "
        b"/CharProcs << %s >> /Resources << >> /ToUnicode %d 0 R >>"
        % (96 + len(letters), b"600 " * len(letters), names, procs, to_unicode)
    )
