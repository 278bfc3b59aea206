"""Elements of an OpenDocument file's XML by their usual names: "text:p", "table:table-row"."""

from __future__ import annotations

from ragstone.parsers.xml_names import XmlNames
from ragstone.parsers.xml_tree import Xml

__all__ = ["Xml", "attribute", "child", "children", "descendants", "number", "tag"]

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMES = XmlNames(
    {
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
)

tag, attribute = _NAMES.tag, _NAMES.attribute
child, children, descendants = _NAMES.child, _NAMES.children, _NAMES.descendants


def number(node: Xml, name: str, default: int) -> int:
    """A whole number of at least 0; `default` for none and for nonsense."""
    text = attribute(node, name)
    if text is None or not text.isdecimal() or len(text) > 9:
        return default
    return int(text)
