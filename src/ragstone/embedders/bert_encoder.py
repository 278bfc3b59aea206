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
        first = config["pad_token_id"] + 1 if kind in _SHIFTED else 0
        return cls(
            width=int(config["hidden_size"]),
            layers=int(config["num_hidden_layers"]),
            heads=int(config["num_attention_heads"]),
            epsilon=config.get("layer_norm_eps", 1e-12),
            positions=int(config["max_position_embeddings"]) - first,
            first_position=first,
        )


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

    def array(self, name: str) -> FloatArray:
        return np.ascontiguousarray(self._arrays[self._prefix + name], np.float32)

    def dense(self, name: str) -> _Dense:
        matrix = np.ascontiguousarray(self.array(f"{name}.weight").T)
        return _Dense(matrix, self.array(f"{name}.bias"))

    def norm(self, name: str) -> tuple[FloatArray, FloatArray]:
        return self.array(f"{name}.weight"), self.array(f"{name}.bias")


class _Layer:
    """One transformer layer: attention, then two dense layers, each added to what went in."""

    def __init__(self, weights: _Weights, name: str, shape: BertShape) -> None:
        attention = f"{name}.attention"
        self._shape = shape
        parts = [weights.dense(f"{attention}.self.{part}") for part in ("query", "key", "value")]
        self._inputs = _Dense(
            np.concatenate([part.matrix for part in parts], axis=1),
            np.concatenate([part.bias for part in parts]),
        )
        self._attended = weights.dense(f"{attention}.output.dense")
        self._attended_norm = weights.norm(f"{attention}.output.LayerNorm")
        self._wide = weights.dense(f"{name}.intermediate.dense")
        self._narrow = weights.dense(f"{name}.output.dense")
        self._norm = weights.norm(f"{name}.output.LayerNorm")

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
        weights = _Weights(arrays)
        self.shape = shape
        self._words = weights.array("embeddings.word_embeddings.weight")
        places = weights.array("embeddings.position_embeddings.weight")
        # Every text is one sentence of kind 0, so that its row may be added beforehand.
        kind = weights.array("embeddings.token_type_embeddings.weight")[0]
        self._places = places[shape.first_position :] + kind
        self._norm = weights.norm("embeddings.LayerNorm")
        self._layers = [
            _Layer(weights, f"encoder.layer.{number}", shape) for number in range(shape.layers)
        ]

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
