from __future__ import annotations

import io
import random
import time
import zipfile
from collections.abc import Mapping

import pytest

from ragstone.errors import (
    CorruptDocument,
    EmptyDocument,
    EncryptedDocument,
    LimitExceeded,
    ParseError,
)
from ragstone.limits import MIB, Limits
from ragstone.model.block import DataBlock
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.epub.parser import EpubParser
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_epub, make_png, make_zip

ENCRYPTION = "META-INF/encryption.xml"
OPF = "OEBPS/content.opf"


def read(data: bytes, **rest: object) -> Document:
    return EpubParser().read(Source.from_bytes(data, "book.epub", **rest))


def elements(data: bytes) -> list[Element]:
    return list(read(data).elements)


def chapter(body: str) -> list[Element]:
    return elements(make_epub([("one.xhtml", body)]))


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(data: bytes, changes: Mapping[str, str | None]) -> bytes:
    """The book with members replaced, added, or (None) taken out."""
    members = members_of(data)
    for name, text in changes.items():
        if text is None:
            del members[name]
        else:
            members[name] = text.encode()
    return make_zip(members)


def with_package(data: bytes, old: str, new: str) -> bytes:
    package = members_of(data)[OPF].decode()
    assert old in package
    return changed(data, {OPF: package.replace(old, new)})


BOOK = make_epub(
    [
        ("z.xhtml", "<h1>One</h1><p>We left at dawn.</p>"),
        ("a.xhtml", "<h1>Two</h1><p>The mast broke.</p><h2>After</h2><p>Calm.</p>"),
    ],
    "The Tide Book",
)


def test_chapters_come_in_the_order_of_the_spine() -> None:
    assert [e.text for e in elements(BOOK)][:3] == ["One", "We left at dawn.", "Two"]


def test_sections_are_chapters_and_every_element_names_its_file() -> None:
    sections = read(BOOK).sections()

    assert [section.text.split("\n")[0] for section in sections] == ["One", "Two"]
    assert [section.metadata["path"] for section in sections] == ["OEBPS/z.xhtml", "OEBPS/a.xhtml"]


def test_a_book_is_told_by_its_content() -> None:
    document = read_document(Source.from_bytes(BOOK, "book.bin"))

    assert document.parser == "epub"
    assert document.sections()[0].text == "One\n\nWe left at dawn."


def test_a_book_without_its_mimetype_is_told_by_its_container() -> None:
    data = changed(BOOK, {"mimetype": None})

    assert read_document(Source.from_bytes(data, "book.epub")).parser == "epub"


def test_what_the_book_says_of_itself_are_facts() -> None:
    more = (
        "<dc:creator>Ada</dc:creator><dc:creator>Ben</dc:creator><dc:language>zh</dc:language>"
        "<dc:publisher>Pier</dc:publisher><dc:date>2024</dc:date>"
        "<dc:description>&lt;p&gt;On tides&lt;/p&gt;</dc:description>"
    )
    facts = read(make_epub([("a.xhtml", "<p>x</p>")], "潮汐", more)).facts

    assert facts == {
        "title": "潮汐",
        "authors": ["Ada", "Ben"],
        "language": "zh",
        "publisher": "Pier",
        "date": "2024",
        "description": "On tides",
        "chapter_count": 1,
    }


def test_the_page_of_contents_is_marked() -> None:
    nav = '<nav epub:type="toc"><h1>Contents</h1><ol><li><a href="a.xhtml">One</a></li></ol></nav>'
    data = make_epub([("nav.xhtml", nav), ("a.xhtml", "<h1>One</h1><p>Text.</p>")])
    data = with_package(data, '"nav.xhtml"', '"nav.xhtml" properties="nav"')

    document = read(data)

    marked = {e.text for e in document.elements if Mark.BOILERPLATE in e.marks}
    assert marked == {"Contents", "One"}
    assert [section.text for section in document.sections()] == ["One\n\nText."]


def test_a_page_of_contents_that_the_guide_of_an_old_book_names_is_marked() -> None:
    data = make_epub([("toc.html", "<p>One ... 1</p>"), ("a.html", "<p>Text.</p>")])
    data = with_package(
        data, "</package>", '<guide><reference type="toc" href="toc.html"/></guide></package>'
    )

    assert [e.marks for e in elements(data)] == [{Mark.BOILERPLATE}, frozenset()]


