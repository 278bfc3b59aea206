"""Where the tokens of a text end, in characters, from encoding it once.

    borders = token_borders("cl100k", "tide tables")
    list(borders.offsets)     # [0, 1, 4, 11]: "t", "ide", " tables"

Nothing is decoded: each token's length in bytes is summed up. A token that ends inside a character
ends, for us, before that character. Counting alone is `text/tokens.py`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstone.text.tokenizer_file import tokenizer_file
from ragstone.text.tokens import (
    REFUSED,
    SURROGATE,
    encoding_of,
    is_file_name,
    load_encoding,
    own_tokenizer,
)

#: Where each encoding we know starts a new piece, whatever stands farther away: behind a letter or
#: digit of these scripts, before a blank or one of these marks. Tokens never cross such a joint, so
#: that the tokens of two pieces that meet there are those of both together.
_JOINT = re.compile(
    "(?<=[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0410-\u044f\u3041-\u3096\u30a1-\u30fa"
    '\u4e00-\u9fa5\uac00-\ud7a3])(?=[ \n\r\t.,;:!?()\\[\\]{}"“”，。、；：！？（）《》「」『』【】])'
)
#: Characters that are encoded at once; it bounds the memory beside the result.
_BLOCK = 1 << 15
#: Characters that are looked at for a joint before an offset.
_NEAR = 128
#: Characters between two exact borders where an encoding rewrites the text.
_GUESSED = 64


@dataclass(frozen=True, slots=True)
class TokenBorders:
    """The borders of a text's n tokens.

    - `offsets`: n + 1 ascending code point offsets, from 0 to the text's end; equal ones where
      several tokens make one character.
    - `exact`: False where the encoding rewrites the text before it encodes (qwen: NFC; then they
      are estimates, `_GUESSED` characters wide at most) and for tokenizers from files or packages,
      whose tokens may cross what are joints in others.
    """

    offsets: Sequence[int]
    exact: bool


def joint_after(text: str, start: int, end: int) -> int | None:
    """The first offset from `start` to before `end` where the text may be cut and its tokens stay
    the same on both sides; None without one. The text's own start is one."""
    if not start:
        return 0
    joint = _JOINT.search(text, start, end)
    return joint.start() if joint else None


def joint_before(text: str, start: int, end: int) -> int | None:
    """The last such offset from `start` to `end`; looked for near `end` only. The text's own end
    is one."""
    if end == len(text):
        return end
    for offset in range(end, max(start, end - _NEAR) - 1, -1):
        if _JOINT.match(text, offset):
            return offset
    return None


def token_borders(name: str, text: str) -> TokenBorders:
    """The borders of the tokens of `text`, for a tokenizer as in `token_counter`.

    Linear in the text. Strings that look like special tokens are plain text.
    """
    if is_file_name(name):
        return TokenBorders(tokenizer_file(name).borders(text).data, exact=False)
    encoding = encoding_of(name)
    if encoding is None:
        return TokenBorders(own_tokenizer(name).borders(text), exact=False)
    codec = _codec(encoding)
    found = array("I", [0])
    exact = True
    start = 0
    while start < len(text):
        joint = _JOINT.search(text, start + _BLOCK)
        end = joint.start() if joint else len(text)
        borders = codec.borders(text[start:end])
        if borders is None:
            exact = False
            borders = codec.guess(text[start:end])
        borders += np.uint32(start)
        found.frombytes(borders.view(np.uint8).data)
        start = end
    return TokenBorders(found, exact)


class _Codec:
    """One encoding: texts to ids, and the length of each token in bytes."""

    def __init__(self, encoder: Any) -> None:
        self._encoder = encoder
        self._lengths: NDArray[np.uint16] = np.zeros(0, np.uint16)

    def borders(self, text: str) -> NDArray[np.uint32] | None:
        """Behind each token, in characters; None where the tokens are not those of this text."""
        ids, _ = self._encode([text])
        ends = np.cumsum(self._lengths_of(ids), dtype=np.uint32)
        if text.isascii():
            return ends if int(ends[-1]) == len(text) else None
        data = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
        if int(ends[-1]) != data.size:
            return None
        # The number of the character in which each byte stands: that behind the token.
        characters = np.cumsum((data & 0xC0) != 0x80, dtype=np.uint32)
        borders = np.empty_like(ends)
        borders[:-1] = characters[ends[:-1]] - np.uint32(1)
        borders[-1] = len(text)
        return borders

    def guess(self, text: str) -> NDArray[np.uint32]:
        """`borders`, estimated: exact every few characters, and evenly spread between."""
        pieces = [text[at : at + _GUESSED] for at in range(0, len(text), _GUESSED)]
        _, offsets = self._encode(pieces)
        counts = np.diff(offsets)
        numbers = np.arange(int(offsets[-1])) - np.repeat(offsets[:-1], counts) + 1
        sizes = np.array([len(piece) for piece in pieces])
        starts = np.repeat(np.arange(len(pieces)) * _GUESSED, counts)
        spread = numbers * np.repeat(sizes, counts) // np.repeat(counts, counts)
        return (starts + spread).astype(np.uint32)

    def _encode(self, texts: list[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """The ids of all texts in a row, and where those of each begin (and the last end)."""
        try:
            return self._encode_clean(texts)
        except REFUSED:
            return self._encode_clean([SURROGATE.sub("\ufffd", text) for text in texts])

    def _encode_clean(self, texts: list[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        if hasattr(self._encoder, "encode_batch"):
            return self._encoder.encode_batch(texts, threads=1)
        lists: list[list[int]] = [self._encoder.encode_ordinary(text) for text in texts]
        ids = np.fromiter((number for ids in lists for number in ids), np.uint32)
        return ids, np.cumsum([0, *map(len, lists)], dtype=np.int64)

    def _lengths_of(self, ids: NDArray[np.uint32]) -> NDArray[np.uint16]:
        """The bytes of each token; lengths are asked for once a token and kept."""
        known = self._lengths
        highest = int(ids.max())
        if highest >= known.size:
            known = np.concatenate([known, np.zeros(highest + 1 - known.size, np.uint16)])
        lengths = known[ids]
        if not lengths.all():
            missing = np.unique(ids[lengths == 0]).tolist()
            known = known.copy()
            known[missing] = [len(self._encoder.decode_bytes([number])) for number in missing]
            lengths = known[ids]
        self._lengths = known  # one assignment of a finished array: safe between threads
        return lengths


@lru_cache(maxsize=8)
def _codec(encoding: str) -> _Codec:
    return _Codec(load_encoding(encoding))
