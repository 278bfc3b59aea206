"""MBOX: each mail of a mailbox, told by the line before it."""

from __future__ import annotations

import time

from mail_samples import make_mail
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

LINE = b"From ana@example.org Tue Mar  5 10:20:00 2024\n"


def read(data: bytes, **limits: int) -> Document:
    return read_document(Source.from_bytes(data, "inbox.mbox", limits=Limits(**limits)))


def mailbox(*mails: bytes) -> bytes:
    return b"".join(LINE + mail + b"\n" for mail in mails)


def texts(document: Document) -> list[str]:
    return [e.text for e in document.elements if e.provenance.path == "body"]


def test_each_mail_is_a_member_with_its_attachments_inside():
    found = read(
        mailbox(make_mail("One", "High at six.", [("a.txt", b"Ropes.")]), make_mail("Two", "Low."))
    )
    assert [member.path for member in found.members] == [
        "message 1",
        "message 1/a.txt",
        "message 2",
    ]
    assert [m.facts.get("subject") for m in found.members] == ["One", None, "Two"]
    assert found.facts["messages"] == 2
    assert [s.metadata["member"] for s in found.sections()] == [m.path for m in found.members]
    assert found.sections()[2].metadata["title"] == "Two"


def test_a_line_of_text_that_begins_with_from_starts_no_mail():
    text = "Dear Bo,\n\nFrom Monday on the gate opens at seven.\n\nFrom here: nothing.\n"
    found = read(mailbox(make_mail("One", text)))
    assert len(found.members) == 1
    assert texts(found)[1] == "From Monday on the gate opens at seven."


def test_escaped_lines_are_as_they_were():
    found = read(mailbox(make_mail("One", "x").replace(b"x\n", b">From a to b\n\n>>From c\n")))
    assert texts(found) == ["From a to b", "From c"]
    assert not any(element.marks for element in found.elements[:3])


def test_windows_line_ends_will_do():
    data = mailbox(make_mail("One", "High."), make_mail("Two", "Low.")).replace(b"\n", b"\r\n")
    assert texts(read(data)) == ["High.", "Low."]


def test_a_mail_that_is_cut_off_is_read_as_far_as_it_goes():
    data = mailbox(make_mail("One", "High."), make_mail("Two", "x", [("a.txt", b"Ropes.")]))
    found = read(data[: data.rindex(b"Content-Transfer")])
    assert [member.path for member in found.members][:2] == ["message 1", "message 2"]


def test_a_mailbox_of_nothing_is_empty():
    found = read(b"\n\n")
    assert found.elements == ()
    assert "empty" in found.warnings


def test_two_thousand_mails_are_read_in_linear_time():
    mail = make_mail("One", "High water at six.\n\n> Shall we?\n")
    begin = time.process_time()
    few = read(mailbox(*[mail] * 200))
    middle = time.process_time()
    many = read(mailbox(*[mail] * 1000))
    end = time.process_time()
    assert (len(few.members), len(many.members)) == (200, 1000)
    assert end - middle < 12 * (middle - begin) + 0.5
