"""What an Office file holds that acts or reaches outside: reported, never run, opened or followed.

macros_of(package)             # {"macros": True}
active_content(package)        # ["it has macros (VBA), which were not run"]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragstone.parsers.ooxml.package import OfficePackage


def macro_facts(package: OfficePackage) -> dict[str, Any]:
    """The fact that a file has macros; nothing for one without."""
    return {"macros": True} if _has_macros(package) else {}


def active_content(package: OfficePackage) -> Iterator[str]:
    """One sentence for each kind: macros, embedded objects, a template that is fetched."""
    names = [name.lower() for name in package.names]
    if _has_macros(package):
        yield "it has macros (VBA), which were not run"
    if any("/embeddings/" in name or "/activex/" in name for name in names):
        yield "it has embedded objects, which were not opened"
    kinds = {
        found.kind
        for part in (package.main, _settings(package))
        for found in package.relationships(part).values()
        if found.is_external
    }
    if "attachedTemplate" in kinds:
        yield "it names a template outside, which was not fetched"


def _settings(package: OfficePackage) -> str:
    return next(iter(package.related(package.main, "settings").values()), package.main)


def _has_macros(package: OfficePackage) -> bool:
    return any(name.lower().endswith("vbaproject.bin") for name in package.names)
