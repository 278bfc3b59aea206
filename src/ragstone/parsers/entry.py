"""A parser's row in the catalogue: an `Entry` that also says how its files are told.

ParserEntry("epub", "my_package.epub:EpubParser", "books", media_types=("application/epub+zip",),
            extensions=(".epub",), signature=Signature("an EPUB book", …))
"""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.entries import Entry
from ragstone.parsers.signatures import Signature


@dataclass(frozen=True, slots=True)
class ParserEntry(Entry):
    """One parser. Content that matches `signature` is of the first of `media_types`.

    A row without one (a plain `Entry` of a third party too) is chosen by its extensions, where the
    content is of no other known format.
    """

    signature: Signature | None = None


def signature_of(row: Entry) -> Signature | None:
    """How the files of a row are told; None when it does not say."""
    return row.signature if isinstance(row, ParserEntry) else None
