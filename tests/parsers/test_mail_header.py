"""A mail is told by its header, whatever the file is called."""

from __future__ import annotations

import pytest

from mail_samples import make_mail
from ragstone.parsers.detect import detect
from ragstone.parsers.mail_header import mail_type

MAIL = make_mail("Tides", "High at six.")
LINE = b"From ana@example.org Tue Mar  5 10:20:00 2024\n"


@pytest.mark.parametrize("name", ["a.eml", "1709630400.M1P2.host:2,S", "mail", "a.emlx"])
def test_a_mail_is_a_mail_under_any_name(name: str):
    found = detect(name, MAIL)
    assert (found.media_type, found.warning) == ("message/rfc822", None)


def test_a_mail_named_txt_is_read_as_a_mail_with_a_warning():
    found = detect("a.txt", MAIL)
    assert found.media_type == "message/rfc822"
    assert "content and extension differ" in (found.warning or "")


def test_a_mail_with_raw_binary_in_it_is_a_mail():
    assert detect("a.eml", MAIL + bytes(range(32)) * 500).media_type == "message/rfc822"
    assert detect("a", MAIL + bytes(range(32)) * 500).media_type == "message/rfc822"


@pytest.mark.parametrize("name", ["inbox", "inbox.mbox", "Sent"])
def test_a_mailbox_is_told_by_the_line_before_its_first_mail(name: str):
    assert detect(name, LINE + MAIL).media_type == "application/mbox"


def test_a_mailbox_named_eml_is_one_mail_unless_there_are_two():
    assert detect("a.eml", LINE + MAIL).media_type == "message/rfc822"
    assert detect("a.eml", (LINE + MAIL + b"\n") * 2).media_type == "application/mbox"


@pytest.mark.parametrize(
    "text",
    [
        "From: the quay\nSubject: tides\n\nNotes of a walk.",
        "To: all\nFrom: Ana\nDate: Monday\nSubject: gate\n\nThe gate opens at seven.",
        "Title: Tides\nAuthor: Ana\nContent-Type: text\n\n# High water",
        "Note: from here on\nReceived: nothing",
        "From Monday on the gate opens at seven.\nNobody may pass.\n",
        "From 0f3c9d3f0f3c9d3f0f3c9d3f0f3c9d3f0f3c9d3f Mon Sep 17 00:00:00 2001\n"
        "From: Ana <a@b>\nDate: Tue, 5 Mar 2024\nSubject: [PATCH] gate\nMIME-Version: 1.0\n\n---\n",
    ],
    ids=["notes", "memo", "front matter", "colons", "from", "patch"],
)
def test_other_text_with_colons_is_no_mail(text: str):
    assert mail_type(text.encode()) is None
