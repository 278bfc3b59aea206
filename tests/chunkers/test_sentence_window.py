import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section

FIVE = "One is here. Two is here. Three is here. Four is here. Five is here."


def sections_of(*texts, parts=()):
    return [Section(content=TextBlock(text=text), source="a.txt", parts=parts) for text in texts]


def chunks_of(*texts, parts=(), **parameters):
    sections = sections_of(*texts, parts=parts)
    chunks = CHUNKERS.create("sentence_window", **parameters).chunk_sections(sections)
    assert verify(sections, chunks) == []
    return chunks


def test_each_sentence_is_a_chunk():
    chunks = chunks_of("Dr. Lee left. 她走了。他说：“好！”")
    assert [chunk.text for chunk in chunks] == ["Dr. Lee left.", "她走了。", "他说：“好！”"]
    assert chunks[0].boundaries[1].reason is BoundaryReason.SENTENCE


def test_neighbours_of_both_sides_stand_in_the_context_and_not_in_the_text():
    chunks = chunks_of(FIVE, window_size=1)
    assert chunks[2].text == "Three is here."
    assert chunks[2].context == "Two is here.\n[…]\nFour is here."
    assert chunks[0].context == "[…]\nTwo is here."
    assert chunks[4].context == "Four is here.\n[…]"


def test_the_context_put_around_the_text_is_the_document_again():
    (chunk,) = [c for c in chunks_of(FIVE, window_size=2) if c.text == "Three is here."]
    assert chunk.context.replace("[…]", chunk.text).replace("\n", " ") == FIVE


def test_without_neighbours_there_is_no_context():
    assert chunks_of("Alone.")[0].context == ""
    assert {chunk.context for chunk in chunks_of(FIVE, window_size=0)} == {""}


def test_the_context_never_crosses_a_section():
    chunks = chunks_of("One is here.", "Two is here. Three is here.")
    assert chunks[0].context == ""
    assert chunks[1].context == "[…]\nThree is here."


def test_several_sentences_may_make_a_chunk_but_neighbours_are_counted_in_sentences():
    chunks = chunks_of(FIVE, chunk_size=2, window_size=1)
    assert [chunk.text for chunk in chunks] == [
        "One is here. Two is here.",
        "Three is here. Four is here.",
        "Five is here.",
    ]
    assert chunks[1].context == "Two is here.\n[…]\nFive is here."


def test_a_heading_goes_with_the_sentence_after_it_and_ends_the_chunk_before():
    text = "Before it.\n\nOne\n\nAfter it. More."
    parts = (
        Part(0, 10, "1", ElementType.NARRATIVE_TEXT),
        Part(12, 15, "2", ElementType.TITLE, heading_path=("One",)),
        Part(17, len(text), "3", ElementType.NARRATIVE_TEXT, heading_path=("One",)),
    )
    chunks = chunks_of(text, parts=parts, chunk_size=2)
    assert [chunk.text for chunk in chunks] == ["Before it.", "One\n\nAfter it. More."]


def test_a_code_block_counts_as_one_sentence():
    code = "print(1.)\nx = 2. + 3\n\nprint(x)"
    text = f"See here.\n\n{code}\n\nDone."
    parts = (
        Part(0, 9, "1", ElementType.NARRATIVE_TEXT),
        Part(11, 11 + len(code), "2", ElementType.CODE_SNIPPET),
        Part(13 + len(code), len(text), "3", ElementType.NARRATIVE_TEXT),
    )
    assert [chunk.text for chunk in chunks_of(text, parts=parts)] == ["See here.", code, "Done."]


def test_a_sentence_over_a_hard_limit_is_cut_and_its_pieces_are_neighbours():
    chunks = chunks_of("word " * 20 + "end. Next.", max_characters=30, window_size=1)
    assert max(len(chunk.text) for chunk in chunks) <= 30
    assert max(len(chunk.context) for chunk in chunks) <= 30 * 2 + len("\n[…]\n")
    assert chunks[0].boundaries[1].reason is BoundaryReason.HARD


@pytest.mark.parametrize("parameters", [{"window_size": -1}, {"chunk_size": 0}])
def test_what_makes_no_sense_is_refused_by_name(parameters):
    with pytest.raises(ParameterError, match=next(iter(parameters))):
        CHUNKERS.create("sentence_window", **parameters)