def test_a_chapter_without_a_heading_has_the_title_of_the_table_of_contents() -> None:
    data = make_epub([("a.xhtml", "<p>We left.</p>"), ("b.xhtml", "<p>We came.</p>")])
    ncx = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>'
        '<navPoint><navLabel><text>Dawn</text></navLabel><content src="a.xhtml"/></navPoint>'
        '<navPoint><navLabel><text>Dusk</text></navLabel><content src="b.xhtml#x"/></navPoint>'
        "</navMap></ncx>"
    )
    item = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    data = with_package(data, "</manifest>", f"{item}</manifest>")

    document = read(changed(data, {"OEBPS/toc.ncx": ncx}))

    assert [s.text for s in document.sections()] == ["Dawn\n\nWe left.", "Dusk\n\nWe came."]


def test_titles_are_as_deep_as_the_table_of_contents_has_them() -> None:
    nav = (
        '<nav epub:type="toc"><ol><li><a href="p.xhtml">Preface</a></li><li><a href="i.xhtml">I</a>'
        '<ol><li><a href="1.xhtml">One</a></li><li><a href="2.xhtml">Two</a></li></ol></li></ol>'
        "</nav>"
    )
    data = make_epub(
        [
            ("nav.xhtml", nav),
            ("p.xhtml", "<h1>Preface</h1><p>p.</p>"),
            ("i.xhtml", "<h1>I</h1>"),
            ("1.xhtml", "<h3>One</h3><p>1.</p><h4>Deeper</h4><p>d.</p>"),
            ("2.xhtml", "<h3>Two</h3><p>2.</p>"),
        ]
    )
    document = read(with_package(data, '"nav.xhtml"', '"nav.xhtml" properties="nav"'))

    titles = [(e.text, e.level) for e in document.elements if e.level and not e.marks]
    assert titles == [("Preface", 1), ("I", 1), ("One", 2), ("Deeper", 3), ("Two", 2)]


def test_a_page_without_heading_and_entry_has_the_title_of_its_head_if_no_other_has() -> None:
    members = members_of(make_epub([(f"{n}.xhtml", f"<p>Text {n}.</p>") for n in "abc"], "Book"))
    for name, title in (("a", "Dawn"), ("b", "Book"), ("c", "Dusk")):
        page = members[f"OEBPS/{name}.xhtml"].replace(
            b"<title/>", f"<title>{title}</title>".encode()
        )
        members[f"OEBPS/{name}.xhtml"] = page

    assert [s.text for s in read(make_zip(members)).sections()] == [
        "Dawn\n\nText a.\n\nText b.",
        "Dusk\n\nText c.",
    ]


def test_footnotes_are_marked_and_stand_at_the_end_of_their_section() -> None:
    body = (
        '<h1>One</h1><p>The light was out<a epub:type="noteref" href="#n1">1</a> that winter.</p>'
        '<aside epub:type="footnote" id="n1"><p>Since 1881.</p></aside><p>We left.</p>'
    )
    document = read(make_epub([("a.xhtml", body)]))

    assert [(e.text, e.marks) for e in document.elements] == [
        ("One", frozenset()),
        ("The light was out[1] that winter.", frozenset()),
        ("Since 1881.", {Mark.FOOTNOTE}),
        ("We left.", frozenset()),
    ]
    assert document.sections()[0].text.endswith("We left.\n\nSince 1881.")


@pytest.mark.parametrize(
    "reference",
    [
        '<a href="#n1"><sup>1</sup></a>',
        "<sup><a class='x' href='notes.xhtml#n1'>1</a></sup>",
        '<a href="#n1" epub:type="noteref"><sup>1</sup></a>',
        '<sup>[<a href="#n1">1</a>]</sup>',
    ],
    ids=["link around", "link inside", "said", "in brackets"],
)
def test_a_raised_number_that_leads_to_a_note_is_no_part_of_the_word(reference: str) -> None:
    (found,) = chapter(f"<p>The light was out{reference} that winter.</p>")

    assert found.text == "The light was out[1] that winter."


