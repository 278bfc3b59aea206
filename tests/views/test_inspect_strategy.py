"""What the inspector measures of each chunker: in its own unit, against what was asked for."""

import asyncio
from collections.abc import Sequence

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.semantic import SemanticChunker
from ragstone.embedders.base import Vectors
from ragstone.embedders.hashing import HashingEmbedder
from ragstone.model.block import TextBlock
from ragstone.model.section import Section
from ragstone.text.tokens import token_counter
from ragstone.views.inspect_strategy import Mark, Strategy, apply

TEXT = "The spring tide reaches seven metres. 高潮在九点。\n\nThe ferry leaves at nine.\n\n" * 8


def _apply(*specs: str, text: str = TEXT) -> list[Strategy]:
    section = Section(content=TextBlock(text=text), source="x.txt")
    return asyncio.run(apply([section], {spec: CHUNKERS.create_from(spec) for spec in specs}))


@pytest.mark.parametrize(
    ("spec", "unit", "marks"),
    [
        ("character:chunk_size=20,chunk_overlap=3", "characters", [("chunk_size", 20, False)]),
        ("fixed:chunk_size=20,unit=bytes", "bytes", [("chunk_size", 20, False)]),
        (
            "recursive:unit=tokens,chunk_size=30,chunk_overlap=0",
            "tokens",
            [("chunk_size", 30, False)],
        ),
        ("token:chunk_size=9,chunk_overlap=2", "tokens", [("chunk_size", 9, False)]),
        ("approx_token:chunk_size=9,overlap=2", "tokens", [("chunk_size", 9, False)]),
        ("balanced", "tokens", [("target", 130, False), ("max_tokens", 200, True)]),
        (
            "balanced:max_bytes=90,chunk_size=60",
            "bytes",
            [("chunk_size", 60, False), ("max_bytes", 90, True)],
        ),
        ("sentence:max_characters=70", "characters", [("max_characters", 70, True)]),
        ("sentence_window", "characters", []),
        ("section", "characters", []),
    ],
    ids=lambda value: value.partition(":")[0] if isinstance(value, str) else "",
)
def test_sizes_are_in_the_unit_that_was_asked_in(
    spec: str, unit: str, marks: list[tuple[str, float, bool]]
) -> None:
    [strategy] = _apply(spec)
    assert strategy.unit == unit
    assert strategy.marks == [Mark(*mark) for mark in marks]
    assert len(strategy.sizes) == len(strategy.chunks)


def test_tokens_are_counted_as_the_chunker_counts_them() -> None:
    exact, rough = _apply(
        "token:chunk_size=9,chunk_overlap=2", "approx_token:chunk_size=9,overlap=2"
    )
    count = token_counter("cl100k")
    assert exact.sizes == [count(chunk.text) for chunk in exact.chunks]
    assert max(rough.sizes) == 9
    assert [count(chunk.text) for chunk in rough.chunks] != rough.sizes


def test_each_level_is_a_strategy_with_its_own_limit() -> None:
    large, small = _apply("hierarchical:sizes=[200,80]")
    assert (large.name, small.name) == (
        "hierarchical:sizes=[200,80], level 0",
        "hierarchical:sizes=[200,80], level 1",
    )
    assert large.marks == [Mark("sizes[0]", 200, is_limit=True)]
    assert small.marks == [Mark("sizes[1]", 80, is_limit=True)]
    assert max(small.sizes) <= 80 < max(large.sizes)


def test_joints_are_between_chunks_of_one_section() -> None:
    sections = [Section(content=TextBlock(text="x" * 30), source="x", index=n) for n in range(2)]
    chunkers = {"fixed": CHUNKERS.create("fixed", chunk_size=10, chunk_overlap=2)}
    [strategy] = asyncio.run(apply(sections, chunkers))
    assert len(strategy.joints()) == len(strategy.chunks) - 2
    assert {joint.overlap_given for joint in strategy.joints()} == {2}


def test_a_chunker_that_measures_distances_brings_a_curve_a_section() -> None:
    semantic, other = _apply("semantic:embedder=hashing", "balanced")
    [curve] = semantic.curves
    assert len(curve.profile.scores) == len(curve.profile.units) - 1
    assert not other.curves


def test_a_text_of_one_sentence_has_no_curve() -> None:
    [strategy] = _apply("semantic:embedder=hashing", text="High water.")
    assert not strategy.curves


def test_a_blank_text_is_a_strategy_without_chunks() -> None:
    [strategy] = _apply("balanced", text=" \n")
    assert (list(strategy.chunks), list(strategy.sizes)) == ([], [])


def test_what_is_embedded_for_the_chunks_serves_the_curves_too() -> None:
    asked: list[str] = []

    class Listening(HashingEmbedder):
        async def embed_batch(self, texts: Sequence[str]) -> Vectors:
            asked.extend(texts)
            return await super().embed_batch(texts)

    texts = ["One is here. Two is there. Three is far.", "高潮在九点。渡轮十点开。"]
    sections = [
        Section(content=TextBlock(text=text), source="x.txt", index=index)
        for index, text in enumerate(texts)
    ]
    chunker = SemanticChunker(SemanticChunker.Parameters(), Listening())
    [strategy] = asyncio.run(apply(sections, {"semantic": chunker}))
    assert [curve.section_index for curve in strategy.curves] == [0, 1]
    assert len(asked) == len(set(asked)) == 4
    assert strategy.chunks == asyncio.run(chunker.chunk(sections))
