"""Fields of Word files: links, forms, results."""

from __future__ import annotations

import pytest

from parsers.docx_samples import elements, package, run, texts
from ragstone.parsers.docx.fields import address

BEGIN, SEPARATE, END = (
    f"<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>" for kind in ("begin", "separate", "end")
)


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def test_a_link_written_as_a_field_has_its_address() -> None:
    inner = code(' HYPERLINK "http://a.example/"')
    body = f"<w:p>{run('See ')}{BEGIN}{inner}{SEPARATE}{run('the port')}{END}{run('.')}</w:p>"
    (element,) = elements(package(body))

    assert element.text == "See the port."
    assert element.facts["links"] == [{"text": "the port", "url": "http://a.example/"}]


def test_a_link_in_a_simple_field_has_its_address() -> None:
    instruction = "HYPERLINK &quot;http://a.example/&quot;"
    body = f"<w:p><w:fldSimple w:instr='{instruction}'>{run('the port')}</w:fldSimple></w:p>"

    assert elements(package(body))[0].facts["links"] == [
        {"text": "the port", "url": "http://a.example/"}
    ]


def test_a_field_in_the_code_of_a_field_is_no_text_and_the_outer_result_is() -> None:
    inner = f"{BEGIN}{code('PAGE')}{SEPARATE}{run('7')}{END}"
    body = f"<w:p>{BEGIN}{code('IF ')}{inner}{code(' = 7')}{SEPARATE}{run('yes')}{END}</w:p>"

    assert texts(package(body)) == ["yes"]


def test_a_link_that_goes_on_in_the_next_paragraph_is_kept_in_the_first() -> None:
    inner = code('HYPERLINK "http://a.example/"')
    body = f"<w:p>{BEGIN}{inner}{SEPARATE}{run('one')}</w:p><w:p>{run('two')}{END}</w:p>"
    first, second = elements(package(body))

    assert first.facts["links"] == [{"text": "one", "url": "http://a.example/"}]
    assert (second.text, "links" in second.facts) == ("two", False)


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        (
            "<w:ddList><w:result w:val='1'/><w:listEntry w:val='Hake'/>"
            "<w:listEntry w:val='Cod'/></w:ddList>",
            "Fish: Cod",
        ),
        ("<w:ddList><w:listEntry w:val='Hake'/></w:ddList>", "Fish: Hake"),
        ("<w:ddList><w:result w:val='9'/></w:ddList>", "Fish:"),
        ("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>", "Fish: ☒"),
        ("<w:checkBox><w:default w:val='0'/></w:checkBox>", "Fish: ☐"),
    ],
    ids=["chosen", "first", "none", "checked", "empty box"],
)
def test_a_form_field_shows_its_choice(form: str, shown: str) -> None:
    begin = f"<w:r><w:fldChar w:fldCharType='begin'><w:ffData>{form}</w:ffData></w:fldChar></w:r>"
    body = f"<w:p>{run('Fish: ')}{begin}{code('FORMDROPDOWN')}{END}</w:p>"

    assert texts(package(body)) == [shown]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('HYPERLINK "http://a.example/x y"', "http://a.example/x y"),
        ("  hyperlink http://a.example/ ", "http://a.example/"),
        (r'HYPERLINK "http://a.example/" \l "top" \o "A tip"', "http://a.example/#top"),
        (r'HYPERLINK \l "_Toc1"', "#_Toc1"),
        (r'HYPERLINK \n "http://a.example/"', ""),
        ("PAGEREF _Toc1 \\h", ""),
        ("HYPERLINK", ""),
        ('HYPERLINK "open', "open"),
    ],
)
def test_the_address_of_a_hyperlink_code(written: str, expected: str) -> None:
    assert address(written) == expected
