"""What every chunker must do, as tests to inherit.

    class TestMyChunker(ChunkerContract):
        variants = ({}, {"chunk_size": 20})

        @staticmethod
        def make(**parameters):
            return MyChunker(MyChunker.Parameters(**parameters))

The sections are generated: blank ones, data blocks, Chinese, emoji with joiners, flags, stacked
marks, CR-LF, lone surrogates, text without separators, and elements of all kinds laid over them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ragstone.chunkers.base import ChunkerBase
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section
from ragstone.text.tokens import token_counter

#: Pieces that texts are put together from; each is there because some splitter breaks on it.
FRAGMENTS: tuple[str, ...] = (
    *(" ", "\n", "\n\n", "\r\n", "\r", "\t", "\u2028", "\u3000", "\x0c", "\x00", "     \n"),
    *("。", "！”", "……", "...", ". ", '." ', ";", "，", "3.14", "U.S. ", "\ufeff", "\u200b"),
    *("Dr. Lee left at 9 a.m. today. ", "She said: “No!” Then she went. ", "word " * 9),
    *(
        "检索增强生成是一种技术。",
        "它由两部分组成：检索器，生成器；",
        "他说：“好。”然后走了！",
        "長い文" * 8,
    ),
    *(
        "👨‍👩‍👧‍👦",
        "🇩🇪🇫🇷🇯🇵",
        "👍🏽",
        "e\u0301",
        "한국어",
        "\u1112\u1161\u11ab",
        "क्षत्रिय",
        "\u0301" * 40,
        "\u200d",
    ),
    *("\ud83d", "\udc00", "x" * 45, "AbC0+/" * 12),
    *("- item one\n", "1. first\n", "| a | b |\n", "def f():\n    return 1\n", "\n    indented"),
)

#: Texts on which a careless loop takes the square of their length.
HEAVY: dict[str, str] = {
    "newlines": "\n" * 1_000_000 + "end",
    "line ends with CR": "start" + "\r\n" * 100_000 + "end",
    "one word": "x" * 200_000,
    "ideographs": "潮" * 60_000,
    "marks": "\u0301" * 40_000,
    "flags": "🇩🇪" * 20_000,
    "full stops": "." * 200_000,
    "short sentences": "a. " * 30_000,
    "short lines": "a\n" * 50_000,
    "dashes": "- " * 50_000,
    "blanks": " " * 200_000 + "x",
}

_TYPES = (
    ElementType.TITLE,
    ElementType.NARRATIVE_TEXT,
    ElementType.LIST_ITEM,
    ElementType.TABLE,
    ElementType.CODE_SNIPPET,
)

_texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=14).map("".join)


@st.composite
def _laid_out(draw: st.DrawFn) -> tuple[str, tuple[Part, ...]]:
    """A text of blocks with the elements over it; or, half of the time, without any."""
    blocks = draw(st.lists(st.tuples(_texts, st.sampled_from(_TYPES)), max_size=6))
    joint = draw(st.sampled_from(["\n\n", "\n", "\r\n\r\n"]))
    text, parts, path = "", list[Part](), ()
    for body, kind in blocks:
        start = len(text) + len(body) - len(body.lstrip())
        end = len(text) + len(body.rstrip())
        text += body + joint
        if start < end:
            path = (f"heading {len(parts)}",) if kind is ElementType.TITLE else path
            parts.append(Part(start, end, str(len(parts)), kind, heading_path=path))
    return text, tuple(parts) if draw(st.booleans()) else ()


@st.composite
def generated_sections(draw: st.DrawFn) -> list[Section]:
    """Up to four sections of one document, text and data mixed, numbered from 0."""
    found: list[Section] = []
    for index in range(draw(st.integers(0, 4))):
        metadata: dict[str, Any] = {"page": index + 1, "nested": {"shared": True}}
        if draw(st.integers(0, 5)) == 0:
            found.append(_data_section(index, metadata))
            continue
        text, parts = draw(_laid_out())
        content = TextBlock(text=text)
        found.append(
            Section(content=content, source="a.md", metadata=metadata, index=index, parts=parts)
        )
    return found


def _data_section(index: int = 0, metadata: Mapping[str, Any] | None = None) -> Section:
    picture = DataBlock(source=Base64Source(data="aGVsbG8=", media_type="image/png"), name="p.png")
    return Section(content=picture, source="a.md", metadata=dict(metadata or {}), index=index)


def _text_section(text: str, index: int = 0) -> Section:
    return Section(content=TextBlock(text=text), source="a.md", metadata={"page": 1}, index=index)


_modest = settings(
    deadline=None,
    max_examples=25,
    # One test function runs for many members, each with its own `self`.
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)


class ChunkerContract:
    """Inherit, say how the chunker is made, and name parameter sets worth trying."""

    variants: ClassVar[Sequence[Mapping[str, Any]]] = ({},)
    """Parameters to run everything with; small sizes find the most."""
    keeps_hard_limits: ClassVar[bool] = True
    """Whether it takes `max_characters`, `max_tokens`, `max_bytes`, as every `TextChunker` does."""
    heavy_seconds: ClassVar[float] = 15.0
    """CPU time that each heavy text may take, on a slow machine."""

    @staticmethod
    def make(**parameters: Any) -> ChunkerBase:
        raise NotImplementedError("say how the chunker is made")

    def _chunks(self, sections: Sequence[Section], **parameters: Any) -> list[Chunk]:
        return asyncio.run(self.make(**parameters).chunk(list(sections)))

    @_modest
    @given(data=st.data())
    def test_every_rule_holds_on_generated_sections(self, data: st.DataObject) -> None:
        sections = data.draw(generated_sections())
        parameters = data.draw(st.sampled_from(list(self.variants)))
        chunker = self.make(**parameters)
        chunks = asyncio.run(chunker.chunk(list(sections)))
        assert verify(sections, chunks, chunker.hard_limits) == []

    @_modest
    @given(data=st.data())
    def test_hard_limits_hold_in_every_unit(self, data: st.DataObject) -> None:
        if not self.keeps_hard_limits:
            return
        sections = data.draw(generated_sections())
        # From these sizes up no cluster is ever too large.
        limits: dict[str, int] = data.draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "max_characters": st.integers(32, 60),
                    "max_bytes": st.integers(128, 160),
                    "max_tokens": st.integers(128, 140),
                },
            ).filter(bool)
        )
        hard = HardLimits(**limits, count_tokens=token_counter("cl100k"))
        assert verify(sections, self._chunks(sections, **limits), hard) == []
        told = self.make(**limits).hard_limits()
        assert all(getattr(told, name) <= size for name, size in limits.items())

    @_modest
    @given(data=st.data())
    def test_a_tiny_limit_is_kept_or_refused_with_its_name(self, data: st.DataObject) -> None:
        if not self.keeps_hard_limits:
            return
        sections = data.draw(generated_sections())
        limit = data.draw(st.sampled_from(["max_characters", "max_bytes", "max_tokens"]))
        size = data.draw(st.integers(1, 12))
        try:
            chunks = self._chunks(sections, **{limit: size})
        except ParameterError as error:
            assert f"{limit}={size} is too small" in str(error)  # noqa: PT017 - either is right
            return
        hard = HardLimits(**{limit: size}, count_tokens=token_counter("cl100k"))
        assert verify(sections, chunks, hard) == []

    @_modest
    @given(sections=generated_sections())
    def test_the_same_sections_give_the_same_chunks_and_stay_as_they_are(
        self, sections: list[Section]
    ) -> None:
        before = [section.model_copy(deep=True) for section in sections]
        first = self._chunks(sections, **self.variants[-1])
        assert self._chunks(sections, **self.variants[-1]) == first
        assert sections == before

    @_modest
    @given(sections=generated_sections())
    def test_neighbours_tell_the_same_about_the_boundary_between_them(
        self, sections: list[Section]
    ) -> None:
        last: dict[tuple[int, int], Chunk] = {}
        for chunk in self._chunks(sections, **self.variants[-1]):
            before = last.get((chunk.section_index, chunk.level))
            last[chunk.section_index, chunk.level] = chunk
            if before is not None:
                assert before.span is not None
                assert chunk.span is not None
                assert before.boundaries[1] == chunk.boundaries[0]
                overlaps = chunk.span.start < before.span.end
                assert overlaps or chunk.boundaries[0].overlap_given == 0
            else:
                outer = (BoundaryReason.DOCUMENT_START, BoundaryReason.SECTION)
                assert chunk.boundaries[0].reason in outer

    @_modest
    @given(sections=generated_sections())
    def test_keys_are_unique_and_do_not_depend_on_what_follows(
        self, sections: list[Section]
    ) -> None:
        chunks = self._chunks(sections, **self.variants[-1])
        keys = [chunk.key for chunk in chunks]
        assert "" not in keys
        assert len(set(keys)) == len(keys)
        longer = [*sections, _text_section("One more page.", len(sections))]
        after = self._chunks(longer, **self.variants[-1])
        assert [chunk.key for chunk in after[: len(keys)]] == keys

    def test_nothing_and_blanks_give_no_chunks(self) -> None:
        assert self._chunks([]) == []
        blank = [_text_section("", 0), _text_section(" \n\t\u3000\r\n ", 1)]
        assert self._chunks(blank) == []

    def test_a_data_block_passes_through_as_the_same_object(self) -> None:
        section = _data_section()
        (chunk,) = self._chunks([section])
        assert chunk.content is section.content
        assert (chunk.chunk_index, chunk.total_chunks, chunk.text) == (0, 1, "")

    def test_lone_surrogates_survive(self) -> None:
        chunks = self._chunks([_text_section("half \ud83d of a pair")])
        assert [chunk.level for chunk in chunks] == list(range(len(chunks)))
        assert {chunk.text for chunk in chunks} == {"half \ud83d of a pair"}

    def test_unknown_parameters_and_foreign_objects_are_refused(self) -> None:
        with pytest.raises((ParameterError, ValidationError), match="no_such_option"):
            self.make(no_such_option=1)
        foreign: Any = {"chunk_size": 10}
        with pytest.raises(TypeError, match="Parameters"):
            type(self.make())(foreign)

    def test_parameters_have_a_schema_for_forms(self) -> None:
        schema = type(self.make()).Parameters.model_json_schema()
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False

    @pytest.mark.parametrize("name", HEAVY)
    def test_a_heavy_text_takes_linear_time(self, name: str) -> None:
        section = _text_section(HEAVY[name])
        parameters = self.variants[-1]
        started = time.process_time()
        chunks = self._chunks([section], **parameters)
        assert time.process_time() - started < self.heavy_seconds
        assert verify([section], chunks) == []
