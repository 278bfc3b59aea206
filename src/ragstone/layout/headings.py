"""Headings: which paragraphs are titles, and of what depth. Strong evidence or none.

A title is a short paragraph without the end of a sentence, set larger than the body, or bold where
the body is not. Its depth is the rank of its look among the titles of the document. Numbering,
bookmarks and tags are evidence for the engine that is to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ragstone.layout.line import Line
from ragstone.layout.paragraphs import Paragraph
from ragstone.text.script import WIDE

#: A title's size is at least this many times the body's.
_LARGER = 1.15
_MAX_LINES = 3
_MAX_CHARACTERS = 120
_MAX_UNSPACED_CHARACTERS = 40
_SENTENCE_ENDS = frozenset(".,;:!?。，；：！？、…")
_MAX_LEVEL = 6

#: The look of a title: size in points, bold.
Look = tuple[float, bool]


class Headings:
    """Tells the titles of one document by what all its lines look like."""

    def __init__(self, lines: Iterable[Line]) -> None:
        weight: Counter[Look] = Counter()
        for line in lines:
            weight[(line.size, line.bold)] += len(line.text)
        self.body_size, self.body_bold = max(
            weight, key=lambda look: (weight[look], look), default=(0.0, False)
        )
        self._looks: list[Look] = []

    def learn(self, found: Iterable[Paragraph]) -> None:
        """Collect the looks of all titles; `level` ranks by them."""
        looks = {_look(paragraph) for paragraph in found if self.is_title(paragraph)}
        self._looks = sorted(looks, key=lambda look: (-look[0], not look[1]))

    def is_title(self, paragraph: Paragraph) -> bool:
        text = paragraph.text.strip()
        if len(paragraph.lines) > _MAX_LINES or "\n" in text or not _is_short(text):
            return False
        if text[-1] in _SENTENCE_ENDS or sum(character.isalpha() for character in text) < 2:
            return False
        if paragraph.size >= _LARGER * self.body_size:
            return True
        bolder = paragraph.bold and not self.body_bold
        return bolder and paragraph.size >= 0.98 * self.body_size and not paragraph.marker

    def level(self, paragraph: Paragraph) -> int:
        """1 for the look that is largest."""
        look = _look(paragraph)
        rank = self._looks.index(look) if look in self._looks else len(self._looks)
        return min(rank + 1, _MAX_LEVEL)


def without_runs(titles: Sequence[bool]) -> list[bool]:
    """Three and more titles in a row are no titles but a cover, a table or a form."""
    kept = list(titles)
    start = 0
    while start < len(kept):
        end = start
        while end < len(kept) and titles[end]:
            end += 1
        if end - start > 3:
            kept[start + 1 : end] = [False] * (end - start - 1)
        start = end + 1
    return kept


def _look(paragraph: Paragraph) -> Look:
    return (round(paragraph.size, 1), paragraph.bold)


def _is_short(text: str) -> bool:
    if not text:
        return False
    unspaced = len(WIDE.findall(text))
    limit = _MAX_UNSPACED_CHARACTERS if 2 * unspaced > len(text) else _MAX_CHARACTERS
    return len(text) <= limit
