"""A folder as sentence-transformers saves a model: what is in it, checked, and its hash.

    folder = read_model_folder("models/all-MiniLM-L6-v2")
    folder.pooling, folder.max_tokens        # ("mean", 256)

Needed are `config.json`, `tokenizer.json` and `model.safetensors`; beside them count
`1_Pooling/config.json` (mean of the tokens without it), `sentence_bert_config.json` (the longest
text), `modules.json` and `config_sentence_transformers.json` (the words put before queries and
passages). Nothing in the folder is run. What cannot be computed is refused, never left out.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from ragstone.embedders.bert_encoder import BertEncoder, BertShape
from ragstone.errors import EmbedderError, ParameterError
from ragstone.extras import require
from ragstone.text.tokenizer_file import TokenizerFile, tokenizer_file

Pooling = Literal["mean", "cls"]

WEIGHTS = "model.safetensors"
_CONFIG = "config.json"
_TOKENIZER = "tokenizer.json"
_NEEDED = (_CONFIG, _TOKENIZER, WEIGHTS)
_HASHED = (*_NEEDED, "1_Pooling/config.json", "sentence_bert_config.json")
_COMPUTED = ("Transformer", "Pooling", "Normalize")
_BLOCK = 1 << 20
#: Tokens of the shortest text: its two marks and one between.
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a model's folder says; its weights are loaded by `encoder`."""

    path: Path
    shape: BertShape
    pooling: Pooling
    max_tokens: int
    """Tokens of a text that the model reads, the marks for begin and end among them."""
    prompts: tuple[tuple[str, str], ...]
    """Words to put before a text, with what it is: `query`, `passage` or `document`."""

    @property
    def tokenizer(self) -> TokenizerFile:
        return tokenizer_file(str(self.path / _TOKENIZER))

    def encoder(self) -> BertEncoder:
        """Load the weights; `EmbedderError` for weights that are not this network's."""
        safetensors: Any = require("safetensors", "bert", "reading weights")
        reader: Any = require("safetensors.numpy", "bert", "reading weights")
        try:
            return BertEncoder(reader.load_file(self.path / WEIGHTS), self.shape)
        except (KeyError, ValueError, TypeError, OSError, safetensors.SafetensorError) as error:
            raise EmbedderError(f"{self.path / WEIGHTS} cannot be used: {_told(error)}") from error

    def changed(self) -> tuple[int, ...]:
        """When each file that a vector depends on was changed last, in nanoseconds."""
        files = (self.path / name for name in _HASHED)
        return tuple(file.stat().st_mtime_ns if file.is_file() else 0 for file in files)

    def sha256(self) -> str:
        """The hash of all files that a vector depends on, in hexadecimal."""
        digest = hashlib.sha256()
        for name in _HASHED:
            if (self.path / name).is_file():
                digest.update(f"{name}\0".encode())
                with (self.path / name).open("rb") as stream:
                    while block := stream.read(_BLOCK):
                        digest.update(block)
        return digest.hexdigest()


def read_model_folder(path: Path) -> ModelFolder:
    """What the folder at `path` says; no weights are loaded.

    Raises `ParameterError` for a folder in which a file is missing, `EmbedderError` for a model
    that is not computed here; each names the folder and the cause.
    """
    missing = [name for name in _NEEDED if not (path / name).is_file()]
    if missing:
        raise ParameterError(
            f"{path} holds no {' and no '.join(missing)}; give the folder of a model as "
            f"sentence-transformers saves it, with {', '.join(_NEEDED)}"
        )
    try:
        shape = BertShape.of(_json(path / _CONFIG))
        _check_modules(path / "modules.json")
        pooling = _pooling(path / "1_Pooling" / _CONFIG)
        max_tokens = _max_tokens(path / "sentence_bert_config.json", shape)
        prompts = _prompts(path / "config_sentence_transformers.json")
    except (KeyError, ValueError, TypeError, AttributeError, OSError) as error:
        raise EmbedderError(f"the model in {path} cannot be used: {_told(error)}") from error
    return ModelFolder(path, shape, pooling, max_tokens, prompts)


def _json(path: Path) -> dict[str, Any]:
    """The object in a file, empty where there is no file."""
    if not path.is_file():
        return {}
    found: object = json.loads(path.read_text("utf-8"))
    if not isinstance(found, dict):
        raise ValueError(f"{path.name} holds no object")
    return cast("dict[str, Any]", found)


def _check_modules(path: Path) -> None:
    if not path.is_file():
        return
    for module in json.loads(path.read_text("utf-8")):
        kind = module["type"].rsplit(".", 1)[-1]
        if kind not in _COMPUTED:
            raise ValueError(f"it has a module {kind}, and only {', '.join(_COMPUTED)} are known")


def _pooling(path: Path) -> Pooling:
    config = _json(path)
    modes = [name for name, on in config.items() if name.startswith("pooling_mode_") and on is True]
    if modes in ([], ["pooling_mode_mean_tokens"]):
        return "mean"
    if modes == ["pooling_mode_cls_token"]:
        return "cls"
    raise ValueError(f"it pools by {', '.join(modes)}, and only by mean or first token is computed")


def _max_tokens(path: Path, shape: BertShape) -> int:
    """The longest text, in tokens; there must be room for the marks and a token between them."""
    longest = _json(path).get("max_seq_length")
    longest = shape.positions if longest is None else longest
    if not isinstance(longest, int) or min(longest, shape.positions) < _SHORTEST:
        raise ValueError(f"it reads texts of {longest!r} tokens; {_SHORTEST} are the least")
    return min(longest, shape.positions)


def _prompts(path: Path) -> tuple[tuple[str, str], ...]:
    told: object = _json(path).get("prompts") or {}
    if not isinstance(told, dict):
        raise ValueError("its prompts are no object")
    found = cast("dict[str, object]", told)
    return tuple((name, words) for name, words in found.items() if isinstance(words, str))


def _told(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
