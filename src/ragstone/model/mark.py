"""Marks: what else is true of an element, beside its type."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from pydantic import PlainSerializer


class Mark(StrEnum):
    """What a reader should know about an element before quoting it."""

    INSERTED = "inserted"
    DELETED = "deleted"
    FOOTNOTE = "footnote"
    NOTES = "notes"
    QUOTED = "quoted"
    FORM_VALUE = "form_value"
    ALT_TEXT = "alt_text"
    HIDDEN = "hidden"
    COMMENT = "comment"
    BOILERPLATE = "boilerplate"
    SIGNATURE = "signature"
    SUSPICIOUS = "suspicious"


#: Elements with one of these stay on the document and out of its sections, unless asked for.
LEFT_OUT: frozenset[Mark] = frozenset(
    {Mark.HIDDEN, Mark.DELETED, Mark.COMMENT, Mark.BOILERPLATE, Mark.SIGNATURE, Mark.SUSPICIOUS}
)


def _in_order(marks: Iterable[Mark]) -> list[str]:
    return sorted(marks)


#: Marks as pydantic writes them: sorted, since a set's own order changes from process to process.
Marks = Annotated[frozenset[Mark], PlainSerializer(_in_order, return_type=list[str])]
