"""What one line of Markdown is, looked at alone: patterns and the columns of its blanks.

marker = ITEM.match("2) bring a torch")    # marker[1] == "2)"
"""

from __future__ import annotations

import re

LINE_END = re.compile(r"\r\n|\n|\r")
#: At the first character that is no blank.
FENCE = re.compile(r"(`{3,})(?=[^`\n\r]*(?:[\n\r]|\Z))|(~{3,})")
HEADING = re.compile(r"(#{1,6})(?:[ \t]+([^\n\r]*)|(?=[\n\r]|\Z))")
UNDERLINE = re.compile(r"(=+|-+)[ \t]*(?=[\n\r]|\Z)")
RULE = re.compile(r"([-*_])(?:[ \t]*\1){2,}[ \t]*(?=[\n\r]|\Z)")
ITEM = re.compile(r"([-+*•]|\d{1,9}[.)])(?:([ \t]+)(?=[^\s])|(?=[ \t]*(?:[\n\r]|\Z)))")
FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,100}\]:")
DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?=[\n\r]|\Z)")
#: Markup that runs to its own end, blank lines included: (what opens it, what closes it).
MATH = re.compile(r"\$\$|\\\[|\\begin\{([a-zA-Z]{1,30}\*?)\}")
MARKUP = re.compile(r"<(pre|script|style|textarea|table)(?=[\s>])|<!--", re.IGNORECASE)
#: Markup that runs to a blank line; the second only where no paragraph is open.
MARKUP_BLOCK = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|"
    r"details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|"
    r"head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|"
    r"option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    r"(?=[\s>]|/>|\Z)",
    re.IGNORECASE,
)
MARKUP_LINE = re.compile(
    r"</?[a-zA-Z][a-zA-Z0-9-]*+(?=[\s/>])(?:[^<>\"'\n\r]|\"[^\"\n\r]*\"|'[^'\n\r]*')*+>"
    r"[ \t]*(?=[\n\r]|\Z)"
)

_CELL_END = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:[ \t]+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_MARKS = re.compile(r"\*{1,3}|__|`+|~~|[ \t]*\{#[^{}]*\}$|\\(?=[!-/:-@\[-`{-~])")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")


def columns(blanks: str, start: int = 0) -> int:
    """The width of blanks that begin in column `start`; a tab goes to the next multiple of 4."""
    column = start
    for blank in blanks:
        column += 4 - column % 4 if blank == "\t" else 1
    return column - start


def cells(line: str) -> int:
    """How many cells a row of a pipe table has."""
    return len(_CELL_END.findall(line.strip().strip("|"))) + 1


def title_text(source: str) -> str:
    """A heading's text for reading: links by their words, marks gone, blanks single."""
    title = _CLOSING.sub("", " ".join(source.split()))
    return _MARKS.sub("", _LINK.sub(r"\1", title)).strip()
