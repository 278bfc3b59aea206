"""What a sender wrote, told from the history below it and the signature."""

from __future__ import annotations

import pytest

from mail_samples import make_mail
from ragstone.model.mark import Mark
from ragstone.parsers.mail.history import Piece, divided
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

QUOTED, SIGNATURE = frozenset({Mark.QUOTED}), frozenset({Mark.SIGNATURE})

INTRODUCTIONS = [
    "On Mon, 4 Mar 2024 at 10:20, Ana Example <ana@example.org> wrote:",
    "On 04.03.24 10:20, Ana wrote:",
    "On Mon, 4 Mar 2024 at 10:20, Ana Example of the harbour office at\nQuay 3 <ana@b.org> wrote:",
    "在 2024年3月4日 10:20，林柬 <lin@example.org> 写道：",
    "于 2024-03-04 10:20, 林柬 写道:",
    "林柬 <lin@example.org> 于2024年3月4日周一 10:20写道：",
    "在 2024-03-04 10:20:00，“林柬” <lin@example.org> 写道：",
    "Am 04.03.24 um 10:20 schrieb Ana:",
    "Le lun. 4 mars 2024 à 10:20, Ana <ana@example.org> a écrit :",
]
DIVIDERS = [
    "-----Original Message-----",
    "-----原始邮件-----",
    "------------------ 原始邮件 ------------------",
    "---------- Forwarded message ---------",
    "-------- 转发的消息 --------",
    "----- 邮件原件 -----",
    "Begin forwarded message:",
]
HEADERS = [
    "From: Ana <ana@example.org>\nSent: Monday, 4 March 2024 10:20\nTo: Bo\nSubject: Tides",
    "*From:* Ana <ana@example.org>\n*Date:* Monday\n*Subject:* Tides",
    "发件人: 林柬 <lin@example.org>\n发送时间: 2024年3月4日 10:20\n收件人: bo\n主题: 潮汐",
    "发件人：林柬\n日期：2024年3月4日\n收件人：bo\n主题：潮汐",
    "寄件者: 林柬\n寄件日期: 2024年3月4日\n收件者: bo\n主旨: 潮汐",
]


def pieces(text: str) -> list[Piece]:
    return list(divided(text))


def test_lines_behind_a_mark_are_quoted_with_their_depth():
    assert pieces("Fine.\n\n> Shall we?\n>> At noon?\n> > Or later?\n\nYes.") == [
        Piece("Fine."),
        Piece("Shall we?", QUOTED, 1),
        Piece("At noon?\nOr later?", QUOTED, 2),
        Piece("Yes."),
    ]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_a_line_that_introduces_a_quotation_is_quoted_and_the_answer_below_is_not(introduction):
    found = pieces(f"Fine.\n\n{introduction}\n> Shall we?\n\nYes, at noon.")
    assert [piece.marks for piece in found] == [frozenset(), QUOTED, QUOTED, frozenset()]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_without_marks_all_below_the_introduction_is_history(introduction):
    found = pieces(f"Fine.\n\n{introduction}\n\nShall we?\n\nAna")
    assert found[0].marks == frozenset()
    assert {piece.marks for piece in found[1:]} == {QUOTED}


@pytest.mark.parametrize("start", [*DIVIDERS, *HEADERS])
def test_all_below_a_divider_or_a_copied_header_is_history(start):
    found = pieces(f"Fine.\n\n{start}\n\nShall we?\n\n-- \nAna")
    assert found[0] == Piece("Fine.")
    assert {piece.marks for piece in found[1:]} == {QUOTED}


@pytest.mark.parametrize(
    "text",
    [
        "On Monday the gate opens at seven, the notice wrote.",
        "From: the quay\n\nwe saw the tide come in.",
        "他在信里写道：潮水已到。",
        "The original message was lost.",
        "> ",
        "---",
    ],
)
def test_ordinary_text_is_no_history(text):
    assert all(piece.marks <= QUOTED and (not piece.marks or piece.depth) for piece in pieces(text))


def test_what_stands_behind_the_signature_line_is_the_signature():
    assert pieces("Fine.\n\n-- \nAna Example\nHarbour office\n+44 1") == [
        Piece("Fine."),
        Piece("--\nAna Example\nHarbour office\n+44 1", SIGNATURE),
    ]


def test_a_signature_ends_at_the_history():
    found = pieces("Fine.\n-- \nAna\n\nOn 4 Mar 2024, Bo wrote:\n> Shall we?")
    assert [piece.marks for piece in found] == [frozenset(), SIGNATURE, QUOTED, QUOTED]


def test_a_long_text_behind_two_dashes_is_no_signature():
    lines = "\n".join(f"line {number}" for number in range(40))
    assert {piece.marks for piece in pieces(f"Fine.\n-- \n{lines}")} == {frozenset()}


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "发自我的 iPhone",
        "来自我的华为手机",
        "Get Outlook for iOS",
        "发自 QQ邮箱",
    ],
)
def test_the_line_that_a_telephone_adds_is_a_signature(line):
    assert pieces(f"Fine.\n\n{line}")[-1].marks == SIGNATURE


@pytest.mark.parametrize(
    "line", ["来自我的家乡的消息。", "Sent from the quay at noon.", "发自内心的感谢。"]
)
def test_a_line_that_only_begins_so_is_text(line):
    assert pieces(f"Fine.\n\n{line}")[-1].marks == frozenset()


def _html(html: str) -> list[tuple[str, frozenset[Mark]]]:
    data = make_mail("F", "x", html=html)
    found = read_document(Source.from_bytes(data, "a.eml"))
    return [(e.text, e.marks) for e in found.elements if e.provenance.path == "body"]


def test_history_in_html_is_quoted():
    html = (
        "<div>Fine.</div><div>On Mon, 4 Mar 2024, Ana &lt;ana@b.org&gt; wrote:</div>"
        "<blockquote><p>Shall we?</p></blockquote><div>Yes, at noon.</div>"
    )
    assert [marks for _, marks in _html(html)] == [frozenset(), QUOTED, QUOTED, frozenset()]


@pytest.mark.parametrize(
    "start",
    [
        "<p><b>From:</b> Ana<br><b>Sent:</b> Monday<br><b>To:</b> Bo<br><b>Subject:</b> Tides</p>",
        "<div>发件人: 林柬</div><div>发送时间: 2024年3月4日</div><div>收件人: bo</div>",
        "<div>------------------ 原始邮件 ------------------</div>",
        "<p>-----Original Message-----</p>",
        "<div>在 2024年3月4日，林柬 写道：</div>",
    ],
)
def test_all_below_a_copied_header_in_html_is_history(start):
    found = _html(f"<p>Fine.</p>{start}<p>Shall we?</p><table><tr><td>a<td>b</table>")
    assert found[0] == ("Fine.", frozenset())
    assert {marks for _, marks in found[1:]} == {QUOTED}


def test_a_signature_in_html_of_one_block_is_one():
    found = _html("<div>Fine then.</div><div>--<br>Ana Example<br>Quay 3</div>")
    assert found[-1] == ("--\nAna Example\nQuay 3", SIGNATURE)


def test_a_signature_in_html_stays_out_of_sections_and_history_stays_in():
    html = (
        "<p>Fine then.</p><p>-- </p><p>Ana Example</p><p>-----Original Message-----</p><p>Old.</p>"
    )
    found = read_document(Source.from_bytes(make_mail("F", "x", html=html), "a.eml"))
    text = found.sections()[0].text
    assert "Ana Example\n" not in text.partition("Fine then.")[2]
    assert text.endswith("Old.")
