"""Formulas of an Office file (OMML) as one line of text: x^2, (a+b)/c, √(y)."""

from __future__ import annotations

from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag

# Properties hold looks; only of a delimiter and an n-ary operator do they hold signs.
_PROPERTIES = ("Pr",)


def formula_text(node: Xml) -> str:
    """The text of `m:oMath` or anything in it; missing parts are empty, never an error."""
    kind = tag(node)
    if kind == "m:t":
        return node.text or ""
    if kind == "m:f":
        return f"{_group(node, 'm:num')}/{_group(node, 'm:den')}"
    if kind in ("m:sSup", "m:sSub", "m:sSubSup"):
        below = f"_{_group(node, 'm:sub')}" if child(node, "m:sub") is not None else ""
        above = f"^{_group(node, 'm:sup')}" if child(node, "m:sup") is not None else ""
        return _part(node, "m:e") + below + above
    if kind == "m:rad":
        return f"{_part(node, 'm:deg')}√{_group(node, 'm:e')}"
    if kind == "m:nary":
        sign = _sign(node, "m:naryPr", "m:chr", "∫")
        below, above = _part(node, "m:sub"), _part(node, "m:sup")
        bounds = (f"_({below})" if below else "") + (f"^({above})" if above else "")
        return f"{sign}{bounds} {_part(node, 'm:e')}"
    if kind == "m:d":
        parts = [formula_text(item) for item in node if tag(item) == "m:e"]
        opening = _sign(node, "m:dPr", "m:begChr", "(")
        return opening + ", ".join(parts) + _sign(node, "m:dPr", "m:endChr", ")")
    return "".join(formula_text(item) for item in node if not tag(item).endswith(_PROPERTIES))


def _part(node: Xml, name: str) -> str:
    found = child(node, name)
    return "" if found is None else formula_text(found)


def _group(node: Xml, name: str) -> str:
    text = _part(node, name)
    return text if len(text) <= 1 else f"({text})"


def _sign(node: Xml, properties: str, name: str, default: str) -> str:
    found = child(node, properties, name)
    sign = None if found is None else attribute(found, "m:val")
    return default if sign is None else sign
