from __future__ import annotations

import asyncio

import numpy as np
import pytest

from ragstone.embedders.catalog import EMBEDDERS
from ragstone.embedders.hashing import HashingEmbedder
from ragstone.errors import ParameterError

GOLDEN = (0.0, -0.408248, 0.204124, 0.408248, 0.204124, 0.612372, 0.408248, -0.204124)


def vectors_of(*texts: str) -> np.ndarray:
    return asyncio.run(HashingEmbedder().embed(texts))


def test_vectors_have_unit_length() -> None:
    lengths = np.linalg.norm(vectors_of("tide tables", "潮汐表", "", "…"), axis=1)
    assert np.allclose(lengths, 1.0, atol=1e-6)


def test_texts_that_share_words_lie_closer() -> None:
    asked, near, far = vectors_of(
        "when is high water", "high water is at six", "the oil was changed on Monday"
    )
    assert asked @ near > asked @ far + 0.2


def test_chinese_texts_that_share_characters_lie_closer() -> None:
    asked, near, far = vectors_of("潮汐表在哪里", "港口的潮汐表", "周一更换了机油")
    assert asked @ near > asked @ far + 0.2


def test_case_and_width_make_no_difference() -> None:
    first, second = vectors_of("High Water", "ｈｉｇｈ ｗａｔｅｒ")
    assert first.tobytes() == second.tobytes()


def test_a_vector_is_the_same_in_every_process() -> None:
    [vector] = asyncio.run(
        HashingEmbedder(HashingEmbedder.Parameters(dimensions=8)).embed(["tide tables"])
    )
    assert np.allclose(vector, GOLDEN, atol=1e-6), vector.tolist()


def test_dimensions_below_eight_are_refused() -> None:
    with pytest.raises(ParameterError, match="dimensions"):
        EMBEDDERS.create("hashing", dimensions=7)
