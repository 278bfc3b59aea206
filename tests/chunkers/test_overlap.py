import pytest
from pydantic import ValidationError

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.overlap import OverlapParameters
from ragstone.errors import ParameterError


@pytest.mark.parametrize("overlap", [10, 11])
def test_an_overlap_that_leaves_nothing_new_is_refused_with_a_sentence(overlap):
    with pytest.raises(ValidationError, match=r"\(1\d\) must be smaller than chunk_size \(10\)"):
        OverlapParameters(chunk_size=10, chunk_overlap=overlap)


def test_an_overlap_of_all_but_one_is_allowed():
    assert OverlapParameters(chunk_size=10, chunk_overlap=9).chunk_overlap == 9


@pytest.mark.parametrize("name", ["character", "recursive", "fixed", "token"])
def test_chunkers_with_a_size_and_an_overlap_in_one_unit_share_the_rule(name):
    with pytest.raises(ParameterError, match=r"chunk_overlap \(10\) must be smaller"):
        CHUNKERS.create(name, chunk_size=10, chunk_overlap=10)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "token:chunk_size=100,max_tokens=50",
            r"chunk_size \(100\) must not be larger than max_tok",
        ),
        ("fixed:chunk_size=100,max_characters=10", r"than max_characters \(10\)"),
        ("fixed:unit=bytes,chunk_size=9,max_bytes=8", r"than max_bytes \(8\)"),
        ("token:max_tokens=140,chunk_overlap=140", r"smaller than chunk_size \(140\)"),
    ],
)
def test_a_window_over_the_limit_in_its_unit_is_refused(asked, said):
    with pytest.raises(ParameterError, match=said):
        CHUNKERS.create_from(asked)


@pytest.mark.parametrize(
    ("asked", "size", "overlap"),
    [
        ("token:max_tokens=128", 128, 12),
        ("token:max_tokens=100", 100, 9),
        ("token:max_tokens=1", 1, 0),
        ("token:max_tokens=600", 512, 50),
        ("fixed:max_characters=31", 31, 0),
        ("fixed:unit=bytes,max_bytes=128", 128, 0),
        ("fixed:chunk_size=100,max_bytes=10", 100, 0),
        ("fixed:chunk_size=100,chunk_overlap=9,max_characters=100", 100, 9),
    ],
)
def test_a_size_that_was_not_given_follows_the_limit(asked, size, overlap):
    parameters = CHUNKERS.create_from(asked).parameters
    assert (parameters.chunk_size, parameters.chunk_overlap) == (size, overlap)
    again = type(parameters)(**parameters.model_dump())
    assert again == parameters


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("fixed:max_characters=2", "max_characters=2 is too small"),
        ("fixed:chunk_size=2", "chunk_size=2 is too small"),
        ("token:max_tokens=2", "max_tokens=2 is too small"),
        ("token:chunk_size=2,chunk_overlap=0,max_tokens=9", "chunk_size=2 is too small"),
    ],
)
def test_a_cluster_over_the_size_is_refused_by_the_option_that_was_given(asked, named):
    with pytest.raises(ParameterError, match=named):
        CHUNKERS.create_from(asked).chunk_text("tide 👨‍👩‍👧‍👦")
