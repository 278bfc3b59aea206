"""MSG: Outlook's properties, with attachments, recipients and mails inside."""

from __future__ import annotations

import pytest

from mail_samples import (
    BODY,
    HTML,
    RTF,
    SENDER_EMAIL,
    SENDER_NAME,
    SENT,
    STRING,
    SUBJECT,
    make_msg,
    make_ole,
    msg_streams,
    pack_rtf,
    ticks,
)
from ragstone.errors import LimitExceeded, ParseError
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.mark import Mark
from ragstone.parsers.mail.rtf import html_in_rtf, unpacked_rtf
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_pdf

VALUES = {
    SUBJECT: "潮汐表",
    BODY: "High water at six.\r\n\r\n> Shall we?\r\n",
    SENDER_NAME: "Ana Example",
    SENDER_EMAIL: "ana@example.org",
    SENT: ticks(154561, 9 * 3600),
}
RTF_OF_HTML = (
    rb"{\rtf1\ansi\ansicpg936\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}"
    rb"{\f1\fnil\fcharset134 SimSun;}}{\*\htmltag19 <html>}{\*\htmltag50 <body>}"
    rb"{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 High at six \f1\'b3\'b1\'cf\'ab\f0 "
    rb"{\*\htmltag84 <b>}\htmlrtf {\b\htmlrtf0 bold{\*\htmltag92 </b>}\htmlrtf }\htmlrtf0 "
    rb" \u28526?\{x\}{\*\htmltag72 </p>}\htmlrtf\par}\htmlrtf0}"
)


def read(data: bytes, **limits: int) -> Document:
    return read_document(Source.from_bytes(data, "a.msg", limits=Limits(**limits)))


def body(document: Document) -> list[str]:
    return [e.text for e in document.elements if e.provenance.path == "body"]


def test_header_and_text_are_those_of_a_mail():
    found = read(make_msg(VALUES, recipients=[("Bo", "bo@example.org", 1), ("Cy", "cy@x.org", 2)]))
    assert [element.text for element in found.elements] == [
        "潮汐表",
        "From: Ana Example <ana@example.org>\nTo: Bo <bo@example.org>\nCc: Cy <cy@x.org>\n"
        "Date: Tue, 05 Mar 2024 09:00:00 +0000",
        "High water at six.",
        "Shall we?",
    ]
    assert found.elements[-1].marks == {Mark.QUOTED}
    assert found.facts["date"] == "2024-03-05T09:00:00+00:00"


def test_attachments_are_read_by_their_own_parsers():
    report = make_pdf([["Tide tables"], ["High water at six."]])
    found = read(make_msg(VALUES, [("report.pdf", report), ("费用.txt", b"times ten")]))
    places = {e.text: (e.provenance.member, e.provenance.page) for e in found.elements}
    assert places["Tide tables"] == ("report.pdf", 1)
    assert places["times ten"] == ("费用.txt", None)
    assert "Attachments: report.pdf, 费用.txt" in found.elements[1].text


def test_a_mail_inside_is_a_member():
    inner = msg_streams(
        {SUBJECT: "Request", BODY: "Lower the crane."}, [("a.txt", b"Oil")], head=24
    )
    found = read(make_msg(VALUES, [("Request", inner)]))
    assert [member.path for member in found.members] == ["Request.msg", "Request.msg/a.txt"]
    assert found.sections()[1].text == "Request\n\nAttachments: a.txt\n\nLower the crane."


def test_mails_in_mails_end_at_the_limit():
    inner = msg_streams({SUBJECT: "deep"}, head=24)
    for _ in range(8):
        inner = msg_streams({SUBJECT: "deep"}, [("deep", inner)], head=24)
    found = read(make_msg(VALUES, [("deep", inner)]))
    assert [bool(member.error) for member in found.members] == [False] * 6 + [True]


def test_html_is_taken_before_plain_text():
    html = b"<p>High water.</p><table><tr><td>a</td><td>b</td></tr></table>"
    assert body(read(make_msg({**VALUES, HTML: html}))) == ["High water.", "a | b"]


def test_html_in_rtf_is_taken_before_plain_text():
    found = read(make_msg({**VALUES, RTF: pack_rtf(RTF_OF_HTML)}))
    assert body(found) == ["High at six 潮汐bold 潮{x}"]


def test_rtf_that_is_rtf_is_read_or_the_plain_text_taken():
    found = read(make_msg({**VALUES, RTF: pack_rtf(rb"{\rtf1\ansi High water at six.\par}")}))
    assert body(found)[0] == "High water at six."


def test_strings_in_a_code_page_are_read():
    page = {0x3FFD: 936}
    values = {SUBJECT: (STRING, "潮汐表".encode("gb18030")), BODY: (STRING, b"High."), **page}
    assert read(make_msg(values)).facts["subject"] == "潮汐表"


def test_an_encrypted_mail_says_so():
    values = {SUBJECT: "Secret", 0x001A: "IPM.Note.SMIME"}
    found = read(make_msg(values, [("smime.p7m", b"0\x80\x06\x09" * 99)]))
    assert "S/MIME" in found.warnings[0]


def test_a_signed_mail_that_can_be_read_is_read():
    signed = (
        b'Content-Type: multipart/signed; boundary="s"; protocol="application/pkcs7-signature"\n\n'
        b"--s\n\nLower the crane.\n--s\nContent-Type: application/pkcs7-signature\n\nMIAG\n--s--\n"
    )
    values = {SUBJECT: "Signed", 0x001A: "IPM.Note.SMIME.MultipartSigned"}
    assert body(read(make_msg(values, [("smime.p7m", signed)]))) == ["Lower the crane."]


def test_a_file_without_properties_says_so():
    assert "no property" in read(make_ole({("__substg1.0_zz",): b"x"})).warnings[0]


def test_streams_that_share_their_bytes_count_each():
    with pytest.raises(LimitExceeded, match="unpacked_bytes"):
        read(make_msg(VALUES, [(f"{n}.txt", b"x" * 5000) for n in range(9)]), unpacked_bytes=20_000)


def test_many_attachments_are_refused():
    with pytest.raises(LimitExceeded, match="archive_members is 5"):
        read(make_msg(VALUES, [(f"{n}.txt", b"x") for n in range(9)]), archive_members=5)


def test_a_damaged_file_is_our_error_or_a_document():
    data = make_msg(VALUES, [("a.txt", b"Oil" * 2000)])
    for at in range(0, len(data), 97):
        changed = bytearray(data)
        changed[at : at + 4] = b"\xff\xfe\xff\xff"
        try:
            read(bytes(changed))
        except ParseError as error:
            assert str(error).startswith("a.msg")  # noqa: PT017 - a document is fine too


# RTF


def test_the_specifications_own_packed_texts_are_unpacked():
    packed = (
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c09"
        "0020627705b06c647d0a800fa0"
    )
    assert unpacked_rtf(bytes.fromhex(packed)) == (
        b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    )
    packed = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"
    assert unpacked_rtf(bytes.fromhex(packed)) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


def test_damaged_packed_text_gives_what_is_there():
    packed = pack_rtf(RTF_OF_HTML)
    assert RTF_OF_HTML.startswith(unpacked_rtf(packed[:100]))
    assert unpacked_rtf(b"") == unpacked_rtf(b"x" * 40) == b""


def test_rtf_that_was_no_html_holds_none():
    assert html_in_rtf(rb"{\rtf1\ansi High water.\par}") is None
