"""Every parser of the catalogue keeps the contract; each row is met, none is skipped."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable

import pytest

from mail_samples import BODY, SENDER_NAME, SUBJECT, make_mail, make_mhtml, make_msg
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import PARSERS
from ragstone.testing.parser_contract import ParserContract
from samples import (
    ODF_SPACES,
    make_docx,
    make_epub,
    make_odp,
    make_ods,
    make_odt,
    make_pdf,
    make_png,
    make_pptx,
    make_tar,
    make_xls,
    make_xlsb,
    make_xlsx,
    make_zip,
    xlsb_cell,
    xlsb_row,
)

_TEXT = """HARBOUR RULES

The gate opens at seven. Nobody may pass before that, whatever they say.

- ropes
- lamps
  and oil

第一章 潮汐

高潮在六点开始，船舶应当提前一小时离港。
"""

_CSV = """Fish,Tons,Note
Hake,8.40,"fresh, on ice"
金枪鱼,3,"two
lines"
"""

_MARKDOWN = """---
title: Harbour rules
---
# Rules

The gate opens at **seven** on [weekdays](http://example.org/days).

## Duties

1. Ropes
   - coil them

     twice

| Fish | Price |
|------|-------|
| Hake | 8.40  |

```python
def gate():
    return 7
```

> 高潮在六点开始。

## Fees
None.
"""

_HTML = """<!doctype html>
<html lang="en"><head><title>Harbour</title><style>p {}</style></head>
<body><nav><a href="/">Home</a></nav>
<h1>Harbour rules</h1>
<p>The gate opens
at <b>seven</b>.<br>Not before.</p>
<h2>Duties</h2>
<ul><li>Ropes<ul><li>coil them</ul><li>Lamps</ul>
<table><tr><th>Fish<th>Price<tr><td>Hake<td>8.40</table>
<h2>费用</h2><p>高潮在六点开始。</p>
<pre>a
  b</pre></body></html>
"""

_XML = """<?xml version="1.0"?>
<rules xmlns:h="urn:harbour" version="2">
 <title>Harbour rules</title>
 <h:rule id="r1"><name>Gate</name><gate>The gate opens at seven.</gate></h:rule>
 <h:rule><note>高潮在六点。</note>
  <catch unit="kg"><fish>Hake</fish><weight>8.40</weight></catch></h:rule>
 <p>All of it is <b>law</b>.</p>
</rules>
"""

_RST = """=============
Harbour rules
=============

:Author: Ana

The gate opens at **seven** on `weekdays <http://example.org/days>`_.

Duties
------

1. Ropes

   - coil them

   twice

====  =====
Fish  Price
====  =====
Hake  8.40
====  =====

.. code-block:: python

   gate = 7

.. note:: 高潮在六点。 [1]_

Fees
----

None::

    at all

.. [1] In summer.
"""

_LETTERS = {
    "2024/rules.md": _MARKDOWN.encode(),
    "费用/rules.html": _HTML.encode(),
    "rules.pdf": make_pdf([["Harbour rules", "", "The gate opens at seven."]]),
    "noise.bin": bytes(range(256)) * 2,
}

_ODF_BODY = """<text:h text:outline-level="1">Harbour rules</text:h>
<text:p>The gate opens at seven.</text:p>
<text:h text:outline-level="1">费用</text:h>
<table:table><table:table-row><table:table-cell><text:p>Fish</text:p></table:table-cell>
<table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>Hake</text:p></table:table-cell>
<table:table-cell><text:p>8.40</text:p></table:table-cell></table:table-row></table:table>"""

_NOTEBOOK = {
    "nbformat": 4,
    "metadata": {"language_info": {"name": "python"}},
    "cells": [
        {"cell_type": "markdown", "source": ["# Rules\n", "\n", "The gate opens at seven."]},
        {
            "cell_type": "code",
            "source": "gate = 7\nprint(gate)",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["7\n"]},
                {
                    "output_type": "execute_result",
                    "data": {"text/html": "<table><tr><td>Hake<td>8.40"},
                },
            ],
        },
        {"cell_type": "markdown", "source": "# 费用\n\n高潮在六点。"},
    ],
}

Sample = tuple[Callable[[], bytes], str, tuple[str, ...]]

#: name of the row -> (payload, file name, texts to find)
SAMPLES: dict[str, Sample] = {
    "text": (_TEXT.encode, "rules.txt", ("The gate opens", "第一章 潮汐", "lamps\n  and oil")),
    "csv": (_CSV.encode, "catch.csv", ("Hake | 8.40 | fresh, on ice", "金枪鱼 | 3")),
    "markdown": (_MARKDOWN.encode, "rules.md", ("opens at seven on weekdays", "Hake | 8.40")),
    "notebook": (
        lambda: json.dumps(_NOTEBOOK, ensure_ascii=False).encode(),
        "rules.ipynb",
        ("gate = 7\nprint(gate)", "Hake | 8.40", "高潮在六点。"),
    ),
    "captions": (
        (
            "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ana>The gate opens\nat seven.\n\n"
            "00:04.000 --> 01:00:06.000\n高潮在六点。\n"
        ).encode,
        "rules.vtt",
        ("Ana: The gate opens at seven.", "高潮在六点。"),
    ),
    "image": (lambda: make_png(text={"Description": "港口 at seven"}), "a.png", ("港口 at seven",)),
    "json": (
        lambda: json.dumps(
            {
                "rules": [{"gate": "The gate opens at seven."} for _ in range(60)],
                "潮": "高潮",
            },
            ensure_ascii=False,
            indent=1,
        ).encode(),
        "rules.json",
        ("The gate opens at seven.", "高潮"),
    ),
    "xml": (
        _XML.encode,
        "rules.xml",
        ("gate: The gate opens at seven.", "note: 高潮在六点。", "unit: kg"),
    ),
    "restructuredtext": (
        _RST.encode,
        "rules.rst",
        ("opens at seven on weekdays", "coil them", "Hake | 8.40", "gate = 7", "高潮在六点"),
    ),
    "yaml": (
        (
            "# harbour\nrules: &rules\n- gate: The gate opens at seven.\n- *rules\n"
            + "".join(
                f"rule {n}:\n  note: 高潮在六点。\n  fish: [hake, {{t: 8.40}}]\n" for n in range(50)
            )
        ).encode,
        "rules.yaml",
        ("The gate opens at seven.", "note: 高潮在六点。", "[hake, {t: 8.40}]"),
    ),
    "html": (_HTML.encode, "rules.html", ("The gate opens at seven.\nNot", "Hake | 8.40")),
    "docx": (
        lambda: make_docx(
            [
                ("Heading 1", "Harbour rules"),
                ("", "The gate opens at seven."),
                ("Heading 1", "费用"),
                ("List Bullet", "Ropes"),
                [["Fish", "Price"], ["Hake", "8.40"]],
            ]
        ),
        "rules.docx",
        ("The gate opens at seven.", "费用", "Hake | 8.40"),
    ),
    "pptx": (
        lambda: make_pptx(
            [("Harbour rules", ["The gate opens at seven.", "Ropes"]), ("费用", ["高潮在六点。"])]
        ),
        "rules.pptx",
        ("The gate opens at seven.", "费用", "高潮在六点。"),
    ),
    "xlsx": (
        lambda: make_xlsx(
            {
                "Catch": [["Fish", "Tons"], ["Hake", 8.4], [], ["The gate opens at seven."]],
                "费用": [["名称", "金额", "日期"], ["绳索", 12, "周一"], ["灯", 30, "周二"]],
            }
        ),
        "catch.xlsx",
        ("Hake | 8.4", "The gate opens at seven.", "绳索 | 12 | 周一"),
    ),
    "eml": (
        lambda: make_mail(
            "Harbour rules",
            "The gate opens at seven.\n\nOn Mon, 4 Mar 2024, Bo wrote:\n> 高潮在六点。\n",
            list(_LETTERS.items()),
        ),
        "rules.eml",
        ("The gate opens at seven.", "高潮在六点。", "coil them", "Hake | 8.40"),
    ),
    "mbox": (
        lambda: b"".join(
            b"From ana@example.org Tue Mar  5 10:20:00 2024\n" + make_mail(subject, text) + b"\n"
            for subject, text in (("Rules", "The gate opens at seven."), ("费用", "高潮在六点。"))
        ),
        "inbox.mbox",
        ("The gate opens at seven.", "高潮在六点。"),
    ),
    "mhtml": (
        lambda: make_mhtml(_HTML, [("image/png", "https://example.org/a.png", b"\x89PNG")]),
        "rules.mht",
        ("The gate opens at seven.\nNot", "Hake | 8.40"),
    ),
    "msg": (
        lambda: make_msg(
            {SUBJECT: "费用", BODY: "The gate opens at seven.", SENDER_NAME: "Ana"},
            list(_LETTERS.items()),
        ),
        "rules.msg",
        ("The gate opens at seven.", "coil them", "Hake | 8.40"),
    ),
    "zip": (
        lambda: make_zip(_LETTERS),
        "letters.zip",
        ("The gate opens at seven.", "coil them", "Hake | 8.40"),
    ),
    "tar": (
        lambda: make_tar(_LETTERS),
        "letters.tar",
        ("The gate opens at seven.", "coil them", "Hake | 8.40"),
    ),
    "gzip": (
        lambda: gzip.compress(make_tar(_LETTERS), mtime=0),
        "letters.tar.gz",
        ("The gate opens at seven.", "coil them", "Hake | 8.40"),
    ),
    "bzip2": (lambda: bz2.compress(_TEXT.encode()), "rules.txt.bz2", ("第一章 潮汐",)),
    "xz": (lambda: lzma.compress(_TEXT.encode()), "rules.txt.xz", ("第一章 潮汐",)),
    "epub": (
        lambda: make_epub(
            [
                ("b.xhtml", "<h1>Harbour rules</h1><p>The gate opens at seven.</p>"),
                ("a.xhtml", "<h1>费用</h1><p>高潮在六点。</p>"),
            ]
        ),
        "rules.epub",
        ("The gate opens at seven.", "费用", "高潮在六点。"),
    ),
    "ods": (
        lambda: make_ods(
            '<table:table table:name="Catch"><table:table-row><table:table-cell><text:p>Fish'
            "</text:p></table:table-cell><table:table-cell><text:p>Tons</text:p>"
            "</table:table-cell></table:table-row><table:table-row><table:table-cell>"
            "<text:p>金枪鱼</text:p></table:table-cell><table:table-cell "
            'office:value-type="float" office:value="8.4"><text:p>8.40</text:p>'
            "</table:table-cell></table:table-row></table:table>"
        ),
        "catch.ods",
        ("金枪鱼 | 8.40",),
    ),
    "odt": (
        lambda: make_odt(_ODF_BODY),
        "rules.odt",
        ("The gate opens at seven.", "费用", "Hake | 8.40"),
    ),
    "odp": (
        lambda: make_odp(
            "<draw:page><draw:frame><draw:text-box><text:p>The gate opens at seven.</text:p>"
            "</draw:text-box></draw:frame></draw:page><draw:page><draw:frame><draw:text-box>"
            "<text:p>费用</text:p></draw:text-box></draw:frame></draw:page>"
        ),
        "rules.odp",
        ("The gate opens at seven.", "费用"),
    ),
    "fodp": (
        (
            f'<office:document {ODF_SPACES} office:mimetype="application/vnd.oasis.opendocument.'
            'presentation"><office:body><office:presentation><draw:page><draw:frame>'
            "<draw:text-box><text:p>The gate opens at seven.</text:p></draw:text-box>"
            "</draw:frame></draw:page><draw:page><draw:frame><draw:text-box><text:p>费用</text:p>"
            "</draw:text-box></draw:frame></draw:page></office:presentation></office:body>"
            "</office:document>"
        ).encode,
        "rules.fodp",
        ("The gate opens at seven.", "费用"),
    ),
    "fodt": (
        (
            f'<office:document {ODF_SPACES} office:mimetype="application/vnd.oasis.opendocument.'
            f'text"><office:body><office:text>{_ODF_BODY}</office:text></office:body>'
            "</office:document>"
        ).encode,
        "rules.fodt",
        ("The gate opens at seven.", "费用", "Hake | 8.40"),
    ),
    "xlsb": (
        lambda: make_xlsb(
            [
                (
                    "Catch",
                    0,
                    xlsb_row(0, [xlsb_cell(0, "Fish"), xlsb_cell(1, "Tons")])
                    + xlsb_row(1, [xlsb_cell(0, "金枪鱼"), xlsb_cell(1, 8.4)]),
                )
            ]
        ),
        "catch.xlsb",
        ("金枪鱼 | 8.4",),
    ),
    "xls": (
        lambda: make_xls([["Fish", "Tons"], ["金枪鱼", 8.4]]),
        "catch.xls",
        ("金枪鱼 | 8.4",),
    ),
    "rtf": (
        (
            r"{\rtf1\ansi{\stylesheet{\s1 heading 1;}}\pard\s1 Harbour rules\par\pard The gate "
            r"opens at seven.\par\pard\s1\u36153?\u29992?\par\trowd\cellx9\cellx18\pard\intbl "
            r"Hake\cell\pard\intbl 8.40\cell\row}"
        ).encode,
        "rules.rtf",
        ("The gate opens at seven.", "费用", "Hake | 8.40"),
    ),
    "pdf": (
        lambda: make_pdf([["Harbour rules", "", "The gate opens at seven."], ["高潮在六点开始。"]]),
        "rules.pdf",
        ("The gate opens at seven.", "高潮在六点开始。"),
    ),
}


#: Formats in which a file of nothing is a document without elements.
_TEXTS = (
    *("text", "csv", "markdown", "html", "eml", "mbox", "mhtml"),
    *("notebook", "captions", "json", "xml", "yaml", "restructuredtext"),
)


def _contract(name: str) -> type[ParserContract]:
    make, filename, texts = SAMPLES[name]

    def parser(self: ParserContract) -> ParserBase:
        return PARSERS.create(name)

    return type(
        f"Test{name.title()}Parser",
        (ParserContract,),
        {
            "payload": make(),
            "filename": filename,
            "is_text": name in _TEXTS,
            "expected": texts,
            "parser": parser,
        },
    )


TestTextParser = _contract("text")
TestMarkdownParser = _contract("markdown")
TestNotebookParser = _contract("notebook")
TestCaptionsParser = _contract("captions")
TestImageParser = _contract("image")
TestJsonParser = _contract("json")
TestXmlParser = _contract("xml")
TestRestructuredtextParser = _contract("restructuredtext")
TestYamlParser = _contract("yaml")
TestHtmlParser = _contract("html")
TestDocxParser = _contract("docx")
TestPptxParser = _contract("pptx")
TestEpubParser = _contract("epub")
TestOdtParser = _contract("odt")
TestFodtParser = _contract("fodt")
TestFodpParser = _contract("fodp")
TestRtfParser = _contract("rtf")
TestOdpParser = _contract("odp")
TestPdfParser = _contract("pdf")
TestXlsbParser = _contract("xlsb")
TestXlsParser = _contract("xls")
TestOdsParser = _contract("ods")
TestCsvParser = _contract("csv")
TestEmlParser = _contract("eml")
TestMboxParser = _contract("mbox")
TestMhtmlParser = _contract("mhtml")
TestMsgParser = _contract("msg")
TestZipParser = _contract("zip")
TestTarParser = _contract("tar")
TestGzipParser = _contract("gzip")
TestBzip2Parser = _contract("bzip2")
TestXzParser = _contract("xz")
TestXlsxParser = _contract("xlsx")


@pytest.mark.parametrize("row", list(PARSERS), ids=lambda row: row.name)
def test_every_row_of_the_catalogue_runs_the_contract(row):
    contract = globals()[f"Test{row.name.title()}Parser"]
    assert issubclass(contract, ParserContract)
    assert contract.filename.endswith(row.extensions)
