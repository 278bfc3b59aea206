"""The catalogue: rows, options in words, and errors that name what is wrong."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from ragstone.entries import Catalog, Entry, one_sentence, parse_spec
from ragstone.errors import MissingExtra, ParameterError, PluginError


class Anvil:
    class Parameters(BaseModel):
        model_config = ConfigDict(extra="forbid")
        weight: int = Field(1, ge=1)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters


class Smithy:
    """A member of one family that is made with a member of another."""

    class Parameters(BaseModel):
        model_config = ConfigDict(extra="forbid")
        tool: str = "anvil:weight=7"

    def __init__(self, parameters: Parameters, tool: Anvil) -> None:
        self.parameters, self.tool = parameters, tool


class Safe:
    class Parameters(BaseModel):
        code: SecretStr | None = None

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters


CATALOG: Catalog[Anvil] = Catalog("tools", (Entry("anvil", "test_entries:Anvil"),))
SAFES: Catalog[Safe] = Catalog("safes", (Entry("safe", "test_entries:Safe"),))
SHOPS: Catalog[Smithy] = Catalog(
    "shops",
    (
        Entry("smithy", "test_entries:Smithy", uses=(("tool", "test_entries:CATALOG"),)),
        Entry("bank", "test_entries:Smithy", uses=(("tool", "test_entries:SAFES"),)),
    ),
)


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


def test_an_unknown_option_is_named_and_the_options_are_listed() -> None:
    known = r"^anvil: wieght is not an option of it; its options: weight$"
    with pytest.raises(ParameterError, match=known):
        CATALOG.create("anvil", wieght=1)


def test_a_member_is_made_with_the_member_of_another_family_that_its_option_names() -> None:
    default = SHOPS.create("smithy").tool.parameters
    assert default is not None
    assert default.weight == 7
    made = SHOPS.create_from('smithy:tool="anvil:weight=2"')
    assert made.tool.parameters is not None
    assert made.tool.parameters.weight == 2
    assert made.parameters.tool == "anvil:weight=2"


def test_a_wrong_member_of_another_family_is_one_sentence_that_names_the_option() -> None:
    with pytest.raises(ParameterError, match=r"^smithy: tool: there is no tool called hammer"):
        SHOPS.create("smithy", tool="hammer")
    with pytest.raises(ParameterError, match=r"^smithy: tool: anvil: weight: Input should"):
        SHOPS.create("smithy", tool="anvil:weight=0")


def test_a_secret_for_a_member_of_another_family_is_refused_and_not_repeated() -> None:
    assert SHOPS.create("bank", tool="safe")
    with pytest.raises(ParameterError, match="code would be written down") as error:
        SHOPS.create("bank", tool="safe:code=sesame")
    assert "sesame" not in str(error.value)


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
        ("a:", ("a", {})),
        ("a:separator=--,keep=true", ("a", {"separator": "--", "keep": True})),
        ("a:tokenizer=o200k, limit = 90", ("a", {"tokenizer": "o200k", "limit": 90})),
        ("a:separator=a=b", ("a", {"separator": "a=b"})),
        ('a:s={"x": [1, 2]},n=null', ("a", {"s": {"x": [1, 2]}, "n": None})),
        (r"a:separator=\n", ("a", {"separator": "\n"})),
        (r"a:separator=\r\n\t, n=5", ("a", {"separator": "\r\n\t", "n": 5})),
        (r"a:tokenizer=C:\new\tok.json", ("a", {"tokenizer": r"C:\new\tok.json"})),
        (r"a:folder=\new", ("a", {"folder": r"\new"})),
        (r"a:separator=\s+", ("a", {"separator": r"\s+"})),
        (r"a:separator=\n+", ("a", {"separator": r"\n+"})),
        ("a:s=,n=5", ("a", {"s": "", "n": 5})),
    ],
)
def test_a_spec_reads_as_name_and_options(
    spec: str, expected: tuple[str, dict[str, object]]
) -> None:
    assert parse_spec(spec) == expected


@pytest.mark.parametrize(
    "spec", ["sentence:600", "sentence:=3", "sentence:a=1,a=2", "sentence:a=1,,"]
)
def test_a_broken_spec_is_refused(spec: str) -> None:
    with pytest.raises(ParameterError, match=r"^sentence:"):
        parse_spec(spec)


@pytest.mark.parametrize("spec", ["a:separator= ", "a:separator=\n,n=5", "a:separator=\t"])
def test_a_value_of_blanks_is_refused_and_not_taken_for_nothing(spec: str) -> None:
    with pytest.raises(ParameterError, match=r'separator is blank; .*in quotes, separator=" "'):
        parse_spec(spec)


def _install(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    """Let these (name, value) pairs be the entry points of every group."""

    def installed(group: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group) for name, value in points]

    monkeypatch.setattr("ragstone.entries.entry_points", installed)


THIRD = Entry("third", "test_entries:Anvil")
RIVAL = Entry("anvil", "test_entries:Other")


@pytest.mark.parametrize(
    ("value", "cause"),
    [
        ("no_such_package:ROW", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("test_entries:NOTHING", "AttributeError: module 'test_entries' has no attribute"),
        ("test_entries:Anvil", "test_entries:Anvil is no ragstone.entries.Entry"),
        ("test_entries:RIVAL", "there is another anvil already"),
    ],
)
def test_a_wrong_entry_point_is_skipped_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, value: str, cause: str
) -> None:
    _install(monkeypatch, ("bad", value), ("third", "test_entries:THIRD"))
    catalog: Catalog[Anvil] = Catalog("tools", CATALOG.own)
    assert [row.target for row in catalog] == ["test_entries:Anvil"] * 2
    [broken] = catalog.broken
    assert broken.cause.startswith(cause)
    [record] = caplog.records
    assert record.getMessage().startswith("the tool bad of an unknown package is skipped: ")


def test_an_entry_point_that_is_found_twice_is_no_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, *[("third", "test_entries:THIRD")] * 2)
    assert Catalog("tools", CATALOG.own).broken == []


@pytest.mark.parametrize(
    ("target", "cause"),
    [
        ("no_such_package:Saw", "No module named"),
        ("test_entries:Nothing", "no attribute"),
        ("test_entries:Entry", "it has no class Parameters inside"),
    ],
)
def test_a_member_that_cannot_be_loaded_is_a_sentence(target: str, cause: str) -> None:
    catalog: Catalog[Anvil] = Catalog("tools", (Entry("saw", target),))
    with pytest.raises(PluginError, match=f"^saw cannot be loaded from .*{cause}.*; install"):
        catalog.create("saw")


def test_the_word_for_no_member_is_listed_and_makes_none() -> None:
    catalog: Catalog[Anvil] = Catalog("tools", CATALOG.own, absent="none")
    with pytest.raises(ParameterError, match=r"there are: anvil, none$"):
        catalog.create("hammer")
    with pytest.raises(ParameterError, match=r"^none means no tool, and one is needed here$"):
        catalog.create("none")


def test_an_option_that_is_needed_says_what_it_is() -> None:
    class Lathe:
        class Parameters(BaseModel):
            speed: int = Field(description="Turns a minute, such as 900.")

    with pytest.raises(ValidationError) as caught:
        Lathe.Parameters()  # pyright: ignore[reportCallIssue]
    sentence = one_sentence(caught.value, Lathe.Parameters)
    assert sentence == "speed is needed: Turns a minute, such as 900"
