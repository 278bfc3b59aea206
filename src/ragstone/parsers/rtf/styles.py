"""The style sheet of an RTF file, as far as styles make headings."""

from __future__ import annotations

from ragstone.parsers.heading_style import heading_level

_BODY_OUTLINE = 9


class Styles:
    """Names and outline levels of paragraph styles by number."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._outlines: dict[int, int] = {}
        self._open: int | None = None

    def begin(self, number: int | None) -> None:
        """The next words define this style; None for what is no paragraph style."""
        self._open = number
        if number is not None:
            self._names[number] = ""

    def name(self, text: str) -> None:
        if self._open is not None:
            self._names[self._open] += text

    def outline(self, number: int | None) -> None:
        if self._open is not None and number is not None:
            self._outlines[self._open] = number

    def heading(self, style: int, outline: int | None) -> tuple[int | None, str, str]:
        """The level of a heading, what makes it one, and the name of its style where that is it;
        the paragraph's own outline level goes before its style.
        """
        name = self._names.get(style, "").partition(";")[0].strip()
        if outline is None:
            level = heading_level(name)
            if level is not None:
                return level, f"style {name}", name
            outline = self._outlines.get(style)
        if outline is not None and 0 <= outline < _BODY_OUTLINE:
            return outline + 1, "outline level", ""
        return None, "", ""
