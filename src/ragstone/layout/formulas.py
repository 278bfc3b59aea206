"""Formulas that stand on lines of their own, found as regions: their text is not put in order.

Signs of mathematics, a font made for them, or TeX left in the text layer, and few words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragstone.layout.draft import Draft
from ragstone.model.element import ElementType

_SIGNS = frozenset(
    "=≠≈≡≤≥<>±∓×÷∑∏∫∮√∞∂∇∈∉⊂⊆∪∩∀∃→⇒⇔↦∝∼≅⊕⊗∧∨¬·∘^_{}|∣‖⟨⟩′″αβγδεζηθικλμνξπρσςτυφχψωΓΔΘΛΞΠΣΦΨΩϕϵϑ"
)
_STRONG = re.compile(r"[=≠≈≡≤≥∑∏∫∈⇒⇔→∝≅]|\\(?:frac|sqrt|sum|int|left|partial|text|mathbf|ldots)\b")
_FONT = re.compile(r"CMMI|CMSY|CMEX|CMBSY|MSAM|MSBM|MTMI|MTSY|Math|rsfs|eufm", re.IGNORECASE)
#: Code has these, mathematics does not.
_QUOTED = re.compile(r"[\"“”;]|</|/>")
_WORD = re.compile(r"[^\W\d_]{4,}")
_FUNCTIONS = re.compile(
    r"\\?\b(?:sinh?|cosh?|tanh?|log|lim|exp|max|min|argmax|argmin|softmax|frac|sqrt|left|right|"
    r"partial|text|ldots|mathbf|mathrm|mathcal|begin|end|array|cases|where|subject)\b"
)
_EQUATION_NUMBER = re.compile(r"\s*[(（]\s*[A-Z]?\.?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?\s*[)）]\s*$")
_MAX_CHARACTERS = 400


def formulated(drafts: Sequence[Draft]) -> list[Draft]:
    """The same with formulas typed."""
    return [
        _formula(draft, rule)
        if draft.is_open and not draft.in_figure and (rule := _rule(draft))
        else draft
        for draft in drafts
    ]


def looks_like_formula(text: str) -> bool:
    """Whether a line is made of signs of mathematics rather than of words."""
    if not _STRONG.search(text) or len(text) > _MAX_CHARACTERS or _QUOTED.search(text):
        return False
    rest = _EQUATION_NUMBER.sub("", text)
    words = _WORD.findall(_FUNCTIONS.sub(" ", rest))
    if "\\" in rest and _STRONG.search(rest):
        return len(words) <= 6
    signs = sum(character in _SIGNS for character in rest)
    letters = sum(len(word) for word in words)
    return letters <= 0.25 * len(rest) and (signs >= 2 or len(rest) <= 40)


def _formula(draft: Draft, rule: str) -> Draft:
    """The draft as a formula; what looked like an item's marker is a part of it."""
    if not draft.marker:
        return draft.typed(ElementType.FORMULA, rule)
    lead = f"{draft.marker} "
    placed = tuple((start + len(lead) if start else 0, boxes) for start, boxes in draft.places)
    return draft.typed(ElementType.FORMULA, rule, text=lead + draft.text, placed=placed)


def _rule(draft: Draft) -> str:
    if draft.marker and len(draft.text) > 40:
        return ""
    if looks_like_formula(draft.marker + draft.text):
        return "formula: signs of mathematics and few words"
    in_font = sum(len(line.text) for line in draft.lines if _FONT.search(line.style.font))
    words = _WORD.findall(draft.text)
    if "..." in draft.text.replace(" ", ""):
        return ""
    if in_font and 2 * in_font > len(draft.text) and sum(map(len, words)) < 0.3 * len(draft.text):
        return "formula: set in a font for mathematics"
    return ""
