"""Show options in the signature of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field
from typing import Any, TypeVar

from ..diagnostics import OptionTypeError, unknown_name
from .record import OptionGroup, options_of

F = TypeVar("F", bound=Callable[..., Any])


def with_keywords(keywords: type, *groups: type[OptionGroup]) -> Callable[[F], F]:
    """Decorate a function to show the keywords of `**options` in `help()` and completion."""

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        parameters = [
            one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD
        ]
        fields = {name: field for group in groups for name, (field, _) in options_of(group).items()}
        for name, type in inspect.get_annotations(keywords).items():
            shown = getattr(type, "__forward_arg__", type)
            default = default_of(fields[name])
            parameters.append(
                inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=shown
                )
            )
        setattr(function, "__signature__", signature.replace(parameters=parameters))
        return function

    return decorate


def check_keywords(given: Iterable[str], keywords: type, *more: str) -> None:
    """Raises: OptionTypeError for a name that is neither a keyword nor one of `more`."""
    known = [*inspect.get_annotations(keywords), *more]
    for name in given:
        if name not in known:
            raise OptionTypeError(str(unknown_name("option", name, known)).removeprefix("error: "))


def default_of(field: Field[Any]) -> object:
    """Return the default of a field; a new one if it is mutable."""
    return field.default if field.default_factory is MISSING else field.default_factory()
