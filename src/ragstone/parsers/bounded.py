"""Elements counted while they are made: a bound ends the reading when it is passed, and not after.

elements = outline(bounded(reader.blocks(body), source))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ragstone.model.element import Element
from ragstone.sources.source import Source


def bounded(elements: Iterable[Element], source: Source) -> Iterator[Element]:
    """The same elements; `LimitExceeded` as soon as their texts are over `text_characters`."""
    characters = 0
    for element in elements:
        characters += len(element.text)
        source.limits.check("text_characters", characters, source.name)
        yield element
