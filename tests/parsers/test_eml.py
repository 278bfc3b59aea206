"""EML: what a person sees of a mail, and everything that came with it."""

from __future__ import annotations

import base64
import binascii
import time

import pytest

from mail_samples import make_mail
from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_pdf, make_png, make_zip

HEAD = "From: Ana <ana@example.org>\nTo: bo@example.org\nSubject: Tides\nMIME-Version: 1.0\n"


def read(data: bytes | str, name: str = "a.eml", **limits: int) -> Document:
    data = data.encode() if isinstance(data, str) else data
    return read_document(Source.from_bytes(data, name, limits=Limits(**limits)))


def body(document: Document, mark: Mark | None = None) -> list[str]:
    """The texts of the mail itself, or those with a mark."""
    return [
        element.text
        for element in document.elements
        if element.provenance.path == "body"
        and element.provenance.member is None
        and (mark is None or mark in element.marks)
    ]


def multipart(kind: str, *parts: str) -> str:
    inner = "".join(f"--b1\n{part}\n" for part in parts)
    return f'{HEAD}Content-Type: multipart/{kind}; boundary="b1"\n\n{inner}--b1--\n'


# Header


def test_subject_sender_recipients_and_date_stand_first_and_as_facts():
    found = read(make_mail("Figures", "See below."))
    assert found.elements[0].type is ElementType.TITLE
    assert found.elements[0].text == "Figures"
    assert found.elements[1].text == (
        "From: Ana Example <ana@example.org>\nTo: Bo Example <bo@example.org>\n"
        "Date: Tue, 05 Mar 2024 10:20:00 +0100"
    )
    assert found.facts["subject"] == found.facts["title"] == "Figures"
    assert found.facts["from"] == ["Ana Example <ana@example.org>"]
    assert found.facts["to"] == ["Bo Example <bo@example.org>"]
    assert found.facts["date"] == "2024-03-05T10:20:00+01:00"
    assert found.facts["message_id"] == "<1@example.org>"
    [section] = found.sections()
    assert section.text.startswith("Figures\n\nFrom: Ana Example")
    assert section.parts[-1].heading_path == ("Figures",)


def test_encoded_words_are_decoded_and_joined():
    subject = "Subject: =?utf-8?B?5r2u?=\n =?utf-8?Q?=E6=B1=90?= and =?iso-8859-1?q?caf=E9_noir?="
    assert read(f"From: a@b\n{subject}\n\nHi").facts["subject"] == "潮汐 and café noir"


@pytest.mark.parametrize("charset", ["utf-8", "gb2312", "gb18030", "big5", "iso-2022-jp"])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_words_cut_inside_a_character_are_whole_again(charset: str, size: int):
    raw = "潮汐表及水位".encode(charset, "ignore")
    words = [
        f"=?{charset}?B?{base64.b64encode(raw[at : at + size]).decode()}?="
        for at in range(0, len(raw), size)
    ]
    found = read("From: a@b\nSubject: " + "\n ".join(words) + "\n\nHi")
    assert found.facts["subject"] == raw.decode(charset)


def test_base64_cut_inside_its_four_letters_is_whole_again():
    whole = base64.b64encode("潮汐表及水位".encode()).decode()
    words = " ".join(f"=?utf-8?b?{whole[at : at + 7]}?=" for at in range(0, len(whole), 7))
    assert read(f"From: a@b\nSubject: {words}\n\nHi").facts["subject"] == "潮汐表及水位"


def test_a_language_behind_the_charset_is_no_part_of_it():
    assert read("From: a@b\nSubject: =?utf-8*de?Q?=C3=9Cber?=\n\nHi").facts["subject"] == "Über"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_raw_bytes_in_the_header_are_read(encoding: str):
    text = (
        "From: 林柬 <lin@example.org>\nTo: a@b\nSubject: 关于停泊费调整的通知\n\n请于五月前缴清。"
    )
    found = read(text.encode(encoding))
    assert found.facts["subject"] == "关于停泊费调整的通知"
    assert found.facts["from"] == ["林柬 <lin@example.org>"]


