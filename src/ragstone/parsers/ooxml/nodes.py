"""Elements of an Office file's XML by their usual names: "w:p", "a:t", "p:sp".

Only looking at what is in the tree; reading the parts is in `package.py`.

    attribute(child(shape, "p:nvSpPr", "p:cNvPr"), "descr")
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

#: An lxml element; the package has no types.
Xml = Any

_OPENXML = "http://schemas.openxmlformats.org"
_MICROSOFT = "http://schemas.microsoft.com/office"
_PREFIXES = {
    f"{_OPENXML}/wordprocessingml/2006/main": "w",
    f"{_OPENXML}/spreadsheetml/2006/main": "x",
    f"{_OPENXML}/presentationml/2006/main": "p",
    f"{_OPENXML}/officeDocument/2006/math": "m",
    f"{_OPENXML}/officeDocument/2006/relationships": "r",
    f"{_OPENXML}/markup-compatibility/2006": "mc",
    f"{_OPENXML}/drawingml/2006/main": "a",
    f"{_OPENXML}/drawingml/2006/chart": "c",
    f"{_OPENXML}/drawingml/2006/diagram": "dgm",
    f"{_OPENXML}/drawingml/2006/picture": "pic",
    f"{_OPENXML}/drawingml/2006/wordprocessingDrawing": "wp",
    f"{_OPENXML}/drawingml/2006/spreadsheetDrawing": "xdr",
    f"{_MICROSOFT}/drawing/2014/chartex": "cx",
    f"{_MICROSOFT}/drawing/2010/main": "a14",
    f"{_MICROSOFT}/powerpoint/2010/main": "p14",
    f"{_MICROSOFT}/powerpoint/2018/8/main": "p188",
    "urn:schemas-microsoft-com:vml": "v",
}
_NAMESPACES = {prefix: namespace for namespace, prefix in _PREFIXES.items()}


@lru_cache(maxsize=1024)
def clark(name: str) -> str:
    """`name` with prefix ("w:p") as lxml writes it: "{namespace}p"."""
    prefix, _, local = name.partition(":")
    return f"{{{_NAMESPACES[prefix]}}}{local}"


def tag(node: Xml) -> str:
    """The element's name with its usual prefix ("w:p"); without one in other namespaces."""
    name = node.tag
    return prefixed(name) if isinstance(name, str) else ""


@lru_cache(maxsize=1024)
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
        node = next(node.iterchildren(clark(name)), None)
    return node


def children(node: Xml, name: str) -> Iterator[Xml]:
    """All children called so; none of None."""
    return iter(()) if node is None else node.iterchildren(clark(name))


def descendants(node: Xml, name: str) -> Iterator[Xml]:
    """All elements below `node` called so, in document order; none of None."""
    return iter(()) if node is None else node.iter(clark(name))
