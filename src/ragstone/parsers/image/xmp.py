"""The words in an XMP packet: title, description, keywords and authors (ISO 16684-1, 8.3).

Only these are looked for, by their tags: a packet is RDF in XML that programs write in many forms
and that a picture may have any number of bytes of.

    read_xmp(packet)["description"]
"""

from __future__ import annotations

import html
import re

from ragstone.text.encoding import clean

_NAMES = {
    "title": "title",
    "description": "description",
    "subject": "keywords",
    "creator": "author",
    "rights": "copyright",
}
#: Bounded: a tag that never ends would be searched for from each of its beginnings.
_PROPERTY = re.compile(r"<dc:(title|description|subject|creator|rights)\b[^<>]{0,300}>")
_ITEM = re.compile(r"<rdf:li\b([^<>]{0,200})>([^<]{0,10000})</rdf:li>")
_MOST_CHARACTERS, _MOST_ITEMS = 65_536, 100


def read_xmp(packet: bytes) -> dict[str, str]:
    """The texts in a packet; several authors or keywords with commas between."""
    text = packet[:_MOST_CHARACTERS].decode("utf-8", "replace")
    found: dict[str, str] = {}
    for opened in _PROPERTY.finditer(text):
        name = opened[1]
        end = text.find(f"</dc:{name}>", opened.end())
        items = _ITEM.findall(text[opened.end() : end if end >= 0 else opened.end()])
        said = [" ".join(clean(html.unescape(item))[0].split()) for _, item in items[:_MOST_ITEMS]]
        if name in ("title", "description", "rights"):
            # The same in several languages; the default one comes first.
            said = said[:1]
        if any(said):
            found.setdefault(_NAMES[name], ", ".join(filter(None, said)))
    return found
