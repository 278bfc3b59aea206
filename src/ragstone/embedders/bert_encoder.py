"""The network of BERT and its like (RoBERTa, XLM-RoBERTa) in numpy, over weights in safetensors.

After Devlin et al. 2019, "BERT: Pre-training of Deep Bidirectional Transformers", as sentence
embedders use it (Reimers and Gurevych 2019): the last layer's rows are pooled into one vector.
What an embedder is to its callers stands in `bert`, how its folder is read in `model_folder`.

    encoder = BertEncoder(weights, shape)
    encoder.rows([101, 7592, 102])        # (3, width) float32, one row a token
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ragstone.embedders.layer_norm import FloatArray, layer_norm

#: Models whose position numbers begin behind that of the padding token.
_SHIFTED = ("roberta", "xlm-roberta", "camembert")
_KNOWN = ("bert", *_SHIFTED)


@dataclass(frozen=True, slots=True)
class BertShape:
    """What `config.json` says of the network."""

    width: int
    layers: int
    heads: int
    epsilon: float
    positions: int
    """Tokens that it can number, the marks for begin and end among them."""
    first_position: int
    """The number of the first token's position."""

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Self:
        """Read the config; `ValueError` for a network of another kind, `KeyError` for a gap."""
        kind = config["model_type"]
        if kind not in _KNOWN:
            raise ValueError(f"it is a {kind}, and these are read: {', '.join(_KNOWN)}")
        if config.get("hidden_act", "gelu") != "gelu":
            raise ValueError(f"its activation is {config['hidden_act']}, and only gelu is computed")
        if config.get("position_embedding_type", "absolute") != "absolute":
            raise ValueError("its positions are relative, and only absolute ones are computed")
        first = _natural(config, "pad_token_id") + 1 if kind in _SHIFTED else 0
        shape = cls(
            width=_natural(config, "hidden_size"),
            layers=_natural(config, "num_hidden_layers"),
            heads=_natural(config, "num_attention_heads"),
            epsilon=float(config.get("layer_norm_eps", 1e-12)),
            positions=_natural(config, "max_position_embeddings") - first,
            first_position=first,
        )
        if shape.heads < 1 or shape.width < 1 or shape.width % shape.heads:
            raise ValueError(f"{shape.width} numbers a token do not part into {shape.heads} heads")
        return shape


def _natural(config: Mapping[str, Any], name: str) -> int:
    value = config[name]
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"its {name} is {value!r} and no natural number")
    return value


@dataclass(frozen=True, slots=True)
class _Dense:
    matrix: FloatArray
    bias: FloatArray

    def apply(self, rows: FloatArray) -> FloatArray:
        product: FloatArray = rows @ self.matrix
        product += self.bias
        return product


class _Weights:
    """The arrays of a model by the names of the layer they belong to, whatever prefix they have."""

    def __init__(self, arrays: Mapping[str, FloatArray]) -> None:
        end = "embeddings.word_embeddings.weight"
        names = [name for name in arrays if name.endswith(end)]
        if not names:
            raise ValueError(f"its weights have no {end}")
        self._arrays = arrays
        self._prefix = names[0].removesuffix(end)

    @property
    def layers(self) -> int:
        """The layers that there are weights for."""
        begin = f"{self._prefix}encoder.layer."
        return len({n[len(begin) :].split(".")[0] for n in self._arrays if n.startswith(begin)})

    def array(self, name: str, *shape: int | None) -> FloatArray:
        """One array; `ValueError` when it has another `shape` (None: any)."""
        found = self._arrays[self._prefix + name]
        fits = found.ndim == len(shape) and all(
            wanted in (None, size) for size, wanted in zip(found.shape, shape, strict=True)
        )
        if not fits:
            raise ValueError(f"{name} has the shape {found.shape}, and {shape} is wanted")
        return np.ascontiguousarray(found, np.float32)

    def dense(self, name: str, inputs: int | None, outputs: int | None) -> _Dense:
        matrix = np.ascontiguousarray(self.array(f"{name}.weight", outputs, inputs).T)
        return _Dense(matrix, self.array(f"{name}.bias", matrix.shape[1]))

    def norm(self, name: str, width: int) -> tuple[FloatArray, FloatArray]:
        return self.array(f"{name}.weight", width), self.array(f"{name}.bias", width)


