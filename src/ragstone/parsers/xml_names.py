"""Elements of XML by the names that people write: "w:p" and not "{http://schemas…}p".

names = XmlNames({"a": "urn:first"})
names.attribute(names.child(root, "a:shape", "a:text"), "a:name")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ragstone.parsers.xml_tree import Xml


class XmlNames:
    """Looks through trees whose namespaces have the given prefixes.

    - A name without a prefix is one without a namespace.
    - Of no element there are no attributes and no children.
    """

    def __init__(self, namespaces: Mapping[str, str]) -> None:
        """`namespaces` by prefix."""
        self._namespaces = dict(namespaces)
        self._prefixes = {namespace: prefix for prefix, namespace in namespaces.items()}
        self.clark = lru_cache(maxsize=1024)(self._clark)
        self.prefixed = lru_cache(maxsize=1024)(self._prefixed)

    def _clark(self, name: str) -> str:
        """`name` with prefix ("w:p") as lxml writes it: "{namespace}p"."""
        prefix, has_prefix, local = name.partition(":")
        return f"{{{self._namespaces[prefix]}}}{local}" if has_prefix else name

    def _prefixed(self, name: str) -> str:
        """A name as lxml writes it ("{namespace}p") with its prefix; the last part of others."""
        namespace, _, local = name.rpartition("}")
        prefix = self._prefixes.get(namespace[1:])
        return f"{prefix}:{local}" if prefix else local

    def tag(self, node: Xml) -> str:
        """The element's name with its prefix; "" for a comment or an entity."""
        name = node.tag
        return self.prefixed(name) if isinstance(name, str) else ""

    def attribute(self, node: Xml | None, name: str) -> str | None:
        """The attribute called `name`; None for none."""
        value = None if node is None else node.get(self.clark(name))
        return None if value is None else str(value)

    def child(self, node: Xml | None, *path: str) -> Xml | None:
        """The first child called so, and its first child called so, …"""
        for name in path:
            if node is None:
                return None
            node = next(node.iterchildren(self.clark(name)), None)
        return node

    def children(self, node: Xml | None, name: str) -> Iterator[Xml]:
        """All children called so."""
        return iter(()) if node is None else node.iterchildren(self.clark(name))

    def descendants(self, node: Xml | None, name: str) -> Iterator[Xml]:
        """All elements below `node` called so, in document order."""
        return iter(()) if node is None else node.iter(self.clark(name))