def test_commas_in_names_do_not_part_addresses():
    to = 'To: "Doe, Jane" <j@x.org>, =?utf-8?Q?M=C3=BCller=2C_Bo?= <b@x.org>, c@x.org'
    assert read(f"From: a@b\n{to}\n\nHi").facts["to"] == [
        "Doe, Jane <j@x.org>",
        "Müller, Bo <b@x.org>",
        "c@x.org",
    ]


@pytest.mark.parametrize(
    ("said", "iso"),
    [
        ("Tue, 05 Mar 2024 10:20:00 +0100 (CET)", "2024-03-05T10:20:00+01:00"),
        ("5 Mar 24 10:20 GMT", "2024-03-05T10:20:00+00:00"),
        ("Tue, 5 Mar 2024 10:20:00 -0000", "2024-03-05T10:20:00"),
        ("2024-03-05T10:20:00+08:00", "2024-03-05T10:20:00+08:00"),
    ],
)
def test_dates_are_iso_with_the_senders_offset(said: str, iso: str):
    found = read(f"From: a@b\nDate: {said}\n\nHi")
    assert found.facts["date"].startswith(iso)
    assert found.warnings == ()


def test_a_date_that_is_none_is_kept_with_a_warning():
    found = read("From: a@b\nDate: next Tuesday\n\nHi")
    assert found.facts["date"] == "next Tuesday"
    assert "date" in found.warnings[0]


# Text


def test_html_is_taken_before_plain_text_and_its_tables_kept():
    html = "<p>See the table.</p><table><tr><th>Fish<th>Tons<tr><td>Hake<td>8</table>"
    found = read(make_mail("F", "See the table. Fish Tons Hake 8", html=html))
    assert body(found) == ["See the table.", "Fish | Tons\nHake | 8"]
    assert "HTML was taken" in found.strategy_reason


def test_plain_text_is_taken_where_the_html_holds_a_notice_only():
    text = "High water is at six in the morning, and low water at noon. Mind the gate."
    found = read(make_mail("F", text, html="<p>Get a reader of HTML.</p>"))
    assert body(found) == [text]
    assert "plain text was taken" in found.strategy_reason


def test_titles_of_the_html_stand_under_the_subject():
    found = read(make_mail("Minutes", "x", html="<h1>Fees</h1><p>They stay as they are now.</p>"))
    assert found.sections()[0].parts[-1].heading_path == ("Minutes", "Fees")


@pytest.mark.parametrize(
    ("said", "encoding"),
    [
        ('; charset="gb2312"', "gb18030"),
        ("; charset=us-ascii", "gb18030"),
        ("; charset=iso-8859-1", "gb18030"),
        ("", "gb18030"),
        ("; charset=utf-8", "utf-8"),
        ("; charset=x-unknown", "utf-8"),
        ("; charset=iso-8859-1", "utf-8"),
    ],
)
def test_a_charset_that_is_missing_or_wrong_is_found_out(said: str, encoding: str):
    text = "请于五月前缴清全部停泊费，逾期者须加付一成。各船务公司务必遵照执行。"
    data = f"{HEAD}Content-Type: text/plain{said}\n\n".encode() + text.encode(encoding)
    assert body(read(data)) == [text]


def test_latin_text_stays_what_it_says():
    data = f"{HEAD}Content-Type: text/plain; charset=iso-8859-1\n\n".encode() + b"caf\xe9 na\xefve"
    assert body(read(data)) == ["café naïve"]


def test_transfer_encodings_are_undone():
    text = "Größe: 3 m, und mehr als genug davon.\n".encode()
    for name, data in (
        ("base64", base64.encodebytes(text)),
        ("quoted-printable", binascii.b2a_qp(text)),
        ("8bit", text),
        ("x-uuencode", b"begin 644 a\n" + binascii.b2a_uu(text) + b"`\nend\n"),
    ):
        head = f"{HEAD}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {name}"
        assert body(read(head.encode() + b"\n\n" + data)) == [text.decode().strip()]


def test_base64_without_padding_and_with_foreign_signs_is_read():
    packed = base64.b64encode(b"High at six.!").decode().rstrip("=") + "\n--\n"
    head = f"{HEAD}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
    assert body(read(head + packed))[0].startswith("High at six.")


