"""Documents: what a parser makes of one file, before it is divided into sections.

document = read_document(Source.from_path("report.pdf"))
document.sections()                 # natural: one a page
document.sections(by="document")    # one for all of it
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ragstone.model.element import Element
from ragstone.model.member import Grouping, Member
from ragstone.model.section import Section
from ragstone.model.sectioning import SectionBy, divide


@dataclass(frozen=True, slots=True)
class Document:
    """The elements of one file with the facts about it.

    - `source`: the file's name, as citations show it.
    - `text`: the decoded file verbatim, for text, Markdown and source code; None for all other
      formats, whose section text is composed from the elements. With it, every element that shows
      has a `span`.
    - `members`: the documents inside it, whose elements are among its own.
    - `facts`: title, authors, dates, language, encoding and its confidence, page count, …
    - `warnings`: one sentence each; what was damaged, left out or guessed.
    - `parser`, `strategy`, `strategy_reason`: which member read it, how, and why so.
    """

    source: str
    media_type: str
    elements: tuple[Element, ...] = ()
    text: str | None = None
    grouping: Grouping = "whole"
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    warnings: tuple[str, ...] = ()
    parser: str = ""
    strategy: str = ""
    strategy_reason: str = ""
    members: tuple[Member, ...] = ()

    def sections(self, by: SectionBy = "natural", *, depth: int = 1) -> list[Section]:
        """The document divided into sections; `depth` is the heading level for `by="heading"`."""
        return divide(self, by, depth)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able and lossless; elements in Unstructured's keys."""
        elements = [element.to_dict() for element in self.elements]
        for element in elements:
            element["metadata"] |= {"filename": self.source, "filetype": self.media_type}
        members = {"members": [member.to_dict() for member in self.members]}
        return {
            "source": self.source,
            "media_type": self.media_type,
            "parser": self.parser,
            "strategy": self.strategy,
            "strategy_reason": self.strategy_reason,
            "grouping": self.grouping,
            "facts": dict(self.facts),
            "warnings": list(self.warnings),
            "text": self.text,
            "elements": elements,
            **(members if self.members else {}),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Document:
        """The inverse of `to_dict`."""
        simple = {k: v for k, v in values.items() if k not in ("elements", "warnings", "members")}
        return cls(
            **simple,
            elements=tuple(Element.from_dict(element) for element in values["elements"]),
            warnings=tuple(values["warnings"]),
            members=tuple(Member(**member) for member in values.get("members", ())),
        )
