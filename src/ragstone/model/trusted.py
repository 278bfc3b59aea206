"""Models from values that are known to be valid: the one place that goes around pydantic.

A chunker makes tens of thousands of chunks out of sections that were validated already. Pydantic's
own `model_construct` asks each field for its alias and default, ten times the work done here.

    block = trusted(TextBlock, {"type": "text", "text": "tide", "id": "1f…", ...}, {"text", "id"})
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)

_set = object.__setattr__


def trusted(model: type[Model], values: dict[str, Any], given: set[str]) -> Model:
    """An instance of `model` that holds `values` itself, not a copy: the caller may go on filling
    them in until it hands the instance on.

    `values` has every field, in the model's order and of its own type; defaults are not added and
    no `model_post_init` runs. `given` is what `model_fields_set` says. For models without private
    attributes and extra values.
    """
    instance = model.__new__(model)
    _set(instance, "__dict__", values)
    _set(instance, "__pydantic_fields_set__", given)
    # What pydantic sets for every model; without them copies and comparisons fail.
    _set(instance, "__pydantic_extra__", None)
    _set(instance, "__pydantic_private__", None)
    return instance