def test_flowed_lines_are_joined_again():
    text = "High water is \nat six, low \nwater at noon.\n> and \n> so on\n"
    found = read(f"{HEAD}Content-Type: text/plain; format=flowed\n\n{text}")
    assert body(found) == ["High water is at six, low water at noon.", "and so on"]


def test_list_items_have_their_marker():
    found = read(f"{HEAD}\nBring:\n\n- ropes\n- lamps\n  and oil\n")
    items = [e for e in found.elements if e.type is ElementType.LIST_ITEM]
    assert [item.text for item in items] == ["ropes", "lamps\nand oil"]
    assert items[0].facts["list_marker"] == "-"


# Attachments


def test_attachments_are_read_by_their_own_parsers_with_page_and_name():
    report = make_pdf([["Tide tables"], ["High water at six."]])
    found = read(make_mail("F", "Hi", [("report.pdf", report), ("notes.txt", b"times ten")]))
    places = {e.text: (e.provenance.member, e.provenance.page) for e in found.elements}
    assert places["High water at six."] == ("report.pdf", 2)
    assert places["times ten"] == ("notes.txt", None)
    rows = [(s.metadata.get("member"), s.metadata.get("page")) for s in found.sections()]
    assert rows == [(None, None), ("report.pdf", 1), ("report.pdf", 2), ("notes.txt", None)]
    assert "Attachments: report.pdf, notes.txt" in found.elements[1].text


@pytest.mark.parametrize(
    "said",
    [
        "filename*=UTF-8''%E8%B4%B9%E7%94%A8%E8%A1%A8.csv",
        "filename*0*=UTF-8''%E8%B4%B9%E7; filename*1*=%94%A8; filename*2*=%E8%A1%A8.csv",
        "filename*1*=%94%A8%E8%A1%A8; filename*2=.csv; filename*0*=utf-8'zh'%E8%B4%B9%E7",
        "filename=x.csv; filename*=UTF-8''%E8%B4%B9%E7%94%A8%E8%A1%A8.csv",
        'filename="=?UTF-8?B?6LS555So6KGoLmNzdg==?="',
        'filename="费用表.csv"',
    ],
    ids=["2231", "pieces", "disorder", "both", "2047", "raw"],
)
def test_names_of_attachments_are_decoded(said: str):
    part = f"Content-Type: text/csv\nContent-Disposition: attachment; {said}\n\na,b\n1,2\n"
    found = read(multipart("mixed", part))
    assert [member.path for member in found.members] == ["费用表.csv"]
    assert found.facts["attachments"][0]["name"] == "费用表.csv"


def test_a_name_in_the_content_type_alone_is_taken():
    found = read(multipart("mixed", "\nHi", "Content-Type: text/csv; name=a.csv\n\na,b\n1,2\n"))
    assert [member.path for member in found.members] == ["a.csv"]


def test_a_name_of_an_attachment_is_no_path():
    found = read(make_mail("F", "Hi", [("../../etc/passwd", b"root")]))
    assert [member.path for member in found.members] == ["etc_passwd"]


def test_an_attachment_that_cannot_be_read_is_named_and_the_rest_is_kept():
    found = read(make_mail("F", "Hi there.", [("blob.bin", bytes(range(256))), ("a.txt", b"Oil")]))
    assert "blob.bin" in found.elements[1].text
    assert found.warnings[0].startswith("blob.bin: not read: binary data")
    assert found.elements[-1].text == "Oil"


def test_attachments_of_one_name_are_told_apart():
    found = read(make_mail("F", "Hi", [("a.txt", b"one"), ("a.txt", b"two")]))
    assert [member.path for member in found.members] == ["a.txt", "a (2).txt"]


def test_an_archive_that_is_attached_is_opened():
    found = read(make_mail("F", "Hi", [("a.zip", make_zip({"2024/notes.txt": b"Ropes."}))]))
    assert found.elements[-1].provenance.where() == "a.zip/2024/notes.txt, line 1"


def test_pictures_in_the_text_are_named():
    picture = (
        "Content-Type: image/png; name=logo.png\nContent-ID: <1@x>\n"
        "Content-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUhEUg=="
    )
    html = 'Content-Type: text/html\n\n<p>Hello there.</p><img src="cid:1@x" alt="Logo">'
    found = read(multipart("related", html, picture))
    assert "Pictures: logo.png" in found.elements[1].text
    assert found.facts["attachments"][0]["inline"] is True


