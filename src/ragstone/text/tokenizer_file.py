"""Tokenizers from a file `tokenizer.json`, as models are published with.

    tokenizer = tokenizer_file("models/bge-small-zh/tokenizer.json")
    tokenizer.count("潮汐表")           # without the marks for begin and end
    tokenizer.encode("潮汐表")          # ids with them, as the model reads the text

The package `tokenizers` reads the file; nothing is downloaded. Encodings by name are `tokens`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstone.errors import ParameterError
from ragstone.extras import require
from ragstone.text.tokenizer import piece_end

#: Characters encoded at once where only borders are asked for; it bounds the memory beside them.
_BLOCK = 1 << 16

#: How tokenizers name what they do not know.
_UNKNOWN = frozenset({"[UNK]", "<unk>"})


class TokenizerFile:
    """One tokenizer. Strings that look like special tokens are the plain text they are."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        tokenizer.no_truncation()
        tokenizer.no_padding()
        tokenizer.encode_special_tokens = True

    def encode(self, text: str) -> list[int]:
        """The ids of `text` with the marks that the model wants around them."""
        return self._encoded(text, add_special_tokens=True).ids

    def count(self, text: str) -> int:
        """Tokens of `text` without those marks."""
        return len(self._encoded(text).ids)

    def pieces(self, text: str) -> list[tuple[int, str]]:
        """The id of each token of `text` that is known, and what it stands for, lower case."""
        encoded = self._encoded(text)
        return [
            (number, text[start:end].strip().lower())
            for number, (start, end), token in zip(
                encoded.ids, encoded.offsets, encoded.tokens, strict=True
            )
            if token not in _UNKNOWN
        ]

    def borders(self, text: str) -> NDArray[np.uint32]:
        """Where the tokens end, ascending, from 0 to the end of `text`, in code points.

        Long texts are encoded in blocks that end at a blank where there is one, so that these are
        estimates: a piece of the text is sure to have so many tokens only when it is counted.
        """
        found: list[int] = [0]
        start = 0
        while start < len(text):
            end = piece_end(text, start, _BLOCK)
            ends = [last for _, last in self._encoded(text[start:end]).offsets]
            # Of a tokenizer that drops what it does not know, ends are sums of tokens' lengths.
            reached = max(ends, default=0)
            wide = len(text[start:end].rstrip())
            stretch = wide / reached if 0 < reached < wide else 1.0
            for last in ends:
                found.append(max(found[-1], start + round(last * stretch)))
            start = end
        if found[-1] < len(text):
            found.append(len(text))
        return np.array(found, np.uint32)

    def _encoded(self, text: str, *, add_special_tokens: bool = False) -> Any:
        try:
            return self._tokenizer.encode(_well_formed(text), add_special_tokens=add_special_tokens)
        except Exception as error:  # the package raises bare Exception
            raise ParameterError(
                f"the tokenizer file cannot encode this text ({error}); take a file whose "
                f"vocabulary knows every character, or has a token for unknown ones"
            ) from error


@lru_cache(maxsize=8)
def tokenizer_file(path: str) -> TokenizerFile:
    """The tokenizer in the file at `path`, read once a process.

    Raises `ParameterError` for a file that is not there or holds no tokenizer, `MissingExtra`
    without the package `tokenizers`.
    """
    package: Any = require("tokenizers", "tokenizers", "reading tokenizer.json")
    if not Path(path).is_file():
        raise ParameterError(
            f"there is no tokenizer file {path}; give the path of a model's tokenizer.json"
        )
    try:
        return TokenizerFile(package.Tokenizer.from_file(path))
    except Exception as error:  # the package raises bare Exception
        raise ParameterError(
            f"{path} holds no tokenizer ({error}); a model's tokenizer.json is wanted"
        ) from error


def _well_formed(text: str) -> str:
    """`text` with U+FFFD for each surrogate, which the package refuses: offsets stay."""
    if text.isascii():
        return text
    return "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)
