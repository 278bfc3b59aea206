"""Lines of text as a table sees them: segments with gaps between them that may divide columns.

Not here: where the columns are, which lines are one row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ragstone.layout.fragment import Fragment
from ragstone.layout.tables.draft import Piece
from ragstone.text.script import WIDE

#: The words of a fragment, each with its box.
Words = Callable[[Fragment], Sequence[Fragment]]

#: Pieces nearer than this, in ems, are one segment: a blank, a change of font.
_NEAR_EM, _MONOSPACED_EM, _LEADER_EM = 0.5, 0.75, 2.0
_LEADER = re.compile(r"[.…·_]+")
#: A number, an amount, a share, a range, a sign for nothing: what stands in columns.
_NUMBER = r"\d[\d.,'’:/–—−-]*(?:\s\d[\d.,–—−-]*)*"
_VALUE = re.compile(
    r"[(\[<>≤≥≈~±+\-–—−$€£¥*†‡#]*\s?(?:[A-Z]{2,3}\$?\s)?"
    rf"(?:{_NUMBER}(?:\s?[%‰°)\]*†‡]|[a-z](?![a-z])|\s?\(\s?[\d.,–-]+\)){{0,4}}"
    r"|N/?A|n/?a|n\.?[ad]\.?|[-–—−.*…]+|†+|‡+|#|x|X|\(X\)|nil|[✓✔✗✘√×●○])"
    r"\s?(?:%|[*†‡]+|[kKMB])?[)\]]?"
)
_LONG_VALUE = 28
#: What may divide a fragment: a blank, or a gap beside a sign of a script without blanks.
_MAY_BE_CUT = re.compile(rf" |{WIDE.pattern}")
#: Closing signs of full width, and the share of an em in them that is blank.
_CLOSING, _CLOSING_EM = frozenset("，。、；：！？）」』】》〉"), 0.5
#: Between a word and the end of its column, in ems.
_ROOM_EM = 0.3


class Segment(NamedTuple):
    """Pieces of one line without a wide gap."""

    pieces: tuple[Piece, ...]
    x0: float
    x1: float

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


class TextLine(NamedTuple):
    """Segments on one baseline, from left to right; `size` is the type's, in points."""

    segments: tuple[Segment, ...]
    y0: float
    y1: float
    size: float


def is_value(text: str) -> bool:
    """Whether `text` is a number or stands for one."""
    return len(text) <= _LONG_VALUE and _VALUE.fullmatch(text.strip()) is not None


def segment(pieces: Sequence[Piece]) -> Segment:
    """Pieces from left to right as one segment."""
    last = max(pieces, key=lambda piece: piece.x1)
    blank = _CLOSING_EM * last.size if last.text[-1:] in _CLOSING else 0.0
    return Segment(tuple(pieces), pieces[0].x0, last.x1 - blank)


def text_lines(pieces: Sequence[Piece], words: Words | None = None) -> list[TextLine]:
    """The lines of some text, from top to bottom; with `words`, wide blanks divide segments."""
    rows: list[list[Piece]] = []
    tallest: list[Piece] = []
    for piece in sorted(pieces, key=lambda item: (item.y0 + item.y1, item.x0)):
        if rows and _share_line(tallest[-1], piece):
            rows[-1].append(piece)
            if piece.y1 - piece.y0 > tallest[-1].y1 - tallest[-1].y0:
                tallest[-1] = piece
        else:
            rows.append([piece])
            tallest.append(piece)
    return [
        TextLine(tuple(_segments(row, words)), main.y0, main.y1, main.size)
        for row, main in zip(rows, tallest, strict=True)
    ]


def pieces_of(lines: Iterable[TextLine]) -> list[Piece]:
    """All pieces of some lines."""
    return [piece for line in lines for part in line.segments for piece in part.pieces]


def word_pieces(piece: Piece, words: Words) -> list[Piece]:
    """A piece as its words; itself where it is one, or turned against the frame."""
    if piece.x0 != piece.fragment.x0 or not _MAY_BE_CUT.search(piece.text):
        return [piece]
    return [
        Piece(piece.number, word, word.x0, word.y0, word.x1, word.y1, piece.size)
        for word in words(piece.fragment)
    ]


def _share_line(first: Piece, second: Piece) -> bool:
    overlap = min(first.y1, second.y1) - max(first.y0, second.y0)
    return overlap >= 0.5 * min(first.y1 - first.y0, second.y1 - second.y0)


def _segments(row: Sequence[Piece], words: Words | None) -> list[Segment]:
    found: list[list[Piece]] = []
    for whole in sorted(row, key=lambda piece: piece.x0) if len(row) > 1 else row:
        for piece in word_pieces(whole, words) if words else [whole]:
            if found and _is_near(found[-1][-1], piece):
                found[-1].append(piece)
            else:
                found.append([piece])
    return [segment(pieces) for pieces in found]


def _is_near(before: Piece, piece: Piece) -> bool:
    """Whether no column ends between two pieces.

    Dots that lead to the next column belong to what they come from.
    """
    gap = (piece.x0 - before.x1) / piece.size
    if gap <= _NEAR_EM:
        return True
    if gap > _LEADER_EM:
        return False
    if _LEADER.fullmatch(piece.text):
        return True
    values = is_value(before.text) and is_value(piece.text)
    return gap <= _MONOSPACED_EM and piece.fragment.style.monospaced and not values


def had_room(above: Segment, below: Segment, end: float) -> bool:
    """Whether the first word of `below` would have fitted above, in a column up to `end`."""
    text, size = below.text, below.pieces[0].size
    word = text[:1] if WIDE.match(text) else text.split(" ", 1)[0]
    needed = (below.x1 - below.x0) * len(word) / max(1, len(text)) + _ROOM_EM * size
    return end - above.x1 > needed
