"""What an Excel workbook holds beside its sheets that acts or reaches outside: reported, never run.

dangers_of(package)        # ["it has macros, which were not run"]
"""

from __future__ import annotations

from collections.abc import Iterator

from ragstone.parsers.ooxml.nodes import attribute, descendants
from ragstone.parsers.ooxml.package import OfficePackage

_MOST = 10


def dangers_of(package: OfficePackage) -> Iterator[str]:
    """One sentence for each kind."""
    names = [name.lower() for name in package.names]
    if any(name.endswith("vbaproject.bin") for name in names):
        yield "it has macros (VBA), which were not run"
    kinds = {found.kind for found in package.relationships(package.main).values()}
    if kinds & {"xlMacrosheet", "xlIntlMacrosheet"} or any("/macrosheets/" in n for n in names):
        yield "it has sheets of Excel 4 macros, which were not run"
    if any("/embeddings/" in name or "/activex/" in name for name in names):
        yield "it has embedded objects, which were not opened"
    if "xl/connections.xml" in names:
        yield "it has connections to data outside, which were not opened"
    yield from _links(package)


def _links(package: OfficePackage) -> Iterator[str]:
    files: list[str] = []
    programs: list[str] = []
    for part in package.related(package.main, "externalLink").values():
        files += [
            found.target.rsplit("/", 1)[-1]
            for found in package.relationships(part).values()
            if found.is_external
        ]
        for link in descendants(package.xml(part), "x:ddeLink"):
            said = (attribute(link, "ddeService"), attribute(link, "ddeTopic"))
            programs.append("|".join(one for one in said if one))
    if files:
        yield f"it refers to other files, which were not opened: {_listed(files)}"
    if programs:
        yield f"it has DDE links to programs, which were not followed: {_listed(programs)}"


def _listed(names: list[str]) -> str:
    shown = [name if name.isprintable() else ascii(name) for name in dict.fromkeys(names)]
    more = f" and {len(shown) - _MOST} more" if len(shown) > _MOST else ""
    return ", ".join(name[:80] for name in shown[:_MOST]) + more
