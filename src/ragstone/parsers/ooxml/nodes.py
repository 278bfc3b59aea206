"""Elements of an Office file's XML by their usual names: "w:p", "a:t", "p:sp".

Only looking at what is in the tree; reading the parts is in `package.py`.

    attribute(child(shape, "p:nvSpPr", "p:cNvPr"), "descr")
"""

from __future__ import annotations

from ragstone.parsers.xml_names import XmlNames
from ragstone.parsers.xml_tree import Xml

__all__ = [
    "Xml",
    "attribute",
    "child",
    "children",
    "clark",
    "descendants",
    "prefixed",
    "tag",
]

_OPENXML = "http://schemas.openxmlformats.org"
_MICROSOFT = "http://schemas.microsoft.com/office"
_NAMES = XmlNames(
    {
        "w": f"{_OPENXML}/wordprocessingml/2006/main",
        "x": f"{_OPENXML}/spreadsheetml/2006/main",
        "p": f"{_OPENXML}/presentationml/2006/main",
        "m": f"{_OPENXML}/officeDocument/2006/math",
        "r": f"{_OPENXML}/officeDocument/2006/relationships",
        "mc": f"{_OPENXML}/markup-compatibility/2006",
        "a": f"{_OPENXML}/drawingml/2006/main",
        "c": f"{_OPENXML}/drawingml/2006/chart",
        "dgm": f"{_OPENXML}/drawingml/2006/diagram",
        "pic": f"{_OPENXML}/drawingml/2006/picture",
        "wp": f"{_OPENXML}/drawingml/2006/wordprocessingDrawing",
        "xdr": f"{_OPENXML}/drawingml/2006/spreadsheetDrawing",
        "cx": f"{_MICROSOFT}/drawing/2014/chartex",
        "a14": f"{_MICROSOFT}/drawing/2010/main",
        "p14": f"{_MICROSOFT}/powerpoint/2010/main",
        "p188": f"{_MICROSOFT}/powerpoint/2018/8/main",
        "v": "urn:schemas-microsoft-com:vml",
    }
)

clark, prefixed = _NAMES.clark, _NAMES.prefixed
tag, attribute = _NAMES.tag, _NAMES.attribute
child, children, descendants = _NAMES.child, _NAMES.children, _NAMES.descendants
