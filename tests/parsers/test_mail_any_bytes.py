"""Mail from anywhere: some answer for any bytes, and never an exception."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mail_samples import make_mail, make_winmail
from ragstone.errors import LimitExceeded, ParseError
from ragstone.parsers.mail import headers
from ragstone.parsers.mail.calendar import readable
from ragstone.parsers.mail.history import divided
from ragstone.parsers.mail.mime import read_part
from ragstone.parsers.mail.rtf import html_in_rtf, unpacked_rtf
from ragstone.parsers.mail.tnef import read_tnef
from ragstone.parsers.mail_header import mail_type
from ragstone.parsers.member_name import member_name
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

SOURCE = Source.from_bytes(b"", "a.eml")
_PIECES = (
    *(b"=?utf-8?B?", b"=?gb2312?Q?", b"?=", b"=E6=BD", b"5r2u", b'"', b"<", b">", b",", b";"),
    *(b"name*0*=utf-8''%E6", b"filename=", b"\r\n ", b"\n", b"--b", b"(", b"\\", b"="),
    *(b"Content-Type: multipart/mixed; boundary=b\n\n", b"\n--b\n", b"From: a@b\n"),
    *(b"{\\*\\htmltag1 ", b"\\u-3?", b"\\'e6", b"\\htmlrtf", b"{", b"}", b"> ", b"-- \n"),
    *(b"BEGIN:VEVENT\n", b"DTSTART;TZID=x:20240305T102000\n", b"END:VEVENT\n"),
)
pieces = st.lists(st.one_of(st.binary(max_size=6), st.sampled_from(_PIECES)), max_size=30).map(
    b"".join
)


@pytest.mark.parametrize(
    "take",
    [
        headers.decoded,
        headers.parameters,
        headers.addresses,
        headers.decoded_base64,
        unpacked_rtf,
        mail_type,
        lambda data: headers.iso_date(data.decode("latin-1")),
        lambda data: headers.decode_text(data, data[:8].decode("latin-1")),
        lambda data: html_in_rtf(b"{\\rtf1\\fromhtml1 " + data),
        lambda data: unpacked_rtf(struct.pack("<II4sI", 9, 500, b"LZFu", 0) + data),
        lambda data: readable(data.decode("latin-1")),
        lambda data: list(divided(data.decode("latin-1"), is_flowed=True, deletes_space=True)),
        lambda data: read_part(data, lambda: None).data,
        lambda data: read_tnef(b"\x78\x9f\x3e\x22" + data, SOURCE, lambda: None, 0),
        lambda data: member_name(data.decode("utf-8", "surrogateescape"), "x").encode(),
    ],
    ids=[
        *("words", "parameters", "addresses", "base64", "rtf", "type", "date", "charset", "html"),
        *("packed", "calendar", "history", "parts", "winmail", "name"),
    ],
)
@settings(max_examples=60, deadline=None)
@given(data=pieces)
def test_any_bytes_give_some_answer(take: Callable[[bytes], object], data: bytes):
    take(data)


@settings(max_examples=60, deadline=None)
@given(data=pieces, at=st.integers(0, 1500))
def test_a_mail_with_anything_in_it_is_a_document_or_our_error(data: bytes, at: int):
    whole = make_mail("潮汐", "Hi\n", [("winmail.dat", make_winmail({0x1000: "High at six."}))])
    try:
        read_document(Source.from_bytes(whole[:at] + data + whole[at:], "a.eml")).sections()
    except (ParseError, LimitExceeded) as error:
        assert str(error).startswith("a.eml")  # noqa: PT017 - a document is fine too


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1))
def test_every_subject_comes_back_however_it_is_encoded(text: str):
    found = headers.decoded(make_mail(text, "Hi").split(b"Subject:")[1].split(b"Date:")[0])
    assert "".join(found.split()) == "".join(text.split())
