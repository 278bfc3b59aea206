"""What an XML file is by its root: a page, an OpenDocument, a drawing, or XML of any other kind.

type_by_root('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">')      # "image/svg+xml"
"""

from __future__ import annotations

import re

XML = "application/xml"
#: Atomic: comments and blanks could be divided in exponentially many ways.
_ROOT = re.compile(
    r"(?>(?:\s|\ufeff|<!--.*?-->|<\?.*?\?>|<!DOCTYPE(?:[^\[>]|\[.*?\]\s*(?=>))*+>)*)"
    r"<(?:[\w.-]+:)?(?P<name>[a-zA-Z_][\w.-]*)(?P<attributes>[^>]*)",
    re.DOTALL | re.IGNORECASE,
)
_DECLARED = re.compile(r"[\s\ufeff]*<\?xml\s[^<>]*\?>")
_MIMETYPE = re.compile(r"office:mimetype\s*=\s*[\"']([\w./+-]{1,100})[\"']")
_BY_NAME = {"html": "application/xhtml+xml", "svg": "image/svg+xml"}


def type_by_root(head: str) -> str:
    """The media type of XML that begins with `head`."""
    found = _ROOT.match(head)
    if found is None:
        return XML
    if found["name"] == "document" and (told := _MIMETYPE.search(found["attributes"])):
        return f"{told[1]}-flat-xml"
    return _BY_NAME.get(found["name"].lower(), XML)


def is_declared(head: str) -> bool:
    """Whether a text begins with the declaration of XML."""
    return _DECLARED.match(head) is not None
