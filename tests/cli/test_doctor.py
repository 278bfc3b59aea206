"""`ragstone doctor`: members, their options, and third parties' packages that are broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.running import run, run_json
from ragstone.cli.doctor import CATALOGS, app


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages: one chunker that works, three that do not."""
    (tmp_path / "acme.py").write_text(
        "from ragstone.entries import Entry\n"
        "GOOD = Entry('acme', 'ragstone.chunkers.fixed:FixedChunker', 'by acme')\n"
        "LATE = Entry('late', 'acme_missing:Chunker', 'fails when it is used')\n"
        "NOT_AN_ENTRY = 3\n"
    )
    info = tmp_path / "acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[ragstone.chunkers]\nacme = acme:GOOD\nlate = acme:LATE\nthree = acme:NOT_AN_ENTRY\n"
    )
    return tmp_path


def test_a_broken_entry_point_is_one_warning_and_the_rest_works(site: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words")
    done = run("chunk", tmp_path / "a.txt", "--with", "acme", PYTHONPATH=str(site))
    assert done.returncode == 0
    assert "some words" in done.stdout
    assert done.stderr == (
        "ragstone: the chunker three of acme is skipped: acme:NOT_AN_ENTRY is no "
        "ragstone.entries.Entry; repair that package or remove it\n"
    )


def test_doctor_says_which_third_party_members_are_broken_and_why(site: Path) -> None:
    done = run("doctor", PYTHONPATH=str(site))
    lines = {line.split()[1]: line for line in done.stdout.splitlines()}
    assert lines["acme"].endswith("ready")
    assert "late cannot be loaded from acme_missing (ModuleNotFoundError" in lines["late"]
    assert "skipped: acme: acme:NOT_AN_ENTRY is no ragstone" in lines["three"]
    [skipped] = json.loads(run("doctor", "--json", PYTHONPATH=str(site)).stdout)["skipped"]
    assert (skipped["family"], skipped["name"]) == ("chunkers", "three")


def test_a_member_that_fails_when_it_is_used_is_a_sentence(site: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words")
    done = run("chunk", tmp_path / "a.txt", "--with", "late", PYTHONPATH=str(site))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "late cannot be loaded" in done.stderr.splitlines()[-1]


def test_doctor_lists_the_options_of_a_family() -> None:
    done = run("doctor", "chunkers")
    assert "  chunk_size: integer  = 512\n      Tokens of a window.\n" in done.stdout
    assert '  unit: "characters" or "tokens" or "bytes"  = "characters"\n' in done.stdout


def test_doctor_lists_the_word_for_no_embedder() -> None:
    assert "none: no embedder at all\n" in run("doctor", "embedders").stdout


@pytest.mark.parametrize("family", [catalog.family for catalog in CATALOGS])
def test_doctor_tells_each_member_of_a_family_with_a_summary(family: str) -> None:
    [catalog] = [catalog for catalog in CATALOGS if catalog.family == family]
    members = run_json("doctor", family)
    assert [member["name"] for member in members] == [entry.name for entry in catalog]
    assert all(member["summary"] and not member["problem"] for member in members)


def test_an_unknown_family_lists_those_there_are() -> None:
    done = run("doctor", "chunkrs")
    assert done.returncode == 2
    assert "there are: parsers, chunkers, tokenizers, embedders, stores, records" in done.stderr


def test_an_unknown_embedder_lists_none_too(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words")
    done = run("ingest", tmp_path / "a.txt", "--kb", tmp_path / "kb", "--embedder", "no-such")
    assert done.returncode == 2
    assert "there are: " in done.stderr
    assert "none" in done.stderr.partition("there are: ")[2]
    assert not (tmp_path / "kb").exists()


def test_a_member_that_works_less_well_without_its_extra_says_how(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ragstone.entries.is_installed", lambda module: "tree" not in module)
    lines = CliRunner().invoke(app, []).stdout.splitlines()
    [code] = [line for line in lines if line.startswith("chunkers   code ")]
    assert code.split(maxsplit=2)[2] == (
        'limited: cuts at separators, as recursive does by language; pip install "ragstone[code]"'
    )
