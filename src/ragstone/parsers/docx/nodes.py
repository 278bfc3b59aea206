"""Elements of a Word file's XML by their usual names: "w:p", "w:val".

Only looking at what is in the tree; reading the parts is in `package.py` and `deep.py`.

    value(child(paragraph, "w:pPr"), "w:pStyle")       # "Heading1"
"""

from __future__ import annotations

from typing import Any

#: An lxml element; the package has no types.
Xml = Any

#: The attribute that `WordPackage` gives to a `w:hyperlink`: its address, which the file keeps in
#: another part.
URL = "{urn:ragstone}url"

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "urn:schemas-microsoft-com:vml": "v",
}
_NAMESPACES = {prefix: namespace for namespace, prefix in _PREFIXES.items()}


def clark(name: str) -> str:
    """`name` with prefix ("w:p") as lxml writes it: "{namespace}p"."""
    prefix, _, local = name.partition(":")
    return f"{{{_NAMESPACES[prefix]}}}{local}"


def tag(node: Xml) -> str:
    """The element's name with its usual prefix ("w:p"); without one in other namespaces."""
    name = node.tag
    return prefixed(name) if isinstance(name, str) else ""


def prefixed(name: str) -> str:
    """A name as lxml writes it ("{namespace}p") with its usual prefix."""
    namespace, _, local = name.rpartition("}")
    prefix = _PREFIXES.get(namespace[1:])
    return f"{prefix}:{local}" if prefix else local


def attribute(node: Xml, name: str) -> str | None:
    """The attribute called `name`, with prefix ("w:val")."""
    value = node.get(clark(name) if ":" in name else name)
    return None if value is None else str(value)


def child(node: Xml, *path: str) -> Xml | None:
    """The first child called so, and its first child called so, …"""
    for name in path:
        if node is None:
            return None
        node = next((item for item in node if tag(item) == name), None)
    return node


def value(node: Xml, *path: str) -> str | None:
    """`w:val` of the element at `path`; None when there is no such element or attribute."""
    found = child(node, *path)
    return None if found is None else attribute(found, "w:val")


def is_on(node: Xml, *path: str) -> bool:
    """Whether the switch at `path` is there and not turned off (ECMA-376, ST_OnOff)."""
    found = child(node, *path)
    return found is not None and (attribute(found, "w:val") or "1") not in ("0", "false", "off")
