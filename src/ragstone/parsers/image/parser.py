"""The parser of pictures: one element with the picture's data, its size and what it says of itself.

Nothing is decoded: the text in a picture needs OCR. What was written into the file in words (title,
description, keywords, comments) is the element's text, and so found by a search.

    document = ImageParser().read(Source.from_path("harbour.jpg"))
    document.facts["width"], document.facts["gps"]
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ragstone.errors import CorruptDocument
from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.image.header import Header, read_header
from ragstone.parsers.image.xmp import read_xmp
from ragstone.parsers.outline import outline
from ragstone.parsers.picture_files import NEEDS_OCR
from ragstone.sources.source import Source

_AGAIN = "get it again from where it came"
#: Names under which programs write into PNG files what has one name here.
_MEANT = {
    "title": "title",
    "description": "description",
    "author": "author",
    "copyright": "copyright",
    "software": "software",
    "comment": "comment",
    "creation time": "date",
    "keywords": "keywords",
}
#: What is said of the picture's subject, in the order of its text.
_WORDS = (("title", ""), ("subject", ""), ("description", ""), ("comment", ""))
_NAMED = (("keywords", "Keywords: "), ("author", "Author: "))
#: What cameras and programs write where a description should stand.
_BY_MACHINES = re.compile(
    r"(?:created|made|file written|generated|edited) (?:with|by|using) .{1,80}"
    r"|[\w ]*digital (?:still )?camera|sony dsc|dcim\b.*|screenshot|default|untitled",
    re.IGNORECASE,
)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LONGEST = 10_000


class ImageParser(ParserBase):
    """Reads PNG, JPEG, GIF, BMP, WebP and TIFF files.

    - Facts: `format`, `width` and `height` in pixels, `frame_count`, `dpi`, and of EXIF, XMP and
      the format's own texts `title`, `description`, `comment`, `keywords`, `author`, `date`,
      `camera`, `software`, `copyright`, `orientation`, `gps` (degrees, metres), `texts`.
    - A picture of more pixels than `Limits.picture_pixels` is refused by its header.
    - Past `Limits.picture_bytes`, all pictures of one file together, the data is left out.
    """

    row = own_row("image")

    def read(self, source: Source) -> Document:
        """The picture; raises `CorruptDocument` for a damaged header, or `LimitExceeded`."""
        data = source.read_bytes()
        header = read_header(data, source.limits.pages)
        if header is None:
            raise CorruptDocument(source.name, "it is no picture", _AGAIN)
        if header.width < 1 or header.height < 1:
            raise CorruptDocument(source.name, "the picture's header is damaged", _AGAIN)
        source.limits.check("picture_pixels", header.width * header.height, source.name)
        facts = _facts(header)
        warnings = [NEEDS_OCR]
        if not header.is_whole:
            warnings.append("the picture is damaged or cut off; its header was read")
        text = "\n".join(_words(facts))
        block = _block(source, data, header.media_type)
        if block is None:
            text = text or source.name
            warnings.append("the picture's data was left out; raise the limit picture_bytes")
        element = Element(
            ElementType.IMAGE,
            text,
            provenance=Provenance(path="picture", rule="picture file"),
            facts=facts,
            data=block,
        )
        return Document(
            source=source.name,
            media_type=header.media_type,
            elements=outline([element]),
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="header",
        )


def _block(source: Source, data: bytes, media_type: str) -> DataBlock | None:
    """The data; None past the limit, which holds for all pictures in one archive together."""
    if source.budget.add("picture_bytes", len(data)) > source.limits.picture_bytes:
        return None
    text = base64.b64encode(data).decode("ascii")
    return DataBlock(source=Base64Source(data=text, media_type=media_type), name=source.name)


def _facts(header: Header) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "format": header.kind,
        "width": header.width,
        "height": header.height,
        "frame_count": header.frames,
    }
    others: dict[str, str] = {}
    found: dict[str, Any] = {}
    for name, text in header.texts.items():
        known = _MEANT.get(name.lower())
        if known is None:
            others[_shown(name)[:100]] = _shown(text)
        else:
            found.setdefault(known, text)
    for source in (header.facts, read_xmp(header.xmp)):
        found = {**source, **found}
    for name, value in sorted(found.items()):
        facts[name] = _shown(value) if isinstance(value, str) else value
    if others:
        facts["texts"] = others
    return {name: value for name, value in facts.items() if value}


def _shown(text: str) -> str:
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()[:_LONGEST]


def _words(facts: Mapping[str, Any]) -> Iterator[str]:
    """What people wrote of the picture, each thing once."""
    seen: set[str] = set()
    for name, label in _WORDS:
        text = str(facts.get(name, ""))
        if text and text not in seen and not _BY_MACHINES.fullmatch(text):
            seen.add(text)
            yield f"{label}{text}"
    for name, label in _NAMED:
        if facts.get(name) and (seen or name == "keywords"):
            yield f"{label}{facts[name]}"
