"""Fields of a Word file: their codes are no text, their results are; some are links or forms.

fields = Fields()
fields.begin(0); fields.code('HYPERLINK "http://a.example/"'); fields.separate(4)
fields.end()                    # (4, "http://a.example/")
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ragstone.parsers.docx.nodes import is_on, value
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children

#: ECMA-376, 17.16.5.25: HYPERLINK "address" \\l "bookmark"; switches come in any order.
_NAME = re.compile(r"\s*HYPERLINK\s+", re.IGNORECASE)
_ARGUMENT = re.compile(r'(?:(\\[a-zA-Z])\s*)?(?:"([^"]*)"|([^\s"\\]+))\s*|(\\[a-zA-Z])\s*')
#: A code is a line; a longer one is no link of anybody's.
_MAX_CODE = 5000


@dataclass(slots=True)
class _Field:
    is_code: bool = True
    start: int = 0
    code: list[str] = field(default_factory=list[str])


class Fields:
    """The fields that are open at one place of a paragraph; `start` counts pieces of its text."""

    def __init__(self) -> None:
        self._open: list[_Field] = []

    @property
    def is_code(self) -> bool:
        """Whether a code is being read, which is no text."""
        return any(one.is_code for one in self._open)

    def begin(self, start: int) -> None:
        self._open.append(_Field(start=start))

    def code(self, text: str) -> None:
        if self._open:
            self._open[-1].code.append(text)

    def separate(self, start: int) -> None:
        """The code ends, the result begins."""
        if self._open:
            self._open[-1].is_code, self._open[-1].start = False, start

    def end(self) -> tuple[int, str] | None:
        """Where the result of the field that ends began, and the address that it leads to."""
        if not self._open:
            return None
        done = self._open.pop()
        url = address("".join(done.code))
        return (done.start, url) if url and not done.is_code else None

    @property
    def is_any(self) -> bool:
        return bool(self._open)


def address(code: str) -> str:
    """The address in the code of a HYPERLINK field; "" for any other field."""
    name = _NAME.match(code[:_MAX_CODE])
    if name is None:
        return ""
    target = anchor = ""
    for found in _ARGUMENT.finditer(code[:_MAX_CODE], name.end()):
        said = found[2] if found[2] is not None else found[3] or ""
        if found[1] in ("\\l", "\\L"):
            anchor = said
        elif found[1] is None and said:
            target = target or said
    return f"{target}#{anchor}" if anchor else target


def form_value(field_character: Xml) -> str:
    """What a form field shows that has no result: the choice of a list, the state of a box."""
    data = child(field_character, "w:ffData")
    choices, box = child(data, "w:ddList"), child(data, "w:checkBox")
    if choices is not None:
        entries = [attribute(one, "w:val") or "" for one in children(choices, "w:listEntry")]
        said = value(choices, "w:result") or value(choices, "w:default") or "0"
        chosen = int(said) if said.isdecimal() and len(said) < 4 else 0
        return entries[chosen] if chosen < len(entries) else ""
    if box is None:
        return ""
    name = "w:checked" if child(box, "w:checked") is not None else "w:default"
    return "☒" if is_on(box, name) else "☐"
