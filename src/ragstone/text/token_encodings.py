"""The encodings as members of the catalogue of tokenizers.

`tokens` and `token_borders` do the work.

Cl100k().count("tide tables")     # 3
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ragstone.text.token_borders import token_borders
from ragstone.text.tokenizer import TokenizerBase
from ragstone.text.tokens import token_counter


class _Encoding(TokenizerBase):
    """An encoding by the name of its class's `tokenizer_type`."""

    def count(self, text: str) -> int:
        return token_counter(self.tokenizer_type)(text)

    def borders(self, text: str) -> Sequence[int]:
        return token_borders(self.tokenizer_type, text).offsets


class Cl100k(_Encoding):
    """OpenAI's `cl100k_base`."""

    tokenizer_type: ClassVar[str] = "cl100k"


class O200k(_Encoding):
    """OpenAI's `o200k_base`."""

    tokenizer_type: ClassVar[str] = "o200k"


class Qwen(_Encoding):
    """That of Qwen 3."""

    tokenizer_type: ClassVar[str] = "qwen"
