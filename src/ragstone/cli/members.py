"""A member of a family in words: what it is for, and which options it takes.

about(CHUNKERS.entry("fixed")).options[0].name
"""

from __future__ import annotations

import json
import types
import typing
from typing import Any

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from ragstone.entries import Entry
from ragstone.errors import MissingExtra, PluginError


class Option(BaseModel):
    """One option of a member. `default` is written as a spec takes it; None: it must be given."""

    name: str
    type: str
    default: str | None
    meaning: str = ""


class Member(BaseModel):
    """One member. `problem` says why its options cannot be told."""

    name: str
    summary: str = ""
    options: list[Option] = []
    problem: str = ""


def about(entry: Entry) -> Member:
    """What can be told of a member without making one."""
    try:
        member = entry.load()
    except (MissingExtra, PluginError) as error:
        return Member(name=entry.name, summary=entry.summary, problem=str(error))
    parameters: type[BaseModel] | None = getattr(member, "Parameters", None)
    fields = {} if parameters is None else parameters.model_fields
    summary = entry.summary or (member.__doc__ or "").strip().partition("\n")[0]
    return Member(
        name=entry.name,
        summary=summary,
        options=[_option(name, field) for name, field in fields.items()],
    )


def _option(name: str, field: FieldInfo) -> Option:
    default = (
        None if field.is_required() else _spelled(field.get_default(call_default_factory=True))
    )
    meaning = " ".join((field.description or "").split())
    return Option(name=name, type=_type_name(field.annotation), default=default, meaning=meaning)


def _spelled(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _type_name(kind: Any) -> str:
    """A type as people write it: `int or null`, `"tokens" or "bytes"`, `list of text`."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type_name(each) for each in inner)
    if origin is typing.Literal:
        return " or ".join(_spelled(each) for each in inner)
    if origin is typing.Annotated:
        return _type_name(inner[0])
    if origin in (list, tuple, set, frozenset):
        return f"list of {_type_name(inner[0])}"
    return _PLAIN_NAMES.get(kind) or getattr(kind, "__name__", str(kind))


_PLAIN_NAMES: dict[Any, str] = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "true or false",
    type(None): "null",
    SecretStr: "secret text",
}
