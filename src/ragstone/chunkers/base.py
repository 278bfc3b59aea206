"""What every chunker is, and what all text chunkers share.

A text chunker says only where to cut: `cut()` takes a section's text and yields `Cut`s. Slicing,
offsets, numbering, inheritance, overlap accounting, hard limits and the async door live here once,
so that no member can break the guarantees.

    class HalfChunker(TextChunker):
        chunker_type = "half"

        def cut(self, section, prepared=None):
            middle = len(section.text) // 2
            yield Cut(Span(0, middle), BoundaryReason.HARD)
            yield Cut(Span(middle, len(section.text)))
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict

from ragstone.chunkers.assembly import Overlap, assemble
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, HardLimits
from ragstone.model.block import text_block
from ragstone.model.chunk import Chunk
from ragstone.model.run import Runs
from ragstone.model.section import Part, Section
from ragstone.model.span import Span

Result = TypeVar("Result")


class ChunkerBase(ABC):
    """Sections in, chunks out. Stateless after construction, safe to use from several threads.

    - No chunk crosses a section; a data block passes through as the same single chunk.
    - No chunk is empty or blank.
    - `chunk_index` runs 0 … N-1 over the whole output, and every chunk says `total_chunks` = N.
    - `source` and `metadata` are the section's; the metadata is a copy, shared by no two chunks.
    """

    chunker_type: ClassVar[str]

    class Parameters(BaseModel):
        """What can be asked of the chunker; unknown options are refused."""

        model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    def __init__(self, parameters: BaseModel | None = None) -> None:
        if parameters is not None and not isinstance(parameters, self.Parameters):
            raise TypeError(
                f"{type(self).__name__} takes {type(self).__name__}.Parameters(...), "
                f"not {type(parameters).__name__}"
            )
        self.parameters: Any = parameters if parameters is not None else self.Parameters()

    @abstractmethod
    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        """The chunks of one document, in order; `[]` when there is nothing to read in it."""

    def chunk_sections(self, sections: Sequence[Section]) -> list[Chunk]:
        """`chunk` for code that is not async, such as a worker process or a notebook."""
        return _waited(self.chunk(sections))

    def chunk_text(self, text: str, source: str = "") -> list[Chunk]:
        """The chunks of a text that no parser read; for code that is not async.

        `source` is the name of its file, by which `code` tells the language. Where the text has
        headings or tables, `markdown`, `html`, `json`, `code` and `table` find them by themselves;
        the others see them only in sections of a parsed document.
        """
        return self.chunk_sections([Section(content=text_block(text), source=source)])

    def hard_limits(self, level: int = 0) -> HardLimits:  # noqa: ARG002
        """What every chunk of `level` has at most; a member adds the sizes that it never exceeds.

        verify(sections, chunker.chunk_sections(sections), chunker.hard_limits)
        """
        asked = self.parameters
        return HardLimits.of(asked) if isinstance(asked, HardLimitParameters) else HardLimits()

    def warnings(self, chunks: Sequence[Chunk]) -> list[str]:  # noqa: ARG002
        """What its user should know of how `chunks`, which it made, were cut: a sentence each."""
        return []


@dataclass(frozen=True, slots=True)
class TextSection:
    """What a text chunker sees of a section: its text, the elements in it, the name of its file,
    and where each line of it stands there."""

    text: str
    parts: tuple[Part, ...] = ()
    source: str = ""
    runs: Runs = field(default_factory=Runs)

    def within(self, span: Span) -> TextSection:
        """What lies in `span` as a section of its own, elements cut off at its edges."""
        if span == (0, len(self.text)):
            return self
        parts: list[Part] = []
        first = bisect_right(self.parts, span.start, key=lambda part: part.end)
        for number in range(first, len(self.parts)):
            part = self.parts[number]
            if part.start >= span.end:
                break
            start, end = max(part.start, span.start), min(part.end, span.end)
            parts.append(replace(part, start=start - span.start, end=end - span.start))
        return TextSection(self.text[span.start : span.end], tuple(parts), self.source)


class TextChunker(ChunkerBase):
    """A chunker that only says where to cut. Beside the guarantees of `ChunkerBase`:

    - `section_text[chunk.span.start:chunk.span.end] == chunk.text`, always.
    - The chunks of a level cover every character of the section that is not blank, and their
      starts grow strictly.
    - `max_characters`, `max_tokens`, `max_bytes` hold for every chunk, measured on its text, as
      does what `hard_limits` says besides.
    - No edge lies inside a grapheme cluster or between CR and LF.
    - Each boundary says why it is there, and which overlap was asked for and given.
    """

    class Parameters(HardLimitParameters):
        """Hard limits; a member adds its own options."""

    @abstractmethod
    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:
        """Yield the cuts of one section in order; sync, pure, linear in the text's length.

        `prepared` is the section's entry in what `prepare` returned.
        """

    async def prepare(self, sections: Sequence[TextSection]) -> list[Any]:
        """One entry a text section, handed to `cut`; called once for all, for batched work."""
        return [None] * len(sections)

    @property
    def overlap_asked(self) -> int:
        """The overlap that was asked for, in the unit of `overlap_size`."""
        return 0

    def overlap_size(self, text: str) -> int:
        """The size of `text` in the unit that overlaps are asked for in: characters."""
        return len(text)

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        return await self.chunk_prepared(sections, await self.prepare(text_sections(sections)))

    async def chunk_prepared(
        self, sections: Sequence[Section], prepared: Sequence[Any]
    ) -> list[Chunk]:
        """`chunk` with what `prepare` gave for `text_sections(sections)`, for who looks at both."""
        return await asyncio.to_thread(self._assemble, sections, prepared)

    def chunk_sections(self, sections: Sequence[Section]) -> list[Chunk]:
        texts = text_sections(sections)
        if type(self).prepare is TextChunker.prepare:
            return self._assemble(sections, [None] * len(texts))
        return self._assemble(sections, _waited(self.prepare(texts)))

    def _assemble(self, sections: Sequence[Section], prepared: Sequence[Any]) -> list[Chunk]:
        parameters: HardLimitParameters = self.parameters
        limits = HardLimits.of(parameters)
        cuts = map(self.cut, text_sections(sections), prepared)
        overlap = Overlap(self.overlap_asked, self.overlap_size)
        return assemble(sections, cuts, limits, overlap, self.chunker_type)


def text_sections(sections: Sequence[Section]) -> list[TextSection]:
    """What text chunkers see of `sections`; data has none."""
    if any(isinstance(section, str) for section in sections):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("chunkers take a list of sections; chunk_text(text) takes a text")
    return [
        TextSection(section.text, section.parts, section.source, section.runs)
        for section in sections
        if section.content.type == "text"
    ]


def _waited(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine returns; inside a running loop (a notebook) another thread runs it."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
