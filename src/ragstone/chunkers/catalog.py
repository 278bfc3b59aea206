"""The chunkers there are: one row each.

chunker = CHUNKERS.create("recursive", chunk_size=500, chunk_overlap=50)
chunker = create_chunker("recursive:chunk_size=500,chunk_overlap=50")
"""

from __future__ import annotations

import json
from typing import Any

from ragstone.chunkers.base import ChunkerBase
from ragstone.entries import Catalog, Entry
from ragstone.errors import ParameterError

DEFAULT_CHUNKER = "sentence"

CHUNKERS: Catalog[ChunkerBase] = Catalog(
    "chunkers",
    (
        Entry(
            "sentence",
            "ragstone.chunkers.sentence:SentenceChunker",
            "whole sentences packed up to a limit; keeps headings, code and table rows together",
        ),
        Entry(
            "recursive",
            "ragstone.chunkers.recursive:RecursiveChunker",
            "splits at the first separator that is found, and what is too long at the next one",
        ),
        Entry(
            "character",
            "ragstone.chunkers.character:CharacterChunker",
            "splits at one separator and merges the pieces up to a target size",
        ),
        Entry(
            "approx_token",
            "ragstone.chunkers.approx_token:ApproxTokenChunker",
            "windows of about so many tokens (four bytes each), whatever the text says",
        ),
        Entry(
            "fixed",
            "ragstone.chunkers.fixed:FixedChunker",
            "windows of so many characters, tokens or bytes, whatever the text says",
        ),
        Entry(
            "token",
            "ragstone.chunkers.token:TokenChunker",
            "windows of so many tokens, exactly, with an overlap in tokens",
        ),
        Entry(
            "section",
            "ragstone.chunkers.section:SectionChunker",
            "one chunk a section: a page, a chapter, a slide",
        ),
        Entry(
            "sentence_window",
            "ragstone.chunkers.sentence_window:SentenceWindowChunker",
            "one chunk a sentence, with the sentences around it kept beside it",
        ),
        Entry(
            "hierarchical",
            "ragstone.chunkers.hierarchical:HierarchicalChunker",
            "large chunks and the small ones inside them, from one pass",
        ),
        Entry(
            "balanced",
            "ragstone.chunkers.balanced:BalancedChunker",
            "chunks of nearly equal length that end at headings, blocks and sentences",
        ),
    ),
)


def create_chunker(spec: str = DEFAULT_CHUNKER) -> ChunkerBase:
    """The chunker that a command line names; see `parse_spec`."""
    name, parameters = parse_spec(spec)
    return CHUNKERS.create(name, **parameters)


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """(name, parameters) of `name` or `name:option=value,option=value`.

    A value is JSON where it reads as JSON (numbers, true, null, "a string", ["a", "list"]),
    else the text up to the next comma. Raises `ParameterError` for anything else.
    """
    name, _, rest = spec.partition(":")
    parameters: dict[str, Any] = {}
    while rest:
        option, equals, rest = rest.partition("=")
        option = option.strip()
        if not equals or not option:
            raise ParameterError(
                f"{spec}: expected option=value after {name}:, separated by commas, "
                f"and found {option or '='!r}"
            )
        if option in parameters:
            raise ParameterError(f"{spec}: {option} is given twice")
        parameters[option], rest = _value(rest)
    return name.strip(), parameters


def _value(text: str) -> tuple[Any, str]:
    """The value that `text` opens with, and what stands behind the comma after it."""
    text = text.lstrip()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
        behind = text[end:].lstrip()
        if not behind or behind.startswith(","):
            return value, behind[1:]
    except json.JSONDecodeError:
        pass
    value, _, rest = text.partition(",")
    return value.strip(), rest
