"""A model's folder made by the test: a BERT of two layers with drawn weights and a real tokenizer.

folder = write_model(tmp_path / "small")
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WIDTH, LAYERS, HEADS, POSITIONS = 32, 2, 4, 64
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,?"


def write_model(folder: Path, *, seed: int = 0, **config: Any) -> Path:
    """The folder, written as sentence-transformers would; `config` overrides `config.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder / "tokenizer.json")
    settings = {
        "model_type": "bert",
        "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "max_position_embeddings": POSITIONS,
        "pad_token_id": 0,
        "hidden_act": "gelu",
    }
    write_json(folder / "config.json", settings | config)
    save_file(drawn_weights(seed), folder / "model.safetensors")
    return folder


def write_json(path: Path, value: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")


def write_tokenizer(path: Path) -> Path:
    """Word pieces of one letter each: every length is easy to tell."""
    pieces = [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), "潮", "汐", "表"]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.add_special_tokens(list(SPECIAL))
    tokenizer.save(str(path))
    return path


def drawn_weights(seed: int) -> dict[str, Any]:
    """Weights under the names that BERT's have, drawn from `seed`."""
    draw = np.random.default_rng(seed)

    def array(*shape: int) -> Any:
        return draw.normal(0, 0.3, shape).astype(np.float32)

    pieces = len(SPECIAL) + 2 * len(LETTERS) + 3
    weights = {
        "embeddings.word_embeddings.weight": array(pieces, WIDTH),
        "embeddings.position_embeddings.weight": array(POSITIONS, WIDTH) / 10,
        "embeddings.token_type_embeddings.weight": array(2, WIDTH),
    }
    dense = {
        "attention.self.query": (WIDTH, WIDTH),
        "attention.self.key": (WIDTH, WIDTH),
        "attention.self.value": (WIDTH, WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (4 * WIDTH, WIDTH),
        "output.dense": (WIDTH, 4 * WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        for name, shape in dense.items():
            weights[f"{layer}.{name}.weight"] = array(*shape)
            weights[f"{layer}.{name}.bias"] = array(shape[0])
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for norm in norms:
        weights[f"{norm}.weight"] = 1 + array(WIDTH)
        weights[f"{norm}.bias"] = array(WIDTH)
    return weights
