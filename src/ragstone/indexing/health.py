"""How well a document was read: what its file holds against what came out, and what is odd in it.

    answer = examine(ParseRequest.of(Source.from_path("report.pdf")).pack())
    Health.unpack(answer).missing_share

`examine` is a stage, as those of `stages.py` are: it runs in a worker of the sandbox.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel, Field

from ragstone.errors import RagstoneError
from ragstone.indexing.stages import ParseRequest, content_hash
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.active_content import active_content
from ragstone.parsers.held.held import held_in
from ragstone.parsers.held.part import HeldPart
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

EXAMINE = "ragstone.indexing.health:examine"

logger = logging.getLogger("ragstone.indexing")

#: Texts shown of those that are missing, and characters of each.
_EXAMPLES, _EXAMPLE_CHARACTERS = 5, 80
#: Characters ahead of the last find where the next text is expected.
_NEAR = 20_000
#: Characters that searches through the whole document may pass over, all together.
_FAR_WORK = 4_000_000_000
_PIECE = 8
_NOT_COUNTED = re.compile(r"[\W_]+")
_GARBLED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd\ufffe\uffff\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
_BLANKS = re.compile(r"\s+")


class Place(BaseModel):
    """A page, slide, sheet or member, and what came out of it."""

    place: str
    elements: int = 0
    characters: int = 0


class Part(BaseModel):
    """A part of the container: letters and digits that it holds, and how many did not come out."""

    part: str
    characters: int
    missing: int
    cells: int = 0


class Health(BaseModel):
    """What is known of one document's reading. Characters are counted without blanks.

    - `parts`, `missing_share`: None for a format whose container is not looked into.
    - `share`: of its text that came out and can be read, 0 to 1; 0 for a file that could not be
      read. A member that could not be read counts as much as each of the others.
    - `same_as`: names of the others with the same bytes.
    """

    name: str
    media_type: str = ""
    parser: str = ""
    size: int = 0
    content_hash: str = ""
    error: str | None = None
    share: float = 0.0
    elements: int = 0
    characters: int = 0
    places: list[Place] = Field(default_factory=list)
    parts: list[Part] | None = None
    missing_share: float | None = None
    missing_examples: list[str] = Field(default_factory=list)
    garbled: int = 0
    garbled_share: float = 0.0
    encoding: str | None = None
    encoding_confidence: float | None = None
    marks: dict[str, int] = Field(default_factory=dict)
    active_content: list[str] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    same_as: list[str] = Field(default_factory=list)

    def pack(self) -> bytes:
        return self.model_dump_json().encode()

    @classmethod
    def unpack(cls, answer: bytes) -> Health:
        return cls.model_validate_json(answer)


def examine(payload: bytes) -> bytes:
    """`ParseRequest` in, `Health` out, packed. Raises the errors of `read_document`."""
    source = ParseRequest.unpack(payload).source()
    return health_of(source, read_document(source)).pack()


def health_of(source: Source, document: Document) -> Health:
    """What `document`, which was read from `source`, says of its own reading."""
    data = source.read_bytes()
    texts = [element.text for element in document.elements]
    characters = sum(map(_visible, texts))
    garbled = sum(len(_GARBLED.findall(text)) for text in texts)
    warnings = list(document.warnings)
    parts, missing, examples = _compared(source, document, warnings)
    garbled_share = garbled / characters if characters else 0.0
    return Health(
        name=source.name,
        media_type=document.media_type,
        parser=document.parser,
        size=len(data),
        content_hash=content_hash(data),
        share=round(_read_members(document) * (1 - (missing or 0.0)) * (1 - garbled_share), 4),
        elements=len(document.elements),
        characters=characters,
        places=_places(document.elements),
        parts=parts,
        missing_share=None if missing is None else round(missing, 4),
        missing_examples=examples,
        garbled=garbled,
        garbled_share=round(garbled_share, 4),
        encoding=document.facts.get("encoding"),
        encoding_confidence=document.facts.get("encoding_confidence"),
        marks=_marks(document.elements),
        active_content=active_content(source, document.media_type),
        warnings=warnings,
    )


def note_equals(found: Iterable[Health]) -> list[Health]:
    """The same with `same_as` filled in: the names of those with the same bytes."""
    rows = list(found)
    names: dict[str, list[str]] = {}
    for row in rows:
        if row.content_hash:
            names.setdefault(row.content_hash, []).append(row.name)
    return [
        row.model_copy(
            update={"same_as": [n for n in names.get(row.content_hash, []) if n != row.name]}
        )
        for row in rows
    ]


def _read_members(document: Document) -> float:
    """The share of its members that could be read; 1 for a document without any."""
    unread = sum(bool(member.error) for member in document.members)
    return 1 - unread / len(document.members) if unread else 1.0


def _visible(text: str) -> int:
    return len(_BLANKS.sub("", text))


def _places(elements: Sequence[Element]) -> list[Place]:
    found: dict[str, Place] = {}
    for element in elements:
        name = _place(element)
        place = found.setdefault(name, Place(place=name))
        place.elements += 1
        place.characters += _visible(element.text)
    return list(found.values())


def _place(element: Element) -> str:
    where = element.provenance
    named = (
        where.member,
        None if where.page is None else f"page {where.page}",
        None if where.slide is None else f"slide {where.slide}",
        None if where.sheet is None else f"sheet {where.sheet}",
    )
    return ", ".join(name for name in named if name is not None) or "document"


def _marks(elements: Iterable[Element]) -> dict[str, int]:
    counted = Counter(mark.value for element in elements for mark in element.marks)
    return dict(sorted(counted.items()))


def _compared(
    source: Source, document: Document, warnings: list[str]
) -> tuple[list[Part] | None, float | None, list[str]]:
    """Parts, the share of what they hold that is missing, and some of the missing texts."""
    if document.text is not None:  # verbatim: nothing can be missing
        return None, 0.0, []
    try:
        held = held_in(source, document.media_type)
    except RagstoneError as error:
        warnings.append(f"what the file holds could not be compared: {error}")
        return None, None, []
    except Exception as error:
        logger.debug("looking into %s failed", source.name, exc_info=error)
        warnings.append(f"what the file holds could not be compared ({type(error).__name__})")
        return None, None, []
    if held is None:
        return None, None, []
    return _difference(held, document, warnings)


def _difference(
    held: Sequence[HeldPart], document: Document, warnings: list[str]
) -> tuple[list[Part], float, list[str]]:
    search = _Search(document)
    parts: list[Part] = []
    examples: list[str] = []
    for part in held:
        characters = missing = 0
        for text in part.texts:
            letters = _letters(text)
            characters += len(letters)
            if letters and not search.has(letters, part.page):
                missing += len(letters)
                if len(examples) < _EXAMPLES:
                    examples.append(f"{part.name}: {text.strip()[:_EXAMPLE_CHARACTERS]}")
        parts.append(Part(part=part.name, characters=characters, missing=missing, cells=part.cells))
    if search.is_spent:
        warnings.append("the file is so large that what it holds was compared in part only")
    total = sum(part.characters for part in parts)
    share = sum(part.missing for part in parts) / total if total else 0.0
    cells = sum(part.cells for part in parts)
    if cells:
        lost = max(0, cells - _cells(document.elements)) / cells
        if lost > share:
            examples.append(f"{round(lost * cells)} of {cells} cells")
            share = lost
    return parts, share, examples


def _cells(elements: Iterable[Element]) -> int:
    """Cells that came out: of tables, and single texts between them."""
    return sum(
        sum(bool(cell.strip()) for line in element.text.split("\n") for cell in line.split(" | "))
        for element in elements
    )


def _letters(text: str) -> str:
    """What comparing goes by: letters and digits alone, in one form and case."""
    return _NOT_COUNTED.sub("", unicodedata.normalize("NFKC", text)).casefold()


class _Search:
    """Finds texts in what came out; the next is looked for where the last was found."""

    def __init__(self, document: Document) -> None:
        self.is_spent = False
        self._work = _FAR_WORK
        self._cursors: dict[int | None, int] = {}
        self._texts: dict[int | None, str] = {}
        pages: dict[int, list[str]] = {}
        everything = [*_strings(document.facts)]
        for element in document.elements:
            said = [element.text, *_strings(element.facts)]
            everything += said
            first = element.provenance.page
            if first is not None:
                last = max([first, *(b.page for b in element.provenance.boxes if b.page)])
                # A paragraph that goes on belongs to each of its pages.
                for page in range(first, last + 1):
                    pages.setdefault(page, []).extend(said)
        self._texts = {page: _letters("".join(texts)) for page, texts in pages.items()}
        self._texts[None] = _letters("".join(everything))

    def has(self, letters: str, page: int | None) -> bool:
        """Whether all of `letters` came out; where `page` is given, on that page.

        In writing without blanks, and where lines end inside a word, by pieces.
        """
        if page is None:
            return self._find(letters, None)
        if self._find(letters, page):
            return True
        pieces = [letters[at : at + _PIECE] for at in range(0, len(letters), _PIECE)]
        return len(pieces) > 1 and all(self._find(piece, page) for piece in pieces)

    def _find(self, letters: str, page: int | None) -> bool:
        text, cursor = self._texts.get(page, ""), self._cursors.get(page, 0)
        at = text.find(letters, cursor, cursor + _NEAR)
        if at < 0:
            if self._work < 0:
                self.is_spent = True
                return True
            self._work -= len(text)
            at = text.find(letters)
        if at < 0:
            return False
        self._cursors[page] = at + len(letters)
        return True


def _strings(value: Any) -> Iterator[str]:
    """All texts anywhere in facts: alternative texts, links, titles."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in cast("Mapping[Any, Any]", value).values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in cast("Sequence[Any]", value):
            yield from _strings(inner)
