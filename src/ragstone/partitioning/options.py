"""The options of `partition` beyond its parameters, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, SecretStr, ValidationError

from ragstone.chunkers.composite import ByTitleOptions
from ragstone.entries import one_sentence
from ragstone.errors import ParameterError


class PartitionOptions(BaseModel):
    """Names and meaning are Unstructured's; those that are not here are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    headers: dict[str, str] = {}
    """Sent with the request for `url`, to its host alone."""
    request_timeout: float | None = None
    """Seconds for all of the request for `url`."""
    metadata_filename: str | None = None
    """The file's name: for messages, and where the type must be guessed."""
    password: SecretStr | None = None
    """Opens a locked PDF."""
    infer_table_structure: bool = True
    """Whether tables come with HTML."""
    skip_infer_table_types: list[str] = []
    """Types of files ("pdf", "docx") whose tables come without HTML."""
    chunking_strategy: Literal["basic", "by_title"] | None = None
    """Chunks in place of elements; options of `chunk_elements` or `chunk_by_title` go with it."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> tuple[Self, dict[str, Any]]:
        """The options in `given` and, apart, those of chunking; None means the default.

        `ParameterError` names every option that is wrong.
        """
        known = {name: value for name, value in given.items() if value is not None}
        chunking = {name: known.pop(name) for name in _CHUNKING if name in known}
        try:
            options = cls(**known)
        except ValidationError as error:
            raise ParameterError(f"partition: {one_sentence(error, cls)}") from error
        if chunking and options.chunking_strategy is None:
            raise ParameterError(
                f"partition: {', '.join(chunking)} needs a chunking_strategy beside it"
            )
        return options, chunking


_CHUNKING = tuple(ByTitleOptions.__annotations__)
