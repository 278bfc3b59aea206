"""LangChain's splitters, written anew on strings from their published rules, as the oracle."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.splitting.separators import as_langchain
from ragstone.model.block import TextBlock
from ragstone.model.section import Section


def split_keeping(text: str, pattern: str, keep: bool | str) -> list[str]:
    if not pattern:
        return list(text)
    if not keep:
        return [piece for piece in re.split(pattern, text) if piece]
    parts = re.split(f"({pattern})", text)
    if keep == "end":
        pieces = [a + b for a, b in zip(parts[0::2], parts[1::2], strict=False)] + parts[-1:]
    else:
        pieces = parts[:1] + [a + b for a, b in zip(parts[1::2], parts[2::2], strict=False)]
    return [piece for piece in pieces if piece]


def merge_splits(pieces: list[str], join: str, size: int, overlap: int) -> list[str]:
    found: list[str] = []
    current: list[str] = []
    total = 0
    for piece in pieces:
        if total + len(piece) + (len(join) if current else 0) > size and current:
            found.append(join.join(current))
            while total > overlap or (
                total + len(piece) + (len(join) if current else 0) > size and total > 0
            ):
                total -= len(current[0]) + (len(join) if len(current) > 1 else 0)
                current = current[1:]
        current.append(piece)
        total += len(piece) + (len(join) if len(current) > 1 else 0)
    return [*found, join.join(current)]


def character_oracle(text: str, separator: str, regex: bool, keep: bool | str, *sizes: int):
    pattern = separator if regex else re.escape(separator)
    pieces = split_keeping(text, pattern, keep)
    return merge_splits(pieces, "" if keep else separator, *sizes)


def recursive_oracle(text: str, separators: list[str], keep: bool | str, size: int, overlap: int):
    chosen, left = separators[-1], []
    for number, separator in enumerate(separators):
        if not separator or separator in text:
            chosen, left = separator, separators[number + 1 :] if separator else []
            break
    join = "" if keep else chosen
    found: list[str] = []
    good: list[str] = []
    for piece in split_keeping(text, re.escape(chosen), keep):
        if len(piece) < size:
            good.append(piece)
            continue
        found += merge_splits(good, join, size, overlap)
        good = []
        found += recursive_oracle(piece, left, keep, size, overlap) if left else [piece]
    return found + merge_splits(good, join, size, overlap)


def chunks_of(name: str, text: str, **parameters: object):
    section = Section(content=TextBlock(text=text), source="a.txt")
    return CHUNKERS.create(name, **parameters).chunk_sections([section])


def stripped(texts: list[str]) -> list[str]:
    return [text.strip() for text in texts if text.strip()]


# No character of these joins another to a cluster: there we must differ.
TEXTS = st.text(alphabet="aab。，  \n\nßc-", max_size=80)
KEEPS = st.sampled_from([False, True, "start", "end"])
SIZES = st.tuples(st.integers(1, 25), st.integers(0, 24)).filter(lambda sizes: sizes[1] < sizes[0])
MODEST = settings(deadline=None, max_examples=200)


@MODEST
@given(TEXTS, st.sampled_from(["\n\n", "\n", " ", "。", "a", ""]), KEEPS, SIZES)
def test_character_equals_langchain_up_to_the_normaliser(text, separator, keep, sizes):
    chunks = chunks_of(
        "character",
        text,
        separator=separator,
        keep_separator=keep,
        chunk_size=sizes[0],
        chunk_overlap=sizes[1],
    )
    expected = character_oracle(text, separator, False, keep, *sizes)
    assert stripped([as_langchain(chunk) for chunk in chunks]) == stripped(expected)


@MODEST
@given(TEXTS, st.sampled_from([r"\s+", "a+", "[。，]"]), KEEPS, SIZES)
def test_character_with_a_pattern_equals_langchain_up_to_the_normaliser(text, pattern, keep, sizes):
    chunks = chunks_of(
        "character",
        text,
        separator=pattern,
        is_separator_regex=True,
        keep_separator=keep,
        chunk_size=sizes[0],
        chunk_overlap=sizes[1],
    )
    expected = character_oracle(text, pattern, True, keep, *sizes)
    assert stripped([as_langchain(chunk) for chunk in chunks]) == stripped(expected)


@MODEST
@given(
    TEXTS,
    st.sampled_from([["\n\n", "\n", " ", ""], ["\n\n", "。", "，", ""], ["a", "b"], [" "]]),
    KEEPS,
    SIZES,
)
def test_recursive_equals_langchain_up_to_the_normaliser(text, separators, keep, sizes):
    chunks = chunks_of(
        "recursive",
        text,
        separators=separators,
        keep_separator=keep,
        chunk_size=sizes[0],
        chunk_overlap=sizes[1],
    )
    expected = recursive_oracle(text, separators, keep, *sizes)
    assert stripped([as_langchain(chunk) for chunk in chunks]) == stripped(expected)


def test_several_dropped_separators_in_a_row_are_kept_in_the_text_and_one_for_langchain():
    (chunk,) = chunks_of("character", "a\n\n\n\nb", chunk_size=20, chunk_overlap=0)
    assert chunk.text == "a\n\n\n\nb"
    assert as_langchain(chunk) == "a\n\nb"


def test_a_dropped_pattern_is_written_out_for_langchain():
    (chunk,) = chunks_of(
        "character",
        "a 1 b",
        separator=r"\d",
        is_separator_regex=True,
        chunk_size=20,
        chunk_overlap=0,
    )
    assert chunk.text == "a 1 b"
    assert as_langchain(chunk) == r"a \d b"
