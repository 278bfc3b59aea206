"""Optional packages: imported on first use, with one exact sentence when they are missing.

The name of every extra stands in `pyproject.toml`; a test compares the two.
"""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from ragstone.errors import MissingExtra


def require(module: str, extra: str, purpose: str = "") -> ModuleType:
    """Import `module`, or raise `MissingExtra` that says `pip install "ragstone[extra]"`."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        raise MissingExtra(extra, module.split(".")[0], purpose) from error


def is_installed(module: str) -> bool:
    """Whether `module` can be found; nothing is imported but its parents."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False
