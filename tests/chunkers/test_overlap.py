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
