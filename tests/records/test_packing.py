"""Sections as records keep them."""

from __future__ import annotations

import pytest

from ragstone.errors import StoreError
from ragstone.model.block import text_block
from ragstone.model.section import Section
from ragstone.records.packing import pack_section, unpack_section

SECTION = Section(content=text_block("High water is at noon."), source="tides.md")


def test_a_section_comes_back_as_it_went_in() -> None:
    assert unpack_section(pack_section(SECTION)) == SECTION


@pytest.mark.parametrize("place", [0, 12, -1])
def test_a_damaged_section_is_one_sentence(place: int) -> None:
    damaged = bytearray(pack_section(SECTION))
    damaged[place] ^= 0x80
    with pytest.raises(StoreError, match=r"damaged.*backup"):
        unpack_section(bytes(damaged))
