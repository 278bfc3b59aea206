"""Extras: what the catalogues and the code ask for is what pyproject.toml offers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.errors import MissingExtra
from ragstone.extras import is_installed, require
from ragstone.parsers.catalog import PARSERS
from ragstone.records.catalog import RECORDS
from ragstone.stores.catalog import STORES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = set(PROJECT["optional-dependencies"])


def test_every_extra_a_catalogue_names_is_in_pyproject() -> None:
    rows = [row for catalog in (PARSERS, CHUNKERS, EMBEDDERS, STORES, RECORDS) for row in catalog]
    assert {row.extra for row in rows if row.extra} <= EXTRAS


def test_every_row_that_requires_a_package_names_its_extra() -> None:
    rows = [row for catalog in (PARSERS, CHUNKERS, EMBEDDERS, STORES, RECORDS) for row in catalog]
    assert [row.name for row in rows if row.requires and not row.extra] == []


def test_every_extra_that_the_code_asks_for_is_in_pyproject() -> None:
    asked = {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r'ragstone\[(\w+)\]"|require\("[\w.]+", "(\w+)"', path.read_text())
        for name in name
        if name
    }
    assert asked - {"extra", "NAME"} <= EXTRAS


def test_a_missing_module_names_extra_and_purpose() -> None:
    with pytest.raises(MissingExtra, match=r"reading sound needs the package .*ragstone\[audio\]"):
        require("no_such_module", "audio", "reading sound")


def test_an_import_error_inside_an_installed_package_is_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_package.py").write_text("import something_it_needs\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="something_it_needs"):
        require("broken_package", "any")


def test_installed_is_told_without_importing() -> None:
    assert is_installed("json")
    assert not is_installed("no_such_package.part")
