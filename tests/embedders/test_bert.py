from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from embedders.small_model import LAYERS, WIDTH, drawn_weights, write_json, write_model
from ragstone.embedders.bert import BertEmbedder
from ragstone.embedders.bert_encoder import BertEncoder, BertShape
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.errors import EmbedderError, ParameterError
from ragstone.text.tokenizer_file import tokenizer_file

CONFIG = {
    "model_type": "bert",
    "hidden_size": WIDTH,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": 4,
    "max_position_embeddings": 64,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_model(tmp_path / "small")


def embedder_of(folder: Path, **parameters: Any) -> BertEmbedder:
    return BertEmbedder(BertEmbedder.Parameters(folder=folder, **parameters))


def vectors_of(folder: Path, *texts: str, **parameters: Any) -> np.ndarray:
    return asyncio.run(embedder_of(folder, **parameters).embed(texts))


def test_the_network_computes_what_its_formulas_say() -> None:
    weights = drawn_weights(7)
    ids = [2, 5, 9, 3]
    rows = BertEncoder(weights, BertShape.of(CONFIG)).rows(ids)
    assert np.allclose(rows, written_out(weights, ids), atol=2e-5)


def written_out(weights: dict[str, Any], ids: list[int]) -> np.ndarray:
    """BERT as its paper has it, in float64, one token and one head after the other."""
    w = {name: array.astype(np.float64) for name, array in weights.items()}

    def dense(rows: np.ndarray, name: str) -> np.ndarray:
        return rows @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    def norm(rows: np.ndarray, name: str) -> np.ndarray:
        spread = np.sqrt(rows.var(axis=1, keepdims=True) + 1e-12)
        rows = (rows - rows.mean(axis=1, keepdims=True)) / spread
        return rows * w[f"{name}.weight"] + w[f"{name}.bias"]

    def attend(rows: np.ndarray, name: str) -> np.ndarray:
        query, key, value = (dense(rows, f"{name}.{part}") for part in ("query", "key", "value"))
        found = np.zeros_like(rows)
        for start in range(0, WIDTH, WIDTH // 4):
            own = slice(start, start + WIDTH // 4)
            for token in range(len(rows)):
                shares = np.exp(key[:, own] @ query[token, own] / math.sqrt(WIDTH // 4))
                found[token, own] = shares @ value[:, own] / shares.sum()
        return found

    gelu = np.vectorize(lambda x: x * (1 + math.erf(x / math.sqrt(2))) / 2)
    rows = w["embeddings.word_embeddings.weight"][ids]
    rows = rows + w["embeddings.position_embeddings.weight"][: len(ids)]
    rows = norm(rows + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        attended = dense(attend(rows, f"{layer}.attention.self"), f"{layer}.attention.output.dense")
        rows = norm(attended + rows, f"{layer}.attention.output.LayerNorm")
        wide = gelu(dense(rows, f"{layer}.intermediate.dense"))
        rows = norm(dense(wide, f"{layer}.output.dense") + rows, f"{layer}.output.LayerNorm")
    return rows


def test_a_text_is_the_mean_of_its_rows_or_the_first_of_them(folder: Path) -> None:
    [mean] = vectors_of(folder, "tide")
    write_json(folder / "1_Pooling" / "config.json", {"pooling_mode_cls_token": True})
    [first] = vectors_of(folder, "tide")
    rows = BertEncoder(load_file(folder / "model.safetensors"), BertShape.of(CONFIG)).rows(
        tokenizer_file(str(folder / "tokenizer.json")).encode("tide")
    )
    assert np.allclose(first, rows[0] / np.linalg.norm(rows[0]), atol=1e-6)
    whole = rows.mean(axis=0)
    assert np.allclose(mean, whole / np.linalg.norm(whole), atol=1e-6)


def test_positions_of_a_roberta_begin_behind_its_padding(folder: Path) -> None:
    shape = BertShape.of(CONFIG | {"model_type": "xlm-roberta", "pad_token_id": 1})
    assert shape.positions == 62
    weights = drawn_weights(0)
    moved = dict(weights)
    places = weights["embeddings.position_embeddings.weight"]
    moved["embeddings.position_embeddings.weight"] = np.concatenate([places[62:], places[:62]])
    plain = BertEncoder(weights, BertShape.of(CONFIG)).rows([2, 5, 3])
    assert np.array_equal(BertEncoder(moved, shape).rows([2, 5, 3]), plain)


def test_weights_may_carry_the_name_of_the_network_in_front(folder: Path) -> None:
    before = vectors_of(folder, "tide")
    weights = load_file(folder / "model.safetensors")
    save_file({f"bert.{name}": array for name, array in weights.items()}, folder / "other")
    (folder / "other").replace(folder / "model.safetensors")
    assert np.array_equal(vectors_of(folder, "tide"), before)


def test_the_longest_text_is_told_and_only_its_beginning_is_read(folder: Path) -> None:
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": 12})
    embedder = embedder_of(folder)
    assert embedder.context_tokens == 10
    assert embedder.count_tokens("a" * 10) == 10
    full, longer, other = vectors_of(folder, "a" * 10, "a" * 10 + "b", "b" + "a" * 9)
    assert np.array_equal(full, longer)
    assert not np.allclose(full, other, atol=1e-3)


def test_prefixes_come_from_the_configuration_or_the_caller(folder: Path) -> None:
    plain = vectors_of(folder, "query. tide", "passage. tide")
    write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": {"query": "query. ", "document": "passage. "}},
    )
    embedder = embedder_of(folder)
    assert np.array_equal(asyncio.run(embedder.embed_queries(["tide"]))[0], plain[0])
    assert np.array_equal(asyncio.run(embedder.embed(["tide"]))[0], plain[1])
    assert embedder.context_tokens == 64 - 2 - len("passage.")
    without = embedder_of(folder, query_prefix="", passage_prefix="")
    assert without.fingerprint != embedder.fingerprint
    assert not np.allclose(asyncio.run(without.embed(["tide"]))[0], plain[1], atol=1e-3)


def test_the_marks_of_the_model_written_in_a_text_are_plain_text(folder: Path) -> None:
    embedder = embedder_of(folder)
    assert embedder.count_tokens("[SEP]") == 5  # [UNK] s ##e ##p [UNK]
    assert not np.allclose(*vectors_of(folder, "[CLS] tide [SEP]", "tide"), atol=1e-3)


def test_other_weights_in_the_same_folder_are_another_model(folder: Path) -> None:
    before, old = vectors_of(folder, "tide"), embedder_of(folder).fingerprint
    write_model(folder, seed=1)
    assert embedder_of(folder).fingerprint != old
    assert not np.allclose(vectors_of(folder, "tide"), before, atol=1e-3)


def test_a_relative_folder_is_pinned_as_an_absolute_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    assert embedder_of(Path("small")).parameters.folder == folder


def test_without_a_folder_it_says_that_one_is_needed() -> None:
    with pytest.raises(ParameterError, match="folder is needed"):
        EMBEDDERS.create("bert")


def test_a_folder_without_weights_is_refused_with_what_is_missing(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    with pytest.raises(ParameterError, match=r"small holds no model\.safetensors; give the folder"):
        embedder_of(folder)


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({"model_type": "t5"}, "it is a t5"),
        ({"hidden_act": "relu"}, "its activation is relu"),
        ({"position_embedding_type": "relative_key"}, "its positions are relative"),
        ({"hidden_size": None}, "its hidden_size is None"),
        ({"hidden_size": 16}, r"has the shape \(85, 32\), and \(None, 16\) is wanted"),
        ({"num_hidden_layers": 1}, "weights for 2 layers, and its configuration tells of 1"),
        ({"num_attention_heads": 7}, "do not part into 7 heads"),
        ({"max_position_embeddings": -4}, "its max_position_embeddings is -4"),
    ],
)
def test_a_network_that_is_not_computed_is_refused(
    folder: Path, config: dict[str, Any], told: str
) -> None:
    write_model(folder, **config)
    with pytest.raises(EmbedderError, match=told):
        vectors_of(folder, "tide")


def test_a_module_or_pooling_that_is_not_computed_is_refused(folder: Path) -> None:
    write_json(folder / "modules.json", [{"type": "sentence_transformers.models.Dense"}])
    with pytest.raises(EmbedderError, match="it has a module Dense"):
        embedder_of(folder)
    write_json(folder / "modules.json", [{"type": "sentence_transformers.models.Pooling"}])
    write_json(folder / "1_Pooling" / "config.json", {"pooling_mode_max_tokens": True})
    with pytest.raises(EmbedderError, match="pools by pooling_mode_max_tokens"):
        embedder_of(folder)


@pytest.mark.parametrize("longest", ["256", 2, -1])
def test_a_longest_text_that_makes_no_sense_is_refused(folder: Path, longest: object) -> None:
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": longest})
    with pytest.raises(EmbedderError, match="it reads texts of"):
        embedder_of(folder)


def test_a_prefix_that_leaves_no_room_for_a_text_is_refused(folder: Path) -> None:
    with pytest.raises(ParameterError, match="fills all 64 tokens"):
        embedder_of(folder, passage_prefix="a" * 80)


def test_another_tokenizer_in_the_same_folder_is_another_model(folder: Path) -> None:
    embedder = embedder_of(folder)
    old = embedder.fingerprint
    tokenizer = folder / "tokenizer.json"
    tokenizer.write_text(tokenizer.read_text("utf-8") + " ", "utf-8")
    assert embedder.fingerprint != old


@pytest.mark.parametrize("content", [b"", b"no weights at all", b"\xff" * 64])
def test_damaged_weights_are_refused_with_their_file(folder: Path, content: bytes) -> None:
    (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(EmbedderError, match=r"model\.safetensors cannot be used"):
        vectors_of(folder, "tide")


def test_weights_of_another_network_are_refused(folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    weights.pop("encoder.layer.1.output.dense.bias")
    save_file(weights, folder / "model.safetensors")
    with pytest.raises(EmbedderError, match=r"encoder\.layer\.1\.output\.dense\.bias' is missing"):
        vectors_of(folder, "tide")


def test_word_pieces_are_rows_of_the_table_without_unknown_ones(folder: Path) -> None:
    embedder = embedder_of(folder)
    found = asyncio.run(embedder.word_pieces(["ab 龍", "潮a"]))
    assert [[found.spelled[row] for row in own] for own in found.texts] == [["a", "b"], ["潮", "a"]]
    assert found.texts[0][0] == found.texts[1][1]
    weights = drawn_weights(0)["embeddings.word_embeddings.weight"]
    lengths = np.linalg.norm(weights, axis=1, keepdims=True)
    assert np.allclose(found.rows[found.texts[1][0]], (weights / lengths)[-3], atol=1e-6)
