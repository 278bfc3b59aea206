"""What every tokenizer is: a counter, and where about its tokens end.

    class Words(TokenizerBase):
        tokenizer_type = "words"

        def count(self, text):
            return len(text.split())

With an `Entry` in the group `ragstone.tokenizers` it is `tokenizer=words` for every chunker. What
it counts is its own affair: words, the pieces of a model, whatever a limit is to be made of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

#: Characters counted at once where borders are estimated.
_PIECE = 512


class TokenizerBase(ABC):
    """Counts the tokens of texts, offline. Stateless after construction, safe between threads.

    - The same text has the same count; "" has none.
    - Any text is counted, lone surrogates and strings that look like special tokens too.
    - Time grows with the length of the text.
    """

    tokenizer_type: ClassVar[str]

    class Parameters(BaseModel):
        """What can be asked of the tokenizer; unknown options are refused."""

        model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters: Any = parameters or self.Parameters()

    @abstractmethod
    def count(self, text: str) -> int:
        """The tokens of `text`, 0 or more."""

    def borders(self, text: str) -> Sequence[int]:
        """Where the tokens end: offsets that never fall, from 0 to the end of `text`.

        Chunkers that cut at tokens look here for a place and then count, so that an estimate is
        right, and only makes their windows smaller than they might be. Unless overridden, a few
        hundred characters are counted at a time, and the tokens spread evenly over them.
        """
        found = array("I", [0])
        start = 0
        while start < len(text):
            end = piece_end(text, start, _PIECE)
            count = self.count(text[start:end])
            found.extend(start + number * (end - start) // count for number in range(1, count + 1))
            start = end
        if found[-1] < len(text):
            found.append(len(text))
        return found


def piece_end(text: str, start: int, size: int) -> int:
    """The end of a piece of at most `size` characters: before the last blank in it, if any."""
    end = start + size
    if end >= len(text):
        return len(text)
    blank = max(text.rfind(" ", start + 1, end), text.rfind("\n", start + 1, end))
    return blank if blank > start else end