class _Layer:
    """One transformer layer: attention, then two dense layers, each added to what went in."""

    def __init__(self, weights: _Weights, name: str, shape: BertShape) -> None:
        attention, width = f"{name}.attention", shape.width
        self._shape = shape
        parts = [
            weights.dense(f"{attention}.self.{part}", width, width)
            for part in ("query", "key", "value")
        ]
        self._inputs = _Dense(
            np.concatenate([part.matrix for part in parts], axis=1),
            np.concatenate([part.bias for part in parts]),
        )
        self._attended = weights.dense(f"{attention}.output.dense", width, width)
        self._attended_norm = weights.norm(f"{attention}.output.LayerNorm", width)
        self._wide = weights.dense(f"{name}.intermediate.dense", width, None)
        self._narrow = weights.dense(f"{name}.output.dense", self._wide.matrix.shape[1], width)
        self._norm = weights.norm(f"{name}.output.LayerNorm", width)

    def apply(self, rows: FloatArray) -> FloatArray:
        attended = self._attended.apply(self._attention(rows))
        attended += rows
        layer_norm(attended, *self._attended_norm, self._shape.epsilon)
        wide = self._wide.apply(attended)
        _gelu(wide)
        result = self._narrow.apply(wide)
        result += attended
        layer_norm(result, *self._norm, self._shape.epsilon)
        return result

    def _attention(self, rows: FloatArray) -> FloatArray:
        count, heads = len(rows), self._shape.heads
        size = self._shape.width // heads
        split = self._inputs.apply(rows).reshape(count, 3, heads, size).transpose(1, 2, 0, 3)
        queries, keys, values = split
        shares: FloatArray = queries @ keys.transpose(0, 2, 1)
        shares *= np.float32(1 / math.sqrt(size))
        shares -= shares.max(axis=2, keepdims=True)
        np.exp(shares, out=shares)
        shares /= shares.sum(axis=2, keepdims=True)
        return (shares @ values).transpose(1, 0, 2).reshape(count, self._shape.width)


class BertEncoder:
    """The network. Stateless once made, safe to call from several threads."""

    def __init__(self, arrays: Mapping[str, FloatArray], shape: BertShape) -> None:
        """`arrays` by the names the model was saved with; `ValueError`, `KeyError` for others."""
        weights, width = _Weights(arrays), shape.width
        if weights.layers != shape.layers:
            raise ValueError(
                f"it has weights for {weights.layers} layers, and its configuration tells of "
                f"{shape.layers}"
            )
        self.shape = shape
        self._words = weights.array("embeddings.word_embeddings.weight", None, width)
        positions = shape.first_position + shape.positions
        places = weights.array("embeddings.position_embeddings.weight", positions, width)
        # Every text is one sentence of kind 0, so that its row may be added beforehand.
        kind = weights.array("embeddings.token_type_embeddings.weight", None, width)[0]
        self._places = places[shape.first_position :] + kind
        self._norm = weights.norm("embeddings.LayerNorm", width)
        self._layers = [
            _Layer(weights, f"encoder.layer.{number}", shape) for number in range(shape.layers)
        ]

    def word_rows(self, ids: NDArray[np.int64]) -> FloatArray:
        """The rows of the table that the network reads, which know nothing of their neighbours."""
        return self._words[ids]

    def rows(self, ids: Sequence[int]) -> FloatArray:
        """The last layer's row of each token: (len(ids), width), at most `shape.positions`."""
        rows: FloatArray = self._words[np.asarray(ids)] + self._places[: len(ids)]
        layer_norm(rows, *self._norm, self.shape.epsilon)
        for layer in self._layers:
            rows = layer.apply(rows)
        return rows


def _gelu(rows: FloatArray) -> None:
    """x/2 · (1 + erf(x/√2)), in place; erf by Abramowitz and Stegun 7.1.26, to 1.5e-7."""
    x = np.abs(rows) * np.float32(math.sqrt(0.5))
    t = np.reciprocal(1 + np.float32(0.3275911) * x)
    tail = np.full_like(t, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail *= t
        tail += np.float32(factor)
    tail *= t
    np.multiply(x, -x, out=x)
    tail *= np.exp(x, out=x)
    erf = np.copysign(1 - tail, rows)
    erf += 1
    rows *= erf
    rows *= np.float32(0.5)
