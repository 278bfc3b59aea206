"""What every tokenizer must hold, as a class of tests to inherit.

class TestWords(TokenizerContract):
    @staticmethod
    def make(**parameters):
        return Words(Words.Parameters(**parameters))
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ragstone.chunkers.packing import HardLimits, split_hard
from ragstone.errors import ParameterError
from ragstone.model.span import Span
from ragstone.testing.chunker_contract import FRAGMENTS
from ragstone.text.tokenizer import TokenizerBase

#: What encoders have refused, or taken for something else than text.
AWKWARD_TEXTS = ("<|endoftext|>", "[CLS] [UNK]", "\ud83d", "a\udc00b", "\x00", "\u0301", "\n" * 9)

_texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=14).map("".join)
# Every subclass runs the same inherited tests, which hypothesis takes for an accident.
_modest = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.differing_executors]
)


class TokenizerContract:
    """Inherit, say how the tokenizer is made, and every rule of `TokenizerBase` is tested."""

    heavy_seconds: ClassVar[float] = 15.0
    """CPU time that a million characters may take, on a slow machine."""

    @staticmethod
    def make(**parameters: Any) -> TokenizerBase:
        raise NotImplementedError("say how the tokenizer is made")

    def test_it_has_a_name_and_nothing_has_no_tokens(self) -> None:
        made = self.make()
        assert made.tokenizer_type
        assert made.count("") == 0
        assert list(made.borders("")) == [0]

    @_modest
    @given(text=_texts | st.sampled_from(AWKWARD_TEXTS))
    def test_any_text_has_a_count_and_the_same_one_again(self, text: str) -> None:
        count = self.make().count(text)
        assert isinstance(count, int)
        assert count >= 0
        assert self.make().count(text) == count

    @_modest
    @given(text=_texts | st.sampled_from(AWKWARD_TEXTS))
    def test_borders_never_fall_from_the_start_to_the_end(self, text: str) -> None:
        borders = list(self.make().borders(text))
        assert (borders[0], borders[-1]) == (0, len(text))
        assert borders == sorted(borders)

    @_modest
    @given(text=_texts, limit=st.integers(1, 40))
    def test_a_text_is_cut_into_pieces_within_a_limit_or_the_limit_is_refused(
        self, text: str, limit: int
    ) -> None:
        count = self.make().count
        hard = HardLimits(max_tokens=limit, count_tokens=count)
        try:
            pieces = list(split_hard(text, Span(0, len(text)), hard))
        except ParameterError:  # a cluster larger than the limit
            return
        assert all(count(text[start:end]) <= limit for start, end in pieces)

    def test_threads_share_it(self) -> None:
        made = self.make()
        texts = [fragment * number for number in range(1, 9) for fragment in FRAGMENTS]
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(made.count, texts)) == list(map(made.count, texts))

    def test_a_long_text_takes_linear_time(self) -> None:
        made, text = self.make(), "The spring tide reaches 7.1 m at noon. 潮汐表。\n" * 22_000
        started = time.process_time()
        made.count(text)
        made.borders(text)
        assert time.process_time() - started < self.heavy_seconds

    def test_unknown_parameters_are_refused(self) -> None:
        with pytest.raises((ParameterError, ValidationError), match="no_such_option"):
            self.make(no_such_option=1)

    def test_parameters_have_a_schema_for_forms(self) -> None:
        schema = type(self.make()).Parameters.model_json_schema()
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
