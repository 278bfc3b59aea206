"""Members: the documents inside a document, of an archive or a mail.

Their elements stand among those of the outer document, with `provenance.member`; what else is known
of each stands here.

    document.members[0].path            # "letters.zip/2024/report.docx"
    document.members[0].facts["title"]  # of the report
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

#: What a format's natural sections are: a page, slide, sheet or record (by its path) each, the
#: shallowest heading level that occurs at least twice, or the whole file.
Grouping = Literal["page", "slide", "sheet", "path", "heading", "whole"]


@dataclass(frozen=True, slots=True)
class Member:
    """One document inside another.

    - `path`: from the outer document, "/" between documents and folders alike; no two are equal.
    - `grouping`: what its own natural sections are.
    - `facts`: its own, as its parser tells them.
    - `error`: why it could not be read, one sentence; then the rest is unknown.
    """

    path: str
    media_type: str = ""
    grouping: Grouping = "whole"
    parser: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """JSON-able and lossless."""
        return {
            "path": self.path,
            "media_type": self.media_type,
            "grouping": self.grouping,
            "parser": self.parser,
            "facts": dict(self.facts),
            "error": self.error,
        }
