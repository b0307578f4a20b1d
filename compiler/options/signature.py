"""Shows the options among the keywords of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field
from typing import Any, TypeAlias, TypeVar

from .record import Option

F = TypeVar("F", bound=Callable[..., Any])
Options: TypeAlias = dict[str, tuple[Field[Any], Option]]
"""As `options_of` gives them."""


def with_keywords(keywords: type, options: Options) -> Callable[[F], F]:
    """Decorate: show the keywords of `**options` in `help()` and completion."""

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        parameters = [
            one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD
        ]
        types: dict[str, object] = {}
        for kind in reversed(keywords.__mro__):
            types |= inspect.get_annotations(kind)
        for name, type in types.items():
            shown = getattr(type, "__forward_arg__", type)
            default = default_of(options[name][0])
            parameters.append(
                inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=shown
                )
            )
        setattr(function, "__signature__", signature.replace(parameters=parameters))
        return function

    return decorate


def default_of(field: Field[Any]) -> object:
    """Return the default of a field; a new one if it is mutable."""
    return field.default if field.default_factory is MISSING else field.default_factory()
