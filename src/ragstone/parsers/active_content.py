"""What a file holds that acts when another program opens it: macros, scripts, embedded objects.

It is named and never run. No parser is needed: the containers themselves are looked into.

    active_content(source, DOCX)      # ["macros (VBA)", "embedded objects"]
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from ragstone.extras import is_installed
from ragstone.parsers.archive import UNPACKING_ERRORS, refuse_many_members
from ragstone.parsers.compound import root_names
from ragstone.parsers.signatures import DOCX, EPUB, ODP, ODS, ODT, PDF, PPTX, XLS, XLSB, XLSX
from ragstone.sources.source import Source

_PACKAGES = frozenset({DOCX, PPTX, XLSX, XLSB, ODT, ODS, ODP, EPUB})
_WEB = frozenset({"text/html", "application/xhtml+xml", "application/x-mimearchive"})
_COMPOUND = frozenset({XLS, "application/vnd.ms-outlook"})

#: Of a package: what the name of a part says.
_PARTS = (
    (re.compile(r"(?:.*/)?vbaproject\.bin"), "macros (VBA)"),
    (re.compile(r"(?:basic|scripts)/.+"), "macros"),
    (re.compile(r".*/macrosheets/.*"), "Excel 4 macros"),
    (re.compile(r".*/(?:embeddings|activex)/.*"), "embedded objects"),
    (re.compile(r".*/externallinks/.*"), "links to other files"),
    (re.compile(r".*\.js"), "scripts"),
)
#: Of a web page; text that only speaks of a tag has it written as an entity.
_TAGS = (
    (re.compile(rb"<script[\s>/]", re.IGNORECASE), "scripts"),
    (re.compile(rb"<[a-z][^<>]{0,2000}\son[a-z]{3,20}\s*=", re.IGNORECASE), "scripts in tags"),
    (re.compile(rb"<(?:iframe|object|embed|applet)[\s>]", re.IGNORECASE), "embedded objects"),
)
#: Of a PDF: names of actions (ISO 32000-2, 12.6), where they are not inside compressed objects.
_ACTIONS = (
    (re.compile(rb"/(?:JavaScript|JS)\b"), "scripts"),
    (re.compile(rb"/Launch\b"), "actions that start programs"),
    (re.compile(rb"/EmbeddedFiles?\b"), "embedded files"),
)
_RTF_OBJECT = re.compile(rb"\\obj(?:emb|link|autlink|data|ocx)\b")


def active_content(source: Source, media_type: str) -> list[str]:
    """What was found, a kind each, in a fixed order; [] for what has nothing or cannot have it."""
    data = source.read_bytes()
    if media_type in _PACKAGES:
        return _of_package(source, data)
    if media_type in _COMPOUND:
        return ["macros (VBA)"] if _has_vba(data) else []
    if media_type in _WEB:
        return [kind for pattern, kind in _TAGS if pattern.search(data)]
    if media_type == PDF:
        return list(dict.fromkeys(_of_pdf(data)))
    if media_type == "application/rtf":
        return ["embedded objects"] if _RTF_OBJECT.search(data) else []
    return []


def _of_package(source: Source, data: bytes) -> list[str]:
    refuse_many_members(source, data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name.replace("\\", "/").lstrip("/").lower() for name in archive.namelist()]
    except UNPACKING_ERRORS:
        return []
    return [kind for pattern, kind in _PARTS if any(pattern.fullmatch(name) for name in names)]


def _has_vba(data: bytes) -> bool:
    return any(name.upper().startswith(("_VBA_PROJECT", "MACROS")) for name in root_names(data))


def _of_pdf(data: bytes) -> Iterator[str]:
    if is_installed("pypdfium2") and _has_scripts(data):
        yield "scripts"
    for pattern, kind in _ACTIONS:
        if pattern.search(data):
            yield kind


def _has_scripts(data: bytes) -> bool:
    # These load pdfium, a package of the extra `pdf`.
    from ragstone.parsers.pdf.library import PdfiumError
    from ragstone.parsers.pdf.plain_text import script_count

    try:
        return script_count(data) > 0
    except PdfiumError:
        return False
