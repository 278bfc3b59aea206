"""LangChain's `CharacterTextSplitter`: one separator, pieces merged up to a target size.

    CHUNKERS.create("character", separator="\\n\\n", chunk_size=20, chunk_overlap=3)

A piece longer than `chunk_size` stays whole: the size is a target. Only whole pieces are repeated
as overlap; each boundary says why none was. Set `max_characters` for a limit that holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from pydantic import model_validator

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.splitting.describing import Describer, covering
from ragstone.chunkers.splitting.merging import Level, Sizes
from ragstone.chunkers.splitting.parameters import SplitterChunker, SplitterParameters
from ragstone.chunkers.splitting.separators import KeepSeparator, Separator, check_pattern

#: A pattern that opens with one of these consumes nothing, so LangChain joins with nothing.
_LOOK_AROUND = ("(?=", "(?<!", "(?<=", "(?!")


class CharacterChunker(SplitterChunker):
    """Splits at one separator; see `merging` for how pieces become chunks."""

    chunker_type: ClassVar[str] = "character"

    class Parameters(SplitterParameters):
        """Options of LangChain's `CharacterTextSplitter`."""

        separator: str = "\n\n"
        """Where to split; "" splits between all characters."""
        keep_separator: KeepSeparator = False
        """Whether the separator stays: true or "start" with the piece behind it, "end" before."""

        @model_validator(mode="after")
        def _is_pattern(self) -> Self:
            if self.is_separator_regex:
                check_pattern(self.separator)
            return self

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        options: CharacterChunker.Parameters = self.parameters
        looks = options.is_separator_regex and options.separator.startswith(_LOOK_AROUND)
        join = "" if options.keep_separator or looks else options.separator
        separator = Separator(
            options.separator, options.is_separator_regex, options.keep_separator, join
        )
        text = section.text
        sizes = Sizes(options.chunk_size, options.chunk_overlap)
        runs = separator.merger(text, sizes, self._count)(Level(0, len(text)))
        describer = Describer(text, sizes, options.unit)
        cuts = describer.cuts([(separator, separator, len(text), runs)])
        return covering(text, cuts) if join else cuts
