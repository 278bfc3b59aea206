"""Pictures among text, as the command line tells of them."""

from __future__ import annotations

import base64

import pytest

from ragstone.cli.data_block import described
from ragstone.model.block import Base64Source, DataBlock, URLSource


@pytest.mark.parametrize(
    ("count", "told"),
    [(1, "1 byte"), (2, "2 bytes"), (999, "999 bytes"), (1234, "1.2 kB"), (2_500_000, "2.5 MB")],
)
def test_the_size_is_that_of_the_bytes(count: int, told: str) -> None:
    data = base64.b64encode(bytes(count)).decode()
    block = DataBlock(source=Base64Source(data=data, media_type="image/png"))
    assert described(block) == f"(image/png, {told})"


def test_data_that_lives_elsewhere_tells_where() -> None:
    source = URLSource(url="https://pier.example/a.png", media_type="image/png")
    block = DataBlock(source=source, name="a.png")
    assert described(block) == "(a.png, image/png, https://pier.example/a.png)"


def test_a_name_forges_no_line() -> None:
    source = Base64Source(data="aGk=", media_type="image/png")
    assert described(DataBlock(source=source, name="a\nb")) == "(a\\nb, image/png, 2 bytes)"
