"""`token` against tiktoken's own `encode_ordinary`, for the same encoding and text.

    python -m pip install tiktoken
    python benchmarks/tokens.py [FILE] [--megabytes 10]

Tiktoken downloads its vocabulary; here it is given the ranks of the counter that is installed, so
that nothing is fetched. User and system time, best of three, all in one run; "over" is how many
chunks have more tokens than asked, counted by tiktoken: there may be none.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import quicktok
import tiktoken

from chunkers import made_up, seconds
from ragstone.chunkers.base import TextSection
from ragstone.chunkers.token import TokenChunker
from ragstone.model.block import TextBlock
from ragstone.model.section import Section

#: The pattern of cl100k_base, as tiktoken publishes it.
PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
SIZE, OVERLAP = 512, 50


def peer(counter: Any) -> tiktoken.Encoding:
    """Tiktoken's cl100k_base from the ranks in `counter`."""
    tokens: list[bytes] = counter.token_byte_values()
    ranks = {token: counter.encode_single_token(token) for token in tokens}
    return tiktoken.Encoding(
        "cl100k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={}
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--megabytes", type=float, default=10)
    options = parser.parse_args()
    size = int(options.megabytes * 1_000_000)
    text = options.file.read_text(encoding="utf-8") if options.file else made_up(size)
    text = (text * (size // len(text) + 1))[:size]
    counter: Any = quicktok.get_encoding("cl100k_base")
    encoding = peer(counter)
    chunker = TokenChunker(TokenChunker.Parameters(chunk_size=SIZE, chunk_overlap=OVERLAP))
    section = Section(content=TextBlock(text=text), source="benchmark.txt")
    theirs = seconds(lambda: encoding.encode_ordinary(text))
    fast = seconds(lambda: counter.count(text))
    cuts = seconds(lambda: list(chunker.cut(TextSection(text))))
    whole = seconds(lambda: chunker.chunk_sections([section]))
    chunks = chunker.chunk_sections([section])
    over = sum(len(encoding.encode_ordinary(chunk.text)) > SIZE for chunk in chunks)
    same = len(encoding.encode_ordinary(text[:1_000_000])) == counter.count(text[:1_000_000])
    print(f"tiktoken {theirs:.2f} s, counter {fast:.2f} s, {'same' if same else 'OTHER'} tokens")
    print(f"cuts {cuts:.2f} s: {cuts / theirs:.2f} times tiktoken, {cuts / fast:.2f} the counter")
    print(f"chunks {whole:.2f} s: {whole / theirs:.2f} times tiktoken, {whole / fast:.2f}")
    print(f"{over} of {len(chunks)} chunks over {SIZE}")


if __name__ == "__main__":
    main()
