"""Addresses and e-mail addresses that stand on their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragstone.layout.draft import Draft
from ragstone.model.element import ElementType

_EMAIL = r"[\w.+{},-]+@[\w-]+(?:\.[\w-]+)+"
_ONLY_EMAIL = re.compile(
    rf"(?:(?:e-?mail|mail|邮箱|电子邮件|電郵|メール)\s*[:：]?\s*)?{_EMAIL}(?:\s*[,;，；/、]\s*{_EMAIL})*",
    re.IGNORECASE,
)
#: City, state and code (US), postcode (UK), street and number with code (DE, FR, IT, ES, NL).
_ADDRESS = re.compile(
    r"\b[A-Z][\w.' -]{2,30},?\s+[A-Z]{2}\s+\d{5}(?:-\d{4})?\b"
    r"|\b[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}\b"
    r"|\b[A-ZÄÖÜ][\wäöüß.-]{2,}(?:straße|strasse|str\.|weg|platz|allee|gasse)\s+\d{1,4}\w?\b"
    r"|\b\d{1,4}\w?,?\s+(?:rue|avenue|boulevard|via|calle|place)\s+[\w'’ -]{3,40},?\s+\d{5}\b"
)
_CJK_ADDRESS = re.compile(
    r"(?:地址\s*[:：]\s*)?[^\s，。]{0,8}(?:省|自治区|市|都|道|府|県)[^\s，。]{0,14}(?:区|县|市|镇|町|村|路|街|大道|巷|丁目)"
    r"[^，。]{0,24}?\d{1,5}\s*(?:号|號|弄|室|番|楼|层|$)"
)
_MAX_CHARACTERS = 160


def addressed(drafts: Sequence[Draft]) -> list[Draft]:
    """The same with addresses typed."""
    return [_typed(draft) if draft.is_open else draft for draft in drafts]


def is_email(text: str) -> bool:
    """Whether a text is e-mail addresses and nothing else."""
    return "@" in text and _ONLY_EMAIL.fullmatch(text.strip()) is not None


def is_address(text: str) -> bool:
    """Whether a text holds a postal address and is no long sentence."""
    if len(text) > _MAX_CHARACTERS or not any(character.isdigit() for character in text):
        return False
    if _CJK_ADDRESS.match(text.strip()):
        return True
    sentence = text.rstrip().endswith((".", "。", "?", "!")) and text.count(" ") > 12
    return not sentence and _ADDRESS.search(text) is not None


def _typed(draft: Draft) -> Draft:
    if draft.marker:
        return draft
    if is_email(draft.text):
        return draft.typed(ElementType.EMAIL_ADDRESS, "email: an address and nothing else")
    if is_address(draft.text):
        return draft.typed(ElementType.ADDRESS, "address: street, place and code")
    return draft
