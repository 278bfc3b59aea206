"""Elements of an OpenDocument file's XML by their usual names: "text:p", "table:table-row"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

#: An lxml element; the package has no types.
Xml = Any

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = {
    **{
        name: f"{_OASIS}{name}:1.0"
        for name in ("office", "style", "text", "table", "meta", "presentation", "manifest")
    },
    "draw": f"{_OASIS}drawing:1.0",
    "svg": f"{_OASIS}svg-compatible:1.0",
    "fo": f"{_OASIS}xsl-fo-compatible:1.0",
    "chart": f"{_OASIS}chart:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xlink": "http://www.w3.org/1999/xlink",
    "xml": "http://www.w3.org/XML/1998/namespace",
    "math": "http://www.w3.org/1998/Math/MathML",
}
_PREFIXES = {namespace: prefix for prefix, namespace in _NAMESPACES.items()}


@lru_cache(maxsize=1024)
def clark(name: str) -> str:
    """`name` with prefix ("text:p") as lxml writes it: "{namespace}p"."""
    prefix, _, local = name.partition(":")
    return f"{{{_NAMESPACES[prefix]}}}{local}"


@lru_cache(maxsize=1024)
def _prefixed(name: str) -> str:
    namespace, _, local = name.rpartition("}")
    prefix = _PREFIXES.get(namespace[1:])
    return f"{prefix}:{local}" if prefix else local


def tag(node: Xml) -> str:
    """The element's name with its usual prefix; without one in other namespaces, "" for a comment
    or an entity.
    """
    name = node.tag
    return _prefixed(name) if isinstance(name, str) else ""


def attribute(node: Xml, name: str) -> str | None:
    """The attribute called `name` ("text:style-name"); None for none, and of None."""
    value = None if node is None else node.get(clark(name))
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


def number(node: Xml, name: str, default: int) -> int:
    """A whole number of at least 0; `default` for none and for nonsense."""
    text = attribute(node, name)
    if text is None or not text.isdecimal() or len(text) > 9:
        return default
    return int(text)
