"""Equations of Office files as text that can be read aloud."""

from __future__ import annotations

import pytest
from lxml import etree

from parsers.docx_samples import M
from ragstone.parsers.ooxml.math import formula_text


def r(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def of(name: str, *parts: str, properties: str = "") -> str:
    inside = "".join(parts)
    return f"<m:{name}>{properties}{inside}</m:{name}>"


def e(text: str) -> str:
    return of("e", r(text))


def sub(text: str) -> str:
    return of("sub", r(text))


def sup(text: str) -> str:
    return of("sup", r(text))


MATRIX = of("m", of("mr", e("a"), e("b")), of("mr", e("c"), e("d")))


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (of("f", of("num", r("x+1")), of("den", r("y"))), "(x+1)/y"),
        (of("sSubSup", e("x"), sub("i"), sup("2")), "x_i^2"),
        (of("sPre", sub("6"), sup("12"), e("C")), "_6^(12) C"),
        (of("rad", of("deg", r("3")), e("x")), "3√x"),
        (
            of("nary", of("naryPr", '<m:chr m:val="∑"/>'), sub("i=1"), sup("n"), e("i")),
            "∑_(i=1)^(n) i",
        ),
        (of("func", of("fName", r("sin")), e("x")), "sin x"),
        (of("func", of("fName", r("sin")), of("e", of("d", e("x")))), "sin(x)"),
        (
            of("func", of("fName", of("limLow", e("lim"), of("lim", r("x→0")))), e("f")),
            "lim_(x→0) f",
        ),
        (of("limUpp", e("A"), of("lim", r("n"))), "A^n"),
        (MATRIX, "[a, b; c, d]"),
        (of("d", of("e", MATRIX)), "(a, b; c, d)"),
        (of("eqArr", e("x&amp;=1"), e("y&amp;=2")), "x=1; y=2"),
        (of("acc", e("x")), "x\u0302"),
        (of("acc", of("accPr", '<m:chr m:val="⃗"/>'), e("AB")), "(AB)⃗"),
        (of("bar", of("barPr", '<m:pos m:val="top"/>'), e("x")), "x\u0305"),
        (of("borderBox", e("x=1")), "x=1"),
    ],
)
def test_a_formula_reads_as_one_line(markup: str, text: str) -> None:
    node = etree.fromstring(f"<m:oMath {M}>{markup}</m:oMath>")
    assert formula_text(node) == text
