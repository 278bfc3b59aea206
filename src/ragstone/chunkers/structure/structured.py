"""What the chunkers by structure share: scan, measure, choose the cheapest cuts.

A member says only which structure a text has (`outline`); `balanced` chooses among its seams. See
`markdown`, `html`, `json` and `table`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from ragstone.chunkers.balanced import BalancedChunker
from ragstone.chunkers.base import TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.outline import Outline

_NOT_BLANK = re.compile(r"\S")


class StructuredChunker(BalancedChunker):
    """Cuts where the structure of the text itself costs least.

    - What is one thing (code, a table row, a value) is divided only when it alone exceeds a limit.
    - Where the section's parts know no headings, those of the text give the heading path.
    - What stands above a chunk and outside it, such as a table's header, is its `context`; limits
      do not count it.
    """

    class Parameters(BalancedChunker.Parameters):
        """The sizes of `balanced`: at least one limit; 200 tokens when none is given."""

    @abstractmethod
    def outline(self, section: TextSection, limits: HardLimits) -> Outline:
        """The structure of one section's text; linear in its length."""

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        limits = HardLimits.of(self.parameters)
        found = self.outline(section, limits)
        told = any(part.heading_path for part in section.parts)
        for cut in self.cuts_at(section.text, found.seams, limits, found.inside, found.atom):
            first = _NOT_BLANK.search(section.text, cut.span.start)
            start = first.start() if first else cut.span.start
            path = None if told else found.path_at(start)
            cut.context, cut.path = found.context_at(start), path
            yield cut
