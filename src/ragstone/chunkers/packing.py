"""Hard limits: how much text fits, and cutting what does not.

A limit may be given in characters (code points), tokens and UTF-8 bytes, in any combination; it is
measured on the final text of a chunk. Nothing here knows sentences or headings: members pack their
own units and ask `HardLimits` what fits.

    limits = HardLimits(max_characters=600, max_tokens=200)
    limits.reach(text, 0, len(text))     # the farthest end so that text[0:end] fits
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ragstone.contracts import TokenCounter
from ragstone.errors import ParameterError
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before
from ragstone.text.tokens import check_tokenizer, is_file_name, token_counter


class HardLimitParameters(BaseModel):
    """Limits that no chunk exceeds, in any combination; none by default."""

    # The docstring under a field is its description in the schema, for forms and `--help`.
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    max_characters: int | None = Field(default=None, ge=1)
    """Characters (code points) that a chunk has at most."""
    max_tokens: int | None = Field(default=None, ge=1)
    """Tokens of `tokenizer` that a chunk has at most."""
    max_bytes: int | None = Field(default=None, ge=1)
    """UTF-8 bytes that a chunk has at most."""
    tokenizer: str = "cl100k"
    """What counts tokens: cl100k, o200k, qwen, an OpenAI model's name, the path of a model's
    tokenizer.json, or a tokenizer that a package adds."""

    @field_validator("tokenizer")
    @classmethod
    def _known(cls, name: str) -> str:
        check_tokenizer(name)
        # What is pinned with a knowledge base holds from any working directory.
        return str(Path(name).absolute()) if is_file_name(name) else name


@dataclass(frozen=True, slots=True)
class HardLimits:
    """What a chunk may have at most; `None` where there is no limit in that unit."""

    max_characters: int | None = None
    max_tokens: int | None = None
    max_bytes: int | None = None
    count_tokens: TokenCounter = len

    @classmethod
    def of(cls, parameters: HardLimitParameters) -> Self:
        """The limits in a chunker's parameters."""
        return cls(
            parameters.max_characters,
            parameters.max_tokens,
            parameters.max_bytes,
            token_counter(parameters.tokenizer) if parameters.max_tokens is not None else len,
        )

    def at_most(self, size: int, unit: str, tokenizer: str) -> Self:
        """These limits, and `size` at most in `unit`: characters, tokens of `tokenizer`, bytes."""
        option = f"max_{unit}"
        size = min(size, getattr(self, option) or size)
        count = token_counter(tokenizer) if unit == "tokens" else self.count_tokens
        return replace(self, **{option: size}, count_tokens=count)

    def divided(self, parts: int) -> Self:
        """The limits of which `parts` pieces make one, each at least 1."""

        def part(limit: int | None) -> int | None:
            return limit and max(1, limit // parts)

        return type(self)(
            part(self.max_characters),
            part(self.max_tokens),
            part(self.max_bytes),
            self.count_tokens,
        )

    def size(self, text: str) -> int:
        """The size of `text` in the unit of the first limit of characters, tokens, bytes."""
        if self.max_characters is not None:
            return len(text)
        return self.count_tokens(text) if self.max_tokens is not None else size_bytes(text)

    def __bool__(self) -> bool:
        return (self.max_characters, self.max_tokens, self.max_bytes) != (None, None, None)

    def fits(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` is within all limits."""
        if self.max_characters is not None and end - start > self.max_characters:
            return False
        if self.max_bytes is None and self.max_tokens is None:
            return True
        return self.exceeded(text[start:end]) is None

    def exceeded(self, piece: str) -> tuple[str, int, int] | None:
        """(limit, its value, the size of `piece` in its unit) for the first limit exceeded."""
        if self.max_characters is not None and len(piece) > self.max_characters:
            return "max_characters", self.max_characters, len(piece)
        if self.max_bytes is not None and (size := size_bytes(piece)) > self.max_bytes:
            return "max_bytes", self.max_bytes, size
        if self.max_tokens is not None and (size := self.count_tokens(piece)) > self.max_tokens:
            return "max_tokens", self.max_tokens, size
        return None

    def fullness(self, text: str, start: int, end: int) -> float:
        """The size of `text[start:end]` as a share of the tightest limit; 0 without limits."""
        shares = [0.0]
        if self.max_characters is not None:
            shares.append((end - start) / self.max_characters)
        if self.max_bytes is not None:
            shares.append(size_bytes(text[start:end]) / self.max_bytes)
        if self.max_tokens is not None:
            shares.append(self.count_tokens(text[start:end]) / self.max_tokens)
        return max(shares)

    def reach(self, text: str, start: int, end: int) -> int:
        """The farthest offset up to `end`, on a cluster's border, so that the text from `start`
        fits; `start` when not even one cluster does."""
        at = end
        if self.max_characters is not None:
            at = min(at, start + self.max_characters)
        if self.max_bytes is not None:
            at = start + characters_in(
                text[start : min(at, start + self.max_bytes)], self.max_bytes
            )
        if self.max_tokens is not None:
            at = self._reach_tokens(text, start, at)
        at = boundary_before(text, at)
        if at <= start < end:
            # Where token counts do not grow with the text, the search may have missed it.
            one = boundary_after(text, start + 1)
            return one if self.fits(text, start, one) else start
        return at

    def _reach_tokens(self, text: str, start: int, end: int) -> int:
        """Bisect for the farthest end whose tokens fit, on windows at most twice as long.

        Counts nearly always grow with the text; where a longer text has fewer tokens, any end that
        fits is right, and it is measured before it is returned.
        """
        assert self.max_tokens is not None
        fitting, failing = start, end + 1
        guess = min(end, start + self.max_tokens * 4)
        while fitting + 1 < failing:
            if self.count_tokens(text[start : boundary_before(text, guess)]) <= self.max_tokens:
                fitting = guess
            else:
                failing = guess
            guess = min(end, fitting * 2 - start) if failing > end else (fitting + failing) // 2
            if failing > end and guess == fitting:
                break
        return fitting

    def refuse(self, text: str, start: int) -> ParameterError:
        """The error for a cluster at `start` that is larger than a limit."""
        end = boundary_after(text, start + 1)
        found = self.exceeded(text[start:end])
        assert found is not None, "only for clusters that do not fit"
        limit, allowed, size = found
        unit = limit.removeprefix("max_")
        return ParameterError(
            f"{limit}={allowed} is too small: the grapheme cluster at offset {start} has {size} "
            f"{unit} ({end - start} code points) and is never cut; ask for {size} or more"
        )


def size_bytes(text: str) -> int:
    """UTF-8 bytes of `text`; a lone surrogate has three."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def characters_in(text: str, budget: int) -> int:
    """How many characters from the start of `text` have at most `budget` UTF-8 bytes together."""
    if text.isascii():
        return min(len(text), budget)
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= budget:
        return len(text)
    while budget and data[budget] & 0xC0 == 0x80:
        budget -= 1
    return len(data[:budget].decode("utf-8", "surrogatepass"))


def characters_back(text: str, budget: int) -> int:
    """How many characters from the end of `text` have at most `budget` UTF-8 bytes together."""
    if text.isascii():
        return min(len(text), budget)
    data = text.encode("utf-8", "surrogatepass")
    start = max(0, len(data) - budget)
    while start < len(data) and data[start] & 0xC0 == 0x80:
        start += 1
    return len(data[start:].decode("utf-8", "surrogatepass"))


def split_hard(text: str, span: Span, limits: HardLimits) -> Iterator[Span]:
    """Cut `span` so that every piece fits: after the last blank that fits, else after a cluster.

    Raises `ParameterError` for a cluster that is larger than a limit.
    """
    start = span.start
    while start < span.end:
        if limits.fits(text, start, span.end):
            yield Span(start, span.end)
            return
        end = limits.reach(text, start, span.end)
        if end <= start:
            raise limits.refuse(text, start)
        blank = last_blank(text, start, end)
        if end < span.end and blank > start and limits.fits(text, start, blank):
            end = blank
        yield Span(start, end)
        start = end


def last_blank(text: str, start: int, end: int) -> int:
    """The last offset in (start, end] behind a blank, on a cluster's border; `start` for none.

    Where that is in a line's indentation, it is the line's start; none if nothing stands before.
    """
    at = end
    while at > start and not text[at - 1].isspace():
        at -= 1
    if at <= start:
        return start
    line = at
    while line > start and text[line - 1].isspace() and text[line - 1] not in LINE_BREAKS:
        line -= 1
    if line == 0 or text[line - 1] in LINE_BREAKS:
        at = line if text[start:line].strip() else start
    return max(start, boundary_before(text, at))


def trim(text: str, start: int, end: int) -> Span:
    """Without blank lines at the edges and trailing blanks; the first line keeps its indentation.

    Blanks before a first word that does not open its line go too. Every edge stays on a cluster's
    border when the given ones are. A blank span becomes empty.
    """
    last = end
    while last > start and text[last - 1].isspace():
        last -= 1
    if last <= start:
        return Span(start, start)
    if last < end and text[last - 1] >= _FIRST_PREPENDED:
        last = min(end, boundary_after(text, last))
    word = start
    if text[start].isspace():
        line = start if not start or text[start - 1] in LINE_BREAKS else -1
        while (blank := text[word]).isspace():
            word += 1
            if blank in LINE_BREAKS:
                line = word
        if line >= 0:
            word = line
        if text[word] >= _FIRST_MARK:
            word = max(start, boundary_before(text, word))
    return Span(word, last)


#: No character below these joins a blank behind it, or one before it, in a cluster.
_FIRST_PREPENDED, _FIRST_MARK = "\u0600", "\u0300"
#: What ends a line for whoever reads the text: Python's own list.
LINE_BREAKS = frozenset("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
