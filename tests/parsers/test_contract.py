"""Every parser of the catalogue keeps the contract; each row is met, none is skipped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import PARSERS
from ragstone.testing.parser_contract import ParserContract
from samples import make_docx, make_pdf

_TEXT = """HARBOUR RULES

The gate opens at seven. Nobody may pass before that, whatever they say.

- ropes
- lamps
  and oil

第一章 潮汐

高潮在六点开始，船舶应当提前一小时离港。
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

Sample = tuple[Callable[[], bytes], str, tuple[str, ...]]

#: name of the row -> (payload, file name, texts to find)
SAMPLES: dict[str, Sample] = {
    "text": (_TEXT.encode, "rules.txt", ("The gate opens", "第一章 潮汐", "lamps\n  and oil")),
    "markdown": (_MARKDOWN.encode, "rules.md", ("opens at seven on weekdays", "Hake | 8.40")),
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
    "pdf": (
        lambda: make_pdf([["Harbour rules", "", "The gate opens at seven."], ["高潮在六点开始。"]]),
        "rules.pdf",
        ("The gate opens at seven.", "高潮在六点开始。"),
    ),
}


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
            "is_text": name in ("text", "markdown", "html"),
            "expected": texts,
            "parser": parser,
        },
    )


TestTextParser = _contract("text")
TestMarkdownParser = _contract("markdown")
TestHtmlParser = _contract("html")
TestDocxParser = _contract("docx")
TestPdfParser = _contract("pdf")


@pytest.mark.parametrize("row", list(PARSERS), ids=lambda row: row.name)
def test_every_row_of_the_catalogue_runs_the_contract(row):
    contract = globals()[f"Test{row.name.title()}Parser"]
    assert issubclass(contract, ParserContract)
    assert contract.filename.endswith(row.extensions)
