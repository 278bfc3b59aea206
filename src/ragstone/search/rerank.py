"""Late interaction: how near the words of a query come to those of each passage found.

    likenesses = await compare(embedder, "when is high water?", ["At noon.", "The tide is high."])

Words that are spelled otherwise but mean nearly the same count nearly as much, in any order. The
rule is ColBERT's (Khattab and Zaharia 2020, "Efficient and Effective Passage Search via
Contextualized Late Interaction"): for each piece of the query the likest piece of the passage. Here
pieces have the vectors of the embedder's own table, which cost no network, and count by how well
they tell the passages apart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.blas_threads import one_blas_thread
from ragstone.embedders.pieces import WordPieces
from ragstone.text.sentences import sentence_spans
from ragstone.text.stopwords import CJK, ENGLISH, FUNCTION_CHARACTERS, PARTICLES

#: A passage is compared as stretches of whole sentences of about so many pieces, so that a long one
#: does not gather the words of a query from all its pages.
_STRETCH = 256
#: Characters of a passage that are read, and of a query; more of them changes the ranks little,
#: and takes time and memory.
_READ, _ASKED = 8000, 2000

#: The first passages, which say what each piece of the query counts, however many are compared.
_JUDGING = 20

#: What a piece counts, beside up to 1, that every passage has.
_LEAST = 0.05

_STOP_WORDS = ENGLISH | CJK | FUNCTION_CHARACTERS | PARTICLES

_Floats = NDArray[np.float32]


async def compare(
    embedder: EmbedderBase, query: str, passages: Sequence[str]
) -> Sequence[float] | None:
    """Each passage's likeness to the query, in -1…1; None when the embedder has no word pieces.

    The mean of two: the likeness of the passage's best stretch, and that of its best sentence. It
    depends on the first twenty passages: a piece of the query that is much like some of all of them
    says little. 0 for a blank passage, and for all when the query has no piece.

    Capitals of the query do not count; passages are read as they stand and in lower case too.
    """
    sentences = [_sentences(passage[:_READ]) for passage in passages]
    pieces = await embedder.word_pieces([query[:_ASKED].lower(), *chain.from_iterable(sentences)])
    if pieces is None:
        return None
    return await asyncio.to_thread(_likenesses, pieces, list(map(len, sentences)))


def _sentences(passage: str) -> list[str]:
    return [_in_both_cases(passage[start:end]) for start, end in sentence_spans(passage)]


def _in_both_cases(sentence: str) -> str:
    """`sentence`, and again in lower case: the pieces of "Tide" and "tide" are not the same."""
    lower = sentence.lower()
    return sentence if sentence == lower else f"{sentence} {lower}"


def _likenesses(pieces: WordPieces, counts: Sequence[int]) -> Sequence[float]:
    """`pieces.texts`: the query, then the sentences of all passages, `counts` of them each."""
    asked = pieces.texts[0]
    found = np.zeros(len(counts), np.float32)
    read = [part for part in pieces.texts[1:] if len(part)]
    if not len(asked) or not read:
        return found.tolist()
    owners = np.repeat(np.arange(len(counts)), counts)
    owners = owners[[len(part) > 0 for part in pieces.texts[1:]]]
    with one_blas_thread():
        likeness = pieces.rows @ pieces.rows[asked].T
    # One sentence at a time: all at once take gigabytes for a long query.
    by_sentence = np.stack([likeness[part].max(axis=0) for part in read], axis=1)
    present, begins = np.unique(owners, return_index=True)
    weights = _weights(pieces, _best(by_sentence, begins)[:, :_JUDGING])
    stretches = _stretches(owners, [len(part) for part in read])
    whole = weights @ _best(by_sentence, stretches)
    best_stretch = np.maximum.reduceat(whole, np.searchsorted(stretches, begins))
    best_sentence = np.maximum.reduceat(weights @ by_sentence, begins)
    # Sums of float32 may come out a little above 1.
    found[present] = np.clip((best_stretch + best_sentence) / 2, -1, 1)
    return found.tolist()


def _weights(pieces: WordPieces, best: _Floats) -> _Floats:
    """What each piece of the query counts: nothing for stop words and signs, else the less, the
    liker it finds its likest in the average passage. Their sum is 1."""
    spelled = [pieces.spelled[int(row)] for row in pieces.texts[0]]
    says = np.array([_says_something(word) for word in spelled], np.float32)
    weights = (_LEAST + 1 - best.mean(axis=1)) * (says if says.any() else 1)
    return weights / weights.sum()


def _says_something(word: str) -> bool:
    return word not in _STOP_WORDS and any(map(str.isalnum, word))


def _stretches(owners: NDArray[np.int64], lengths: Sequence[int]) -> list[int]:
    """The numbers of the sentences that begin a stretch."""
    begins: list[int] = []
    owner, held = -1, 0
    for number, (own, length) in enumerate(zip(owners.tolist(), lengths, strict=True)):
        if own != owner or held + length > _STRETCH:
            begins.append(number)
            owner, held = own, 0
        held += length
    return begins


def _best(values: _Floats, starts: Sequence[int] | NDArray[np.int64]) -> _Floats:
    """The highest value of each group of columns."""
    return np.maximum.reduceat(values, starts, axis=1)
