"""The catalogue: rows, options in words, and errors that name what is wrong."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict, Field

from ragstone.entries import Catalog, Entry, parse_spec
from ragstone.errors import MissingExtra, ParameterError


class Anvil:
    class Parameters(BaseModel):
        model_config = ConfigDict(extra="forbid")
        weight: int = Field(1, ge=1)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters


CATALOG: Catalog[Anvil] = Catalog("tools", (Entry("anvil", "test_entries:Anvil"),))


def test_a_member_is_made_with_its_options() -> None:
    made = CATALOG.create("anvil", weight=3)
    assert made.parameters is not None
    assert made.parameters.weight == 3


def test_an_unknown_member_lists_those_there_are() -> None:
    with pytest.raises(ParameterError, match="no tool called hammer; there are: anvil"):
        CATALOG.create("hammer")


def test_a_wrong_value_is_one_sentence_that_names_the_option() -> None:
    with pytest.raises(ParameterError, match=r"^anvil: weight: Input should be greater"):
        CATALOG.create("anvil", weight=0)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(ParameterError, match=r"^anvil: wieght is not an option of it$"):
        CATALOG.create("anvil", wieght=1)


def test_a_missing_package_says_the_pip_line() -> None:
    entry = Entry("saw", "nowhere:Saw", extra="saws", requires=("no_such_package",))
    assert entry.missing == ("no_such_package",)
    with pytest.raises(MissingExtra, match=r'pip install "ragstone\[saws\]"'):
        entry.load()


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("sentence", ("sentence", {})),
        ("a:x=1,y=2.5,z=true", ("a", {"x": 1, "y": 2.5, "z": True})),
        ('a:s=["\\n\\n","，",","],n=5', ("a", {"s": ["\n\n", "，", ","], "n": 5})),
        ('a:s="x,y"', ("a", {"s": "x,y"})),
        ("a:model=e5-small", ("a", {"model": "e5-small"})),
        ("a:url=http://127.0.0.1:8080/v1", ("a", {"url": "http://127.0.0.1:8080/v1"})),
    ],
)
def test_a_spec_reads_as_name_and_options(
    spec: str, expected: tuple[str, dict[str, object]]
) -> None:
    assert parse_spec(spec) == expected


def test_a_spec_without_a_value_is_refused() -> None:
    with pytest.raises(ParameterError, match="not option=value"):
        parse_spec("sentence:600")
