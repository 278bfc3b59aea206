"""Formulas of an Office file (OMML) as one line of text: x^2, (a+b)/c, √(y), [a, b; c, d]."""

from __future__ import annotations

from collections.abc import Callable

from ragstone.parsers.ooxml.nodes import Xml, attribute, child, clark, tag

# Properties hold looks; only of a delimiter and an n-ary operator do they hold signs.
_PROPERTIES = ("Pr",)


def formula_text(node: Xml) -> str:
    """The text of `m:oMath` or anything in it; missing parts are empty, never an error."""
    kind = tag(node)
    if kind == "m:t":
        return node.text or ""
    if kind == "m:f":
        return f"{_group(node, 'm:num')}/{_group(node, 'm:den')}"
    if kind in ("m:sSup", "m:sSub", "m:sSubSup", "m:sPre"):
        below = f"_{_group(node, 'm:sub')}" if child(node, "m:sub") is not None else ""
        above = f"^{_group(node, 'm:sup')}" if child(node, "m:sup") is not None else ""
        base = _part(node, "m:e")
        return f"{below}{above} {base}" if kind == "m:sPre" else base + below + above
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
    if kind in _ARRANGED:
        return _ARRANGED[kind](node)
    return "".join(formula_text(item) for item in node if not tag(item).endswith(_PROPERTIES))


def _matrix(node: Xml) -> str:
    rows = (
        ", ".join(formula_text(cell) for cell in row if tag(cell) == "m:e")
        for row in node
        if tag(row) == "m:mr"
    )
    text = "; ".join(rows)
    # The brackets around a matrix are a delimiter of their own.
    outer = next(node.iterancestors(clark("m:d"), clark("m:m"), clark("m:oMath")), None)
    return text if outer is not None and tag(outer) == "m:d" else f"[{text}]"


def _equations(node: Xml) -> str:
    # The ampersands of an array only say where its lines are aligned.
    lines = (formula_text(item).replace("&", "") for item in node if tag(item) == "m:e")
    return "; ".join(lines)


def _function(node: Xml) -> str:
    name, argument = _part(node, "m:fName"), _part(node, "m:e")
    return f"{name} {argument}" if argument[:1].isalnum() else name + argument


def _limit(node: Xml) -> str:
    sign = "_" if tag(node) == "m:limLow" else "^"
    return f"{_part(node, 'm:e')}{sign}{_group(node, 'm:lim')}"


def _accent(node: Xml) -> str:
    """The accent behind its letter; around more than one letter its group."""
    if tag(node) == "m:bar":
        above = _sign(node, "m:barPr", "m:pos", "bot") == "top"
        return _group(node, "m:e") + ("\u0305" if above else "\u0332")
    return _group(node, "m:e") + _sign(node, "m:accPr", "m:chr", "\u0302")


#: ECMA-376, 22.1.2: what arranges its parts and would be glued together as they come.
_ARRANGED: dict[str, Callable[[Xml], str]] = {
    "m:m": _matrix,
    "m:eqArr": _equations,
    "m:func": _function,
    "m:limLow": _limit,
    "m:limUpp": _limit,
    "m:acc": _accent,
    "m:bar": _accent,
}


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