def test_powers_and_links_to_other_places_stay_as_they_are() -> None:
    (found,) = chapter('<p>x<sup>2</sup> and <a href="http://a.example/b"><sup>3</sup></a></p>')

    assert found.text == "x2 and 3"


def test_links_without_end_are_read_in_linear_time() -> None:
    start = time.process_time()
    chapter("<p>" + '<a href="#' * 20_000 + "</p>")
    chapter("<p>" + "<sup><a href='#x' " * 20_000 + "</p>")

    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "opening",
    ['<section epub:type="endnotes">', '<div role="doc-footnote">', '<div epub:type="rearnote">'],
)
def test_notes_are_told_by_their_type_or_role(opening: str) -> None:
    tag = opening[1:].partition(" ")[0]

    (found,) = chapter(f"{opening}<p>Since 1881.</p></{tag}>")

    assert found.marks == {Mark.FOOTNOTE}


def test_an_aside_of_a_book_is_text_of_the_book() -> None:
    (found,) = chapter("<aside><p>Tides are named after the moon.</p></aside>")

    assert found.marks == frozenset()


def test_page_numbers_inside_a_sentence_are_left_out() -> None:
    (found,) = chapter('<p>The light <span epub:type="pagebreak" id="p9">9</span>was out.</p>')

    assert found.text == "The light was out."


def test_readings_of_ruby_do_not_cut_words() -> None:
    (found,) = chapter("<p><ruby>潮<rt>しお</rt>汐<rt>せき</rt></ruby>の本</p>")

    assert found.text == "潮汐の本"


def test_soft_hyphens_are_left_out_however_they_are_written() -> None:
    (found,) = chapter("<p>win\u00adter light&#173;house tide&#xAD;table</p>")

    assert found.text == "winter lighthouse tidetable"


def test_empty_tags_of_xhtml_swallow_nothing() -> None:
    body = '<p>One<a id="x"/></p><script src="a.js"/><div id="y"/><p>Two</p>'
    data = make_epub([("a.xhtml", body)])
    page = members_of(data)["OEBPS/a.xhtml"].decode().partition("?>\n")[2]

    assert [e.text for e in elements(changed(data, {"OEBPS/a.xhtml": page}))] == ["One", "Two"]


def test_tables_of_a_chapter_are_tables() -> None:
    (found,) = chapter(
        "<table><tr><th>Fish</th><th>Tons</th></tr><tr><td>Hake</td><td>8</td></tr></table>"
    )

    assert (found.type, found.text) == (ElementType.TABLE, "Fish | Tons\nHake | 8")
    assert all(run.provenance.path == "OEBPS/one.xhtml" for run in found.lines)


def test_a_chapter_in_another_encoding_is_decoded() -> None:
    members = members_of(make_epub([("a.xhtml", "<p>潮汐表</p>")]))
    page = members["OEBPS/a.xhtml"].decode().replace('"1.0"', '"1.0" encoding="utf-16"')
    members["OEBPS/a.xhtml"] = page.encode("utf-16")

    assert [e.text for e in elements(make_zip(members))] == ["潮汐表"]


def test_a_chapter_that_is_missing_is_a_warning() -> None:
    document = read(changed(BOOK, {"OEBPS/z.xhtml": None}))

    assert document.elements[0].text == "Two"
    assert document.warnings == ("OEBPS/z.xhtml is part of the book and is not in the file",)


def test_a_picture_in_the_spine_is_read_through_its_fallback() -> None:
    data = make_epub([("a.svg", ""), ("a.xhtml", "<p>The chart in words.</p>")])
    data = with_package(
        data,
        '"a.svg" media-type="application/xhtml+xml"',
        '"a.svg" media-type="image/svg+xml" fallback="i1"',
    )
    data = with_package(data, '<itemref idref="i1"/>', "")

    assert [e.text for e in elements(data)] == ["The chart in words."]


def test_file_names_in_the_manifest_are_addresses() -> None:
    data = make_epub([("one two.xhtml", "<p>Text.</p>")])
    data = with_package(data, "one two.xhtml", "./x/../one%20two.xhtml")

    assert [e.provenance.path for e in elements(data)] == ["OEBPS/one two.xhtml"]


