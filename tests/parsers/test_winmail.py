"""winmail.dat: the mail that Outlook packed for another Outlook."""

from __future__ import annotations

import time

from mail_samples import BODY, HTML, RTF, SUBJECT, make_mail, make_winmail, pack_rtf
from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def read(winmail: bytes, text: str = "\n", name: str = "winmail.dat") -> Document:
    mail = make_mail("Figures", text, [(name, winmail)])
    return read_document(Source.from_bytes(mail, "a.eml"))


def body(document: Document) -> list[str]:
    return [e.text for e in document.elements if e.provenance.path == "body"]


def test_its_attachments_are_those_of_the_mail_with_their_long_names():
    found = read(
        make_winmail({}, [("费用表 2024.txt", b"times ten"), ("b.txt", b"Oil")]), "See below."
    )
    assert [member.path for member in found.members] == ["费用表 2024.txt", "b.txt"]
    assert "winmail.dat" not in found.elements[1].text
    assert body(found) == ["See below."]


def test_its_text_is_taken_where_the_mail_has_none():
    assert body(read(make_winmail({BODY: "High at six."}))) == ["High at six."]
    assert body(read(make_winmail({BODY: "x", HTML: b"<p>High at six.</p>"}))) == ["High at six."]
    rtf = pack_rtf(rb"{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}High at six.{\*\htmltag72 </p>}}")
    assert body(read(make_winmail({SUBJECT: "x", RTF: rtf}))) == ["High at six."]


def test_another_name_changes_nothing():
    found = read(make_winmail({}, [("a.txt", b"Oil")]), "Hi", name="WINMAIL.DAT")
    assert [member.path for member in found.members] == ["a.txt"]


def test_what_is_no_winmail_is_an_attachment():
    found = read(b"High at six.", "Hi")
    assert [member.path for member in found.members] == ["winmail.dat"]


def test_a_damaged_end_loses_no_more_than_the_end():
    whole = make_winmail({BODY: "High at six."}, [("a.txt", b"Oil"), ("b.txt", b"Lamps")])
    found = read(whole[: whole.index(b"Lamps") - 3])
    assert body(found) == ["High at six."]
    assert found.members[0].path == "a.txt"
    for size in range(0, len(whole), 7):
        read(whole[:size])


def test_a_number_of_properties_without_end_is_no_endless_loop():
    whole = make_winmail({BODY: "High at six."})
    at = whole.index((1).to_bytes(4, "little") + b"\x1f\0\0\x10")
    begin = time.process_time()
    read(whole[:at] + b"\xff\xff\xff\xff" + whole[at + 4 :])
    assert time.process_time() - begin < 1
