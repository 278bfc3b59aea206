"""Passages of one text count once."""

from __future__ import annotations

from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.chunk import Chunk
from ragstone.search.distinct import distinct
from ragstone.search.retrieve import Candidate, Scores


def candidate(document: str, content: str | DataBlock, score: float) -> Candidate:
    block = TextBlock(text=content) if isinstance(content, str) else content
    chunk = Chunk(content=block, source=document, chunk_index=0, total_chunks=1)
    return Candidate(document, 1, chunk, score, Scores())


def grouped(*candidates: Candidate) -> list[list[str]]:
    return [[each.document_id for each in group] for group in distinct(candidates)]


def test_equal_texts_stand_together_where_the_best_of_them_stands() -> None:
    assert grouped(
        candidate("a", "tide", 0.9),
        candidate("b", "ferry", 0.8),
        candidate("c", "tide", 0.7),
        candidate("d", "rope", 0.6),
        candidate("e", "ferry", 0.5),
    ) == [["a", "c"], ["b", "e"], ["d"]]


def test_blanks_around_a_text_make_no_other_text() -> None:
    assert grouped(candidate("a", "tide", 1), candidate("b", "\n tide \n", 1)) == [["a", "b"]]


def test_texts_that_differ_in_case_or_inside_are_others() -> None:
    found = grouped(
        candidate("a", "tide", 1), candidate("b", "Tide", 1), candidate("c", "ti de", 1)
    )
    assert found == [["a"], ["b"], ["c"]]


def test_equal_pictures_are_one_and_never_a_text() -> None:
    picture = DataBlock(source=Base64Source(data="AAAA", media_type="image/png"))
    other = DataBlock(source=Base64Source(data="BBBB", media_type="image/png"))
    assert grouped(
        candidate("a", picture, 1),
        candidate("b", other, 1),
        candidate("c", picture, 1),
        candidate("d", picture.id, 1),
    ) == [["a", "c"], ["b"], ["d"]]
