"""Models from values that are known to be valid: the one place that goes around pydantic.

A chunker makes tens of thousands of chunks out of sections that were validated already. Pydantic's
own `model_construct` asks each field for its alias and default, ten times the work done here.

    block = trusted(TextBlock, {"type": "text", "text": "tide", "id": "1f…", ...}, {"text", "id"})
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)

_new = object.__new__
# The models' slots themselves: `object.__setattr__` takes three times as long to find them.
_values, _given, _extra, _private = (
    vars(BaseModel)[name].__set__
    for name in (
        "__dict__",
        "__pydantic_fields_set__",
        "__pydantic_extra__",
        "__pydantic_private__",
    )
)


def trusted(model: type[Model], values: dict[str, Any], given: set[str]) -> Model:
    """An instance of `model` that holds `values` itself, not a copy: the caller may go on filling
    them in until it hands the instance on.

    `values` has every field, in the model's order and of its own type; defaults are not added and
    no `model_post_init` runs. `given` is what `model_fields_set` says. For models without private
    attributes and extra values.
    """
    instance = _new(model)
    _values(instance, values)
    _given(instance, given)
    # What pydantic sets for every model; without them copies and comparisons fail.
    _extra(instance, None)
    _private(instance, None)
    return instance
