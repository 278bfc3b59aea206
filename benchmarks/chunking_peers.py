"""How well chunks serve search: `balanced` beside other libraries' chunkers, at similar sizes.

    python -m pip install --constraint constraints.txt --editable ".[peers]"
    python benchmarks/chunking_peers.py DIR [--embedder use|e5|none] [--size 130 200 300] [--json]

`DIR` is a folder of labelled sets as `ragstone evaluate chunking` reads it, and the measures are
the same. Everything but the chunker is the product's own for all of them: parser, index, search.
Sizes are cl100k tokens: what a peer calls its chunk size, which is a maximum; `balanced` has its
target at 65 % of it. No overlap. Compare rows with similar mean tokens, and at a budget of 1,000
tokens; a peer whose chunks are no slices of the text is counted by the place that its text has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragstone.chunkers.base import ChunkerBase
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.cli.evaluate import render_chunking
from ragstone.evaluation.chunking import evaluate_chunkers
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.text.tokens import encoding_of, load_encoding, token_counter

Split = Callable[[str], Sequence[str]]

count = lru_cache(maxsize=1 << 18)(token_counter("cl100k"))


class PeerChunker(ChunkerBase):
    """Another library's chunker, behind the product's interface; its texts are found again."""

    chunker_type = "peer"

    def __init__(self, split: Split) -> None:
        super().__init__()
        self._split = split

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        found = [
            (section, number, span)
            for number, section in enumerate(sections)
            for span in locate(section.text, self._split(section.text))
        ]
        return [
            Chunk(
                content=TextBlock(text=section.text[span.start : span.end]),
                source=section.source,
                chunk_index=index,
                total_chunks=len(found),
                span=span,
                section_index=number,
                key=str(index),
            )
            for index, (section, number, span) in enumerate(found)
        ]


def locate(text: str, pieces: Sequence[str]) -> Iterator[Span]:
    """Where the pieces stand in `text`, in order. Blanks may differ, since some peers alter them.

    Raises `ValueError` for a piece that is not there.
    """
    letters = [offset for offset, character in enumerate(text) if not character.isspace()]
    bare = "".join(text[offset] for offset in letters)
    at = 0
    for piece in pieces:
        # A character that was cut in two reads as U+FFFD at both edges.
        wanted = "".join(piece.split()).strip("\ufffd")
        if not wanted:
            continue
        start = bare.find(wanted, at)
        if start < 0:
            raise ValueError(f"{piece[:60]!r} is not in the text, or not in order")
        yield Span(letters[start], letters[start + len(wanted) - 1] + 1)
        at = start + 1


def langchain(size: int) -> Split:
    """The separators that LangChain has by default."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=0, length_function=count
    ).split_text


def langchain_sentences(size: int) -> Split:
    """With the separators that its documentation advises for text without blanks."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(
        separators=["\n\n", "\n", ". ", "。", "．", " ", ",", "，", "、", "\u200b", ""],
        keep_separator="end",
        chunk_size=size,
        chunk_overlap=0,
        length_function=count,
    ).split_text


def llama_index(size: int) -> Split:
    from llama_index.core.node_parser import SentenceSplitter

    splitter = SentenceSplitter(
        chunk_size=size, chunk_overlap=0, tokenizer=lambda text: [0] * count(text)
    )
    return splitter.split_text


def semchunk(size: int) -> Split:
    import semchunk

    return semchunk.chunkerify(count, chunk_size=size)  # pyright: ignore[reportReturnType]


def chonkie_recursive(size: int) -> Split:
    return _chonkie("RecursiveChunker", size)


def chonkie_sentence(size: int) -> Split:
    return _chonkie("SentenceChunker", size)


def _chonkie(name: str, size: int) -> Split:
    import chonkie
    from chonkie.tokenizer import Tokenizer

    encoding = load_encoding(encoding_of("cl100k"))

    class Counted(Tokenizer):
        """The tokenizer as chonkie wants it; those that it knows by name are downloaded."""

        def __repr__(self) -> str:
            return "cl100k"

        def encode(self, text: str) -> Sequence[int]:
            return encoding.encode_ordinary(text)

        def decode(self, tokens: Sequence[int]) -> str:
            return encoding.decode_bytes(tokens).decode("utf-8", "replace")

        def tokenize(self, text: str) -> Sequence[int]:
            return self.encode(text)

        def count_tokens(self, text: str) -> int:
            return count(text)

    chunker: Any = getattr(chonkie, name)(tokenizer=Counted(), chunk_size=size)
    return lambda text: [chunk.text for chunk in chunker.chunk(text)]


def text_splitter(size: int) -> Split:
    from semantic_text_splitter import TextSplitter

    return TextSplitter.from_callback(count, size).chunks


def text_splitter_markdown(size: int) -> Split:
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter.from_callback(count, size).chunks


PEERS: dict[str, Callable[[int], Split]] = {
    "langchain recursive": langchain,
    "langchain recursive 。": langchain_sentences,
    "llama-index sentence": llama_index,
    "semchunk": semchunk,
    "chonkie recursive": chonkie_recursive,
    "chonkie sentence": chonkie_sentence,
    "text-splitter": text_splitter,
    "text-splitter markdown": text_splitter_markdown,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--embedder", default="use")
    parser.add_argument("--size", type=int, nargs="+", default=[200])
    parser.add_argument("--chunker", nargs="*", default=[], help="more of the product's own")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    chunkers: dict[str, ChunkerBase] = {
        spec: CHUNKERS.create_from(spec)
        for spec in [*(f"balanced:max_tokens={size}" for size in options.size), *options.chunker]
    }
    for name, make in PEERS.items():
        for size in options.size:
            chunkers[f"{name} {size}"] = PeerChunker(make(size))
    embedder = None if options.embedder == "none" else options.embedder
    reports = asyncio.run(evaluate_chunkers(options.folder, chunkers, embedder))
    if options.json:
        print(json.dumps([report.model_dump() for report in reports], ensure_ascii=False))
        return
    for name in dict.fromkeys(report.name for report in reports):
        print(render_chunking([report for report in reports if report.name == name]))


if __name__ == "__main__":
    main()
