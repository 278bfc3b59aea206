"""`--limit`: the names, the units, and what an error says that one should type."""

from __future__ import annotations

import zipfile
from dataclasses import fields, replace
from pathlib import Path

import pytest

from cli.running import run, run_json
from ragstone.cli.limits import default_of, limits_of, meanings
from ragstone.errors import LimitExceeded, ParameterError
from ragstone.limits import DEFAULT_LIMITS, GIB, MIB, Limits

NAMES = [field.name for field in fields(Limits)]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "tides.md"
    file.write_text("# Tides\n\n" + "The tide table of the harbour. " * 20)
    return file


def test_without_any_the_usual_ones_hold() -> None:
    assert limits_of(None) == DEFAULT_LIMITS


def test_sizes_take_units_and_times_take_fractions() -> None:
    given = limits_of(["file_bytes=2GiB", "picture_bytes=64 mib", "parse_seconds=.5", "pages=7"])
    assert given == replace(
        DEFAULT_LIMITS, file_bytes=2 * GIB, picture_bytes=64 * MIB, parse_seconds=0.5, pages=7
    )


def test_of_one_given_twice_the_last_holds() -> None:
    assert limits_of(["pages=7", "pages=9"]).pages == 9


@pytest.mark.parametrize("name", NAMES)
def test_the_usual_value_is_told_as_it_is_given(name: str) -> None:
    assert limits_of([f"{name}={default_of(name)}"]) == DEFAULT_LIMITS


@pytest.mark.parametrize("name", NAMES)
def test_every_limit_has_a_meaning(name: str) -> None:
    assert meanings()[name].endswith((".", "(zip bombs)."))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("times", [1, 3, 1000])
def test_what_an_error_says_to_type_allows_what_was_met(name: str, times: int) -> None:
    value = getattr(DEFAULT_LIMITS, name) * times + 1
    error = LimitExceeded(name, value, allowed=getattr(DEFAULT_LIMITS, name))
    option, _, pair = error.option.partition(" ")
    assert option == "--limit"
    limits_of([pair]).check(name, value)


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("speed=3", "there is no limit called 'speed'; there are: file_bytes, text_characters, "),
        ("=3", "there is no limit called ''; there are: "),
        ("pages", "--limit pages has no value; write pages=20000"),
        ("pages=", "--limit pages= is no whole number of 0 or more"),
        ("pages=-1", "--limit pages=-1 is no whole number of 0 or more"),
        ("pages=1GiB", "--limit pages=1GiB is no whole number of 0 or more"),
        ("file_bytes=1e9", "--limit file_bytes=1e9 is no whole number of 0 or more, also with KiB"),
        ("file_bytes=9999999999999GiB", "--limit file_bytes=9999999999999GiB is no whole number"),
        ("pages=" + "9" * 5000, "--limit pages=9999"),
        ("parse_seconds=inf", "--limit parse_seconds=inf is no number of seconds above 0"),
        ("parse_seconds=nan", "--limit parse_seconds=nan is no number of seconds above 0"),
        ("parse_seconds=0", "--limit parse_seconds=0 is no number of seconds above 0"),
        ("parse_seconds=soon", "--limit parse_seconds=soon is no number of seconds above 0"),
    ],
)
def test_a_wrong_name_or_value_is_one_sentence(pair: str, said: str) -> None:
    with pytest.raises(ParameterError) as caught:
        limits_of([pair])
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("value", [-1, 1.5, True, "7"])
def test_limits_made_in_python_are_checked_too(value: object) -> None:
    with pytest.raises(ParameterError, match=r"the limit pages is .*; give a whole number"):
        Limits(pages=value)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "command",
    [("ingest",), ("ingest", "--dry-run"), ("parse",), ("chunk",), ("compare",), ("report",)],
    ids=" ".join,
)
def test_a_command_that_reads_files_keeps_to_the_limit_given(
    page: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    more = ["--kb", tmp_path / "kb", "--embedder", "none"] if "ingest" in command else []
    done = run(*command, page, *more, "--limit", "file_bytes=100")
    assert done.returncode in (1, 2)
    told = done.stdout + done.stderr
    assert "file_bytes is 100 and 629 was met; if you trust the file" in told
    assert "--limit file_bytes=800," in told
    assert run(*command, page, *more, "--limit", "file_bytes=800").returncode == 0


def test_a_wrong_limit_is_wrong_usage(page: Path, tmp_path: Path) -> None:
    done = run("ingest", page, "--kb", tmp_path / "kb", "--limit", "pages=many")
    assert done.returncode == 2
    assert done.stderr == "ragstone: --limit pages=many is no whole number of 0 or more\n"
    assert not (tmp_path / "kb").exists()


def test_doctor_lists_the_limits() -> None:
    rows = {row["name"]: row for row in run_json("doctor", "limits")}
    assert list(rows) == NAMES
    assert rows["file_bytes"]["default"] == "512MiB"
    assert "pages = 20000\n    Pages of a PDF" in run("doctor", "limits").stdout


def test_a_member_that_was_left_out_comes_in_when_its_limit_is_raised(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "the tide of spring")
        archive.writestr("log.txt", "the tide of neap\n" * 2000)
    command = ["ingest", tmp_path / "a.zip", "--kb", tmp_path / "kb", "--embedder", "none"]
    done = run(*command, "--limit", "file_bytes=20KiB")
    assert "a.zip: log.txt: not read: file_bytes is 20480 and 34000 was met" in done.stderr
    assert run(*command, "--limit", "file_bytes=20KiB").stderr.startswith("unchanged")
    done = run(*command)
    assert done.stderr.startswith("ready")
    assert "not read" not in done.stderr
