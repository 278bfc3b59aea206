"""Text counted while it is made: a bound ends the reading when it is passed, and not after.

elements = outline(bounded(reader.blocks(body), source))

bound = TextBound(source.limits, source.name)
bound.take(len(paragraph))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ragstone.limits import Limits
from ragstone.model.element import Element
from ragstone.sources.source import Source


class TextBound:
    """The characters of one document so far."""

    def __init__(self, limits: Limits, file: str) -> None:
        self._limits, self._file = limits, file
        self._characters = 0

    def take(self, characters: int) -> None:
        """So many more; `LimitExceeded` as soon as all are over `text_characters`."""
        self._characters += characters
        self._limits.check("text_characters", self._characters, self._file)

    def each(self, elements: Iterable[Element]) -> Iterator[Element]:
        """The same elements, each counted before it is given on."""
        for element in elements:
            self.take(len(element.text))
            yield element


def bounded(elements: Iterable[Element], source: Source) -> Iterator[Element]:
    """The same elements; `LimitExceeded` as soon as their texts are over `text_characters`."""
    return TextBound(source.limits, source.name).each(elements)
