"""Values and switches of a Word file's XML, and attributes that hold addresses.

value(child(paragraph, "w:pPr"), "w:pStyle")       # "Heading1"
"""

from __future__ import annotations

from ragstone.parsers.ooxml.nodes import Xml, attribute, child

#: The attribute that `WordPackage` gives to a `w:hyperlink`: its address, which the file keeps in
#: another part.
URL = "{urn:ragstone}url"
#: The same for a picture: the part that holds it.
PART = "{urn:ragstone}part"


def value(node: Xml, *path: str) -> str | None:
    """`w:val` of the element at `path`; None when there is no such element or attribute."""
    found = child(node, *path)
    return None if found is None else attribute(found, "w:val")


def is_on(node: Xml, *path: str) -> bool:
    """Whether the switch at `path` is there and not turned off (ECMA-376, ST_OnOff)."""
    found = child(node, *path)
    return found is not None and (attribute(found, "w:val") or "1") not in ("0", "false", "off")