def test_a_forwarded_mail_is_a_member_with_its_own_header_and_attachments():
    inner = make_mail("Request", "Lower the crane.", [("plan.txt", b"at noon")]).decode()
    found = read(multipart("mixed", "\nSee below.", f"Content-Type: message/rfc822\n\n{inner}"))
    assert [member.path for member in found.members] == ["Request.eml", "Request.eml/plan.txt"]
    by_member = {s.metadata.get("member"): s.text for s in found.sections()}
    assert by_member[None].endswith("See below.")
    assert by_member["Request.eml"].startswith("Request\n\nFrom: Ana Example")
    assert by_member["Request.eml"].endswith("Lower the crane.")
    assert by_member["Request.eml/plan.txt"] == "at noon"


def test_a_forwarded_mail_in_base64_is_read():
    inner = base64.encodebytes(make_mail("Request", "Lower the crane.")).decode()
    head = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
    found = read(multipart("mixed", "\nSee below.", head + inner))
    assert found.elements[-1].text == "Lower the crane."


def test_mails_in_mails_end_at_the_limit():
    data = b"From: a@b\nSubject: deep\n\nHi"
    for _ in range(9):
        data = b"From: a@b\nContent-Type: message/rfc822\n\n" + data
    found = read(data)
    assert [bool(member.error) for member in found.members] == [False] * 6 + [True]
    assert "nesting_depth is 6" in found.members[-1].error
    assert len(read(data, nesting_depth=9).members) == 9


def test_an_invitation_is_not_refused_for_what_nobody_reads_of_it():
    event = f"BEGIN:VEVENT\nSUMMARY:Tide talk\nX-ALT-DESC:{'x' * 5000}\nEND:VEVENT\n"
    found = read(f"{HEAD}Content-Type: text/calendar\n\n{event}", text_characters=1000)
    assert found.elements[-1].text == "Event: Tide talk"


def test_an_invitation_is_readable():
    event = (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Tide talk\\, part two\n"
        "DTSTART;TZID=Asia/Shanghai:20240305T102000\nDTEND:20240305T033000Z\n"
        'LOCATION:Quay 3\nORGANIZER;CN="Lin, Jian":mailto:lin@example.org\n'
        "ATTENDEE;CN=Bo;RSVP=TRUE:mailto:bo@example.org\nDESCRIPTION:Bring\\nro\n"
        " pes\nEND:VEVENT\nEND:VCALENDAR"
    )
    parts = ("\nYou are invited.", f"Content-Type: text/calendar; method=REQUEST\n\n{event}")
    found = read(multipart("alternative", *parts))
    assert body(found) == ["You are invited."]
    assert found.elements[-1].text == (
        "Event: Tide talk, part two\nBegins: 2024-03-05 10:20 (Asia/Shanghai)\n"
        "Ends: 2024-03-05 03:30 UTC\nPlace: Quay 3\nOrganiser: Lin, Jian <lin@example.org>\n"
        "Invited: Bo <bo@example.org>\nDescription: Bring\nropes"
    )


def test_a_delivery_report_is_readable_with_the_mail_that_failed():
    status = (
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"
        "Final-Recipient: rfc822; cy@example.org\nAction: failed\nStatus: 5.1.1"
    )
    inner = f"Content-Type: message/rfc822\n\n{make_mail('Request', 'Lower the crane.').decode()}"
    found = read(multipart("report", "\nIt failed.", status, inner))
    texts = [element.text for element in found.elements]
    assert "Final-Recipient: rfc822; cy@example.org\nAction: failed\nStatus: 5.1.1" in texts
    assert texts[-1] == "Lower the crane."


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("application/pkcs7-mime; smime-type=enveloped-data", "encrypted (S/MIME)"),
        (
            "application/x-pkcs7-mime; smime-type=signed-data",
            "opaque form (S/MIME)",
        ),
    ],
)
def test_an_opaque_mail_says_so(kind: str, why: str):
    found = read(f"{HEAD}Content-Type: {kind}; name=smime.p7m\n\nMIAGCSqGSIb3")
    assert why in found.warnings[0]
    assert why in found.sections()[0].text