def test_a_book_without_a_package_document_is_read_by_name() -> None:
    document = read(changed(BOOK, {OPF: None}))

    assert document.elements[0].text == "Two"
    assert len(document.warnings) == 1


def test_pictures_of_a_chapter_have_their_data() -> None:
    data = make_epub([("text/a.xhtml", '<p>x</p><img alt="Pier" src="../img/p%201.png"/>')])
    members = members_of(data) | {"OEBPS/img/p 1.png": make_png()}

    document = read(make_zip(members))

    assert document.elements[1].text == "Pier"
    assert isinstance(document.sections()[1].content, DataBlock)


# Bad input


def locked(*paths: str, algorithm: str = "http://www.w3.org/2001/04/xmlenc#aes128-cbc") -> str:
    data = "".join(
        f'<e:EncryptedData><e:EncryptionMethod Algorithm="{algorithm}"/><e:CipherData>'
        f'<e:CipherReference URI="{path}"/></e:CipherData></e:EncryptedData>'
        for path in paths
    )
    return f'<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#">{data}</encryption>'


def test_a_book_with_drm_says_so() -> None:
    both = locked("OEBPS/z.xhtml", "OEBPS/a.xhtml")
    with pytest.raises(EncryptedDocument, match="DRM"):
        read(changed(BOOK, {ENCRYPTION: both}))


def test_a_single_locked_chapter_is_a_warning() -> None:
    document = read(changed(BOOK, {ENCRYPTION: locked("OEBPS/z.xhtml")}))

    assert document.elements[0].text == "Two"
    assert document.warnings == ("OEBPS/z.xhtml is encrypted and was left out",)


def test_obfuscated_fonts_lock_nothing() -> None:
    fonts = locked("OEBPS/a.otf", algorithm="http://www.idpf.org/2008/embedding")

    assert read(changed(BOOK, {ENCRYPTION: fonts})).warnings == ()


def test_0_bytes_are_an_empty_document() -> None:
    with pytest.raises(EmptyDocument):
        read(b"")


def test_a_zip_without_pages_is_no_book() -> None:
    with pytest.raises(CorruptDocument):
        read(make_zip({"mimetype": b"application/epub+zip"}))


def test_entities_of_the_package_are_refused() -> None:
    package = members_of(BOOK)[OPF].decode()
    bomb = '<!DOCTYPE package [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'
    with pytest.raises(CorruptDocument, match="entities"):
        read(changed(BOOK, {OPF: bomb + package}))


def test_a_document_type_without_entities_is_common_in_old_books() -> None:
    package = members_of(BOOK)[OPF].decode()
    kind = '<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "oeb.dtd">'

    assert len(elements(changed(BOOK, {OPF: kind + package}))) == 6


def test_entities_of_a_chapter_are_never_expanded(tmp_path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("TOPSECRET")
    page = (
        f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}"><!ENTITY a "lol">'
        '<!ENTITY b "&a;&a;&a;">]><html><body><p>Words &x; &b; end</p></body></html>'
    )
    text = " ".join(e.text for e in elements(changed(BOOK, {"OEBPS/z.xhtml": page})))

    assert "TOPSECRET" not in text
    assert "lollol" not in text
    assert "Words" in text


def test_a_bomb_in_a_chapter_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(LimitExceeded, match="unpack_ratio"):
        read(changed(BOOK, {"OEBPS/z.xhtml": " " * (4 * MIB)}), limits=Limits(unpack_ratio=100))


def test_chapters_are_no_deeper_than_their_book() -> None:
    assert read(BOOK, limits=Limits(nesting_depth=0)).elements


def test_damaged_files_give_a_parse_error_or_a_document() -> None:
    rng = random.Random(11)
    members = members_of(BOOK)
    outcomes = set()
    for _ in range(150):
        name = rng.choice(sorted(members))
        part = bytearray(members[name])
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(part))
            part[at : at + rng.randrange(0, 9)] = rng.randbytes(rng.randrange(0, 3))
        whole = bytearray(make_zip(members | {name: bytes(part)}))
        if rng.random() < 0.3:
            whole[rng.randrange(len(whole))] = rng.randrange(256)
        try:
            read(bytes(whole))
            outcomes.add("read")
        except (ParseError, LimitExceeded):
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}
