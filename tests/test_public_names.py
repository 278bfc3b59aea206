"""The package's front door: every public name opens, and nothing is loaded before."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ragstone


@pytest.mark.parametrize("name", ragstone.__all__)
def test_a_public_name_can_be_imported(name: str) -> None:
    assert getattr(ragstone, name).__module__.startswith("ragstone") or name.isupper()


def test_every_public_name_has_a_home() -> None:
    assert set(ragstone._HOME) == set(ragstone.__all__)


def test_the_front_door_is_small() -> None:
    assert 15 <= len(ragstone.__all__) <= 28


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute nothing"):
        _ = ragstone.nothing


def test_importing_the_package_loads_nothing_else_of_it() -> None:
    script = (
        "import sys, ragstone\n"
        "print([name for name in sys.modules if name.startswith('ragstone.')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
