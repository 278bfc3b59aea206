"""Formulas in MathML as one line of text: x^2, (a+b)/c, √(y); as formulas of Office are written.

Presentation markup alone: an annotation repeats the formula in another notation.
"""

from __future__ import annotations

from ragstone.parsers.odf.nodes import Xml, tag

_SILENT = frozenset({"math:annotation", "math:annotation-xml", "math:mphantom", "math:mspace"})


def mathml_text(node: Xml) -> str:
    """The text of `math:math` or anything in it; missing parts are empty, never an error."""
    kind = tag(node)
    if kind in _SILENT:
        return ""
    parts = [item for item in node if tag(item)]
    if kind == "math:mfrac":
        return f"{_group(parts, 0)}/{_group(parts, 1)}"
    if kind == "math:msup":
        return f"{_part(parts, 0)}^{_group(parts, 1)}"
    if kind in ("math:msub", "math:munder"):
        return f"{_part(parts, 0)}_{_group(parts, 1)}"
    if kind in ("math:msubsup", "math:munderover"):
        return f"{_part(parts, 0)}_{_group(parts, 1)}^{_group(parts, 2)}"
    if kind == "math:msqrt":
        inside = "".join(map(mathml_text, parts))
        return f"√{inside if len(inside) <= 1 else f'({inside})'}"
    if kind == "math:mroot":
        return f"{_part(parts, 1)}√{_group(parts, 0)}"
    if kind == "math:mfenced":
        inside = ", ".join(map(mathml_text, parts))
        return f"{node.get('open', '(')}{inside}{node.get('close', ')')}"
    if kind == "math:mtr":
        return ", ".join(map(mathml_text, parts))
    if kind == "math:mtable":
        return "[" + "; ".join(map(mathml_text, parts)) + "]"
    if not parts:
        return " ".join((node.text or "").split())
    return "".join(map(mathml_text, parts))


def _part(parts: list[Xml], place: int) -> str:
    return mathml_text(parts[place]) if place < len(parts) else ""


def _group(parts: list[Xml], place: int) -> str:
    text = _part(parts, place)
    return text if len(text) <= 1 else f"({text})"
