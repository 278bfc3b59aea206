"""What the destinations of RTF hold, and the signs that have words of their own.

Specification 1.9.1; only words that matter to a reader of text.
"""

from __future__ import annotations

import re

from ragstone.model.mark import Mark
from ragstone.parsers.rtf.state import BODY, FONTS, PICTURE, STYLES

SIGNS = {
    "tab": "\t",
    "line": "\n",
    "emdash": "—",
    "endash": "–",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "~": " ",
    "_": "-",
    "\t": "\t",
}
_NO_MARKS: frozenset[Mark] = frozenset()
#: Paragraphs of their own: what they are, and their marks.
STORIES = {
    "footnote": ("footnote", frozenset({Mark.FOOTNOTE})),
    "annotation": ("comment", frozenset({Mark.COMMENT})),
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), ("header", _NO_MARKS)),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), ("footer", _NO_MARKS)),
    **dict.fromkeys(("shptxt", "dptxbxtext"), ("box", _NO_MARKS)),
}
#: Destinations whose text is kept as one string.
STRINGS = frozenset(
    """
    fldinst listtext pntext atnauthor atnid sn sv title subject author keywords doccomm objclass
    """.split()  # noqa: SIM905
)
#: Destinations that are entered, also where they are marked as new, and what text directly in them
#: is; "" for what it is outside.
ENTERED = {
    **dict.fromkeys(("shp", "shpgrp", "shppict", "picprop", "field", "fldrslt"), ""),
    **dict.fromkeys(("nesttableprops", "mmath", "moMath"), ""),
    **dict.fromkeys(("shpinst", "do", "sp", "object", "info", "creatim", "upr"), "held"),
    "pict": PICTURE,
    "result": BODY,
    "ud": BODY,
    "fonttbl": FONTS,
    "stylesheet": STYLES,
}
#: Destinations without text for a reader.
PASSED = frozenset(
    """
    colortbl listtable listoverridetable revtbl rsidtbl generator objdata datafield nonshppict
    shprslt nonesttables bkmkstart bkmkend xe tc tcn template themedata colorschememapping
    latentstyles datastore xmlnstbl mmathPr mmathPict pgptbl filetbl ftnsep ftnsepc ftncn aftnsep
    aftnsepc aftncn private passwordhash userprops docvar formfield pn pnseclvl panose falt
    atrfstart atrfend atnref atnicn atndate background blipuid bliptag buptim printim revtim
    company operator hlinkbase rxe txe keycode
    """.split()  # noqa: SIM905
)
#: Parts of a formula, and the signs around them.
MATH = {
    "mnum": ("(", ")"),
    "mden": ("/(", ")"),
    "msup": ("^(", ")"),
    "msub": ("_(", ")"),
    "mrad": ("√(", ")"),
}
_LOCAL = re.compile(r'HYPERLINK\s+\\l\s+(?:"([^"]*)"|(\S+))', re.IGNORECASE)
_LINK = re.compile(r'HYPERLINK\s+(?:"([^"]*)"|(\S+))(?:\s+\\l\s+"([^"]*)")?', re.IGNORECASE)


def link_address(instruction: str) -> str:
    """The address in a field's instruction; "" for fields that are no links."""
    if match := _LOCAL.search(instruction):
        return f"#{match[1] or match[2]}"
    if match := _LINK.search(instruction):
        anchor = f"#{match[3]}" if match[3] else ""
        return f"{match[1] or match[2]}{anchor}"
    return ""