def der(tag: int, *parts: bytes) -> bytes:
    """A value of ASN.1 with its length."""
    inside = b"".join(parts)
    size = len(inside).to_bytes(4, "big")
    return bytes([tag, 0x84]) + size + inside


def opaque(content: bytes, *, is_open: bool = False) -> bytes:
    """A signed message of CMS; `is_open`: lengths left open, the content in pieces."""
    signed, plain = (bytes.fromhex(f"06092a864886f70d01070{end}") for end in (2, 1))
    held = der(0x04, content)
    if is_open:
        pieces = [der(0x04, content[at : at + 7]) for at in range(0, len(content), 7)]
        held = b"\x24\x80" + b"".join(pieces) + b"\0\0"
    inside = [der(0x02, b"\x01"), der(0x31), der(0x30, plain, der(0xA0, held)), der(0x31)]
    if is_open:
        body = b"\xa0\x80\x30\x80" + b"".join(inside) + b"\0\0\0\0"
        return b"\x30\x80" + signed + body + b"\0\0"
    return der(0x30, signed, der(0xA0, der(0x30, *inside)))


@pytest.mark.parametrize("is_open", [False, True], ids=["der", "ber"])
def test_a_mail_that_is_signed_in_an_opaque_form_is_read(is_open: bool):
    inner = (
        b'Content-Type: multipart/mixed; boundary="in"\n\n--in\n\nLower the crane.\n'
        b'--in\nContent-Disposition: attachment; filename="plan.txt"\n\nat noon\n--in--\n'
    )
    data = base64.encodebytes(opaque(inner, is_open=is_open)).decode()
    kind = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"
    found = read(f"{HEAD}Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{data}")
    assert body(found) == ["Lower the crane."]
    assert [member.path for member in found.members] == ["plan.txt"]
    assert found.warnings == ("the mail is signed; the signature was not checked",)


@pytest.mark.parametrize("said", ["; smime-type=signed-data", ""], ids=["named", "unnamed"])
def test_a_signed_mail_that_is_too_deep_is_called_neither_damaged_nor_encrypted(said: str):
    data = base64.encodebytes(opaque(b"\nLower the crane.")).decode()
    kind = f"Content-Type: application/pkcs7-mime{said}"
    found = read(f"{HEAD}{kind}\nContent-Transfer-Encoding: base64\n\n{data}", nesting_depth=0)
    assert found.warnings == (
        "the mail is signed in an opaque form (S/MIME) and nested too deeply; "
        "raise the limit nesting_depth if you trust the file",
    )


@pytest.mark.parametrize("cut", [1, 9, 20, 40, 60])
def test_a_signed_mail_that_is_cut_off_says_so(cut: int):
    data = base64.encodebytes(opaque(b"\nLower the crane.")[:-cut]).decode()
    kind = "application/pkcs7-mime; smime-type=signed-data"
    found = read(f"{HEAD}Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{data}")
    assert any("damaged" in warning for warning in found.warnings)


def test_logos_are_no_sections_and_photographs_share_a_warning():
    pictures = "".join(
        f"--b1\nContent-Type: image/png; name={name}.png\nContent-Transfer-Encoding: base64\n\n"
        f"{base64.encodebytes(make_png(side, grey)).decode()}\n"
        for grey, (name, side) in enumerate(
            [("logo", 100), ("pixel", 1), ("quay", 300), ("pier", 400), ("mast", 500), ("net", 600)]
        )
    )
    found = read(
        f'{HEAD}Content-Type: multipart/related; boundary="b1"\n\n--b1\n\nHi.\n{pictures}--b1--\n'
    )
    shown = [s.metadata["member"] for s in found.sections() if s.metadata.get("member")]
    assert shown == ["quay.png", "pier.png", "mast.png", "net.png"]
    assert [member.path for member in found.members][:2] == ["logo.png", "pixel.png"]
    assert [w.partition(":")[0] for w in found.warnings] == ["quay.png, pier.png and 2 others"]
    assert found.facts["attachments"][0]["name"] == "logo.png"


