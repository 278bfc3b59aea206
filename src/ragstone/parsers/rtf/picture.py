"""Pictures in an RTF file: their bytes in hexadecimal digits or as they are, and what they show.

    pictures = Pictures(PictureFiles(limits.picture_bytes))
    pictures.begin()
    pictures.add(Token("", data=b"89504e47"))
    pictures.end(is_hidden=False)       # an element; None for what is no picture to look at

Specification 1.9.1, "Pictures".
"""

from __future__ import annotations

from ragstone.model.block import DataBlock
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.picture_files import PictureFiles
from ragstone.parsers.rtf.tokens import Token

_DIGITS = b"0123456789abcdefABCDEF"
_OTHERS = bytes(set(range(256)) - set(_DIGITS))


class Pictures:
    """The pictures of one file; `files` is None where their data is not asked for."""

    def __init__(self, files: PictureFiles | None) -> None:
        self._files = files
        self._count = 0
        self._is_open = False
        self._description = ""
        self._digits: list[bytes] = []
        self._binary = b""

    def begin(self) -> bool:
        """A `\\pict` group begins; False for one inside another, which is none of its own."""
        if self._is_open:
            return False
        self._is_open, self._description, self._digits, self._binary = True, "", [], b""
        return True

    def add(self, token: Token) -> None:
        """Text of the group, or the bytes of `\\bin`."""
        if token.word:
            self._binary = token.data
        else:
            self._digits.append(token.data.translate(None, _OTHERS))

    def describe(self, text: str) -> Element | None:
        """A description: of the group that is open, or else of a picture that is elsewhere."""
        if not self._is_open:
            return self._element(text, None, frozenset())
        self._description = text
        return None

    def end(self, *, is_hidden: bool) -> Element | None:
        """The group ends."""
        self._is_open = False
        block = None if self._files is None else self._files.take(self._data())
        marks = frozenset({Mark.HIDDEN}) if is_hidden else frozenset[Mark]()
        return self._element(self._description, block, marks)

    def _data(self) -> bytes:
        """The picture's file; of digits that are cut off all whole bytes."""
        if self._binary:
            return self._binary
        digits = b"".join(self._digits)
        return bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))

    def _element(
        self, text: str, block: DataBlock | None, marks: frozenset[Mark]
    ) -> Element | None:
        if not text and block is None:
            return None
        self._count += 1
        rule = "alternative text" if text else "picture"
        return Element(
            ElementType.IMAGE,
            text,
            marks=marks | {Mark.ALT_TEXT} if text else marks,
            provenance=Provenance(path=f"picture[{self._count}]", rule=rule),
            data=block,
        )
