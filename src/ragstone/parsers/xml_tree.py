"""Trees of XML that nobody vouches for: entities stay as they are, and nothing is loaded.

    parse_tree(b"<a><b/></a>")[0].tag               # "b"

Not here: which parts a file has (`zip_package`), and names with prefixes (`xml_names`).
"""

from __future__ import annotations

import importlib
from typing import Any

_etree: Any = importlib.import_module("lxml.etree")

#: An lxml element; the package has no types.
Xml = Any


def parse_tree(data: bytes, *, recover: bool = False, huge: bool = False) -> Xml | None:
    """The root, without comments and processing instructions; None for what is no XML.

    `recover` keeps what can be had of a damaged document. libxml2 stops at 256 elements in
    elements and at 10 MB in one text; `huge` moves the first to 2048, and readers hold
    `markup_depth`.
    """
    parser = _etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=huge,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )
    try:
        return _etree.fromstring(data, parser)
    except (_etree.XMLSyntaxError, ValueError):
        return None