def test_a_picture_that_the_html_shows_is_part_of_the_text() -> None:
    picture = base64.encodebytes(make_png(9)).decode()
    parts = [
        f"Content-Type: image/png; name={name}.png\nContent-Id: <{name}@x>\n"
        f"Content-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n{picture}"
        for name in ("logo", "stamp")
    ]
    page = 'Content-Type: text/html\n\n<p>Hi.</p><img src="CID:logo%40x">'
    found = read(multipart("related", page, *parts))
    assert [one["inline"] for one in found.facts["attachments"]] == [True, False]
    assert [section.metadata.get("member") for section in found.sections()] == [None, "stamp.png"]


def test_a_mail_encrypted_with_pgp_says_so():
    parts = ("Content-Type: application/pgp-encrypted\n\nVersion: 1", "\n-----BEGIN PGP MESSAGE")
    assert "encrypted (PGP)" in read(multipart("encrypted", *parts)).warnings[0]


def test_a_signed_mail_is_read_and_its_signature_is_no_attachment():
    parts = (
        "\nHigh at six.",
        "Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE",
    )
    found = read(multipart("signed", *parts))
    assert body(found) == ["High at six."]
    assert found.members == ()
    assert "signature was not checked" in found.warnings[0]


# Awkward files


def test_a_mail_without_its_last_delimiter_is_read():
    whole = make_mail("F", "Hi there.", [("a.txt", b"Ropes.")])
    found = read(whole[: whole.rindex(b"--parts--")])
    assert found.elements[-1].text == "Ropes."


def test_a_boundary_that_the_header_does_not_name_is_found():
    whole = make_mail("F", "Hi there.", [("a.txt", b"Ropes.")])
    found = read(whole.replace(b'boundary="parts"', b'boundary="party"'))
    assert found.elements[-1].text == "Ropes."


def test_parts_that_cannot_be_told_apart_are_one_text_with_a_warning():
    found = read(f"{HEAD}Content-Type: multipart/mixed; boundary=x\n\nHigh at six.")
    assert body(found) == ["High at six."]
    assert "told apart" in found.warnings[0]


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_any_line_end_will_do(end: str):
    whole = make_mail("F", "Hi there.", [("a.txt", b"UnicycleS")]).replace(b"\n", end.encode())
    found = read(whole)
    assert body(found) == ["Hi there."]
    assert found.facts["subject"] == "F"
    assert found.elements[-1].text == "UnicycleS"


def test_a_text_without_a_header_is_text_with_a_warning():
    found = read("High water at six.\n\nLow water at noon.")
    assert body(found) == ["High water at six.", "Low water at noon."]
    assert "no mail header" in found.warnings[0]


def test_many_parts_are_refused():
    parts = "--b1\n\nx\n" * 300
    data = f'{HEAD}Content-Type: multipart/mixed; boundary="b1"\n\n{parts}--b1--'
    with pytest.raises(LimitExceeded, match="archive_members is 200"):
        read(data, archive_members=200)


@pytest.mark.parametrize(
    "data",
    [
        "Subject: " + "=?utf-8?Q?=C3" * 60_000,
        "Subject: " + "=?" * 200_000,
        "To: " + "(" * 300_000,
        "To: " + '"' * 300_001,
        'Content-Type: text/plain; name="' + ';a="' * 100_000,
        "Content-Type: multipart/mixed; boundary=b\n\n" + "\n--b" * 15_000,
        "Subject: a\n" + " b\n" * 200_000,
        "\n\n" + "> " * 300_000,
        "\n\n" + ">\nOn 2024 a\n" * 30_000,
        "\n\n" + "From: a\n" * 40_000,
        "\n\n" + "-- \n" * 60_000,
        "\n\n" + "On " + "a " * 200_000 + "wrote:",
        "Content-Type: text/calendar\n\nBEGIN:VEVENT\n" + "ATTENDEE;" * 100_000,
    ],
    ids=lambda data: data[:24].encode("unicode_escape").decode(),
)
def test_any_mail_is_read_in_linear_time(data: str):
    begin = time.process_time()
    read(f"From: a@example.org\n{data}")
    assert time.process_time() - begin < 3
