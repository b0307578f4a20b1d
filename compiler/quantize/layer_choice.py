"""Choose the layers that stay float32 so that the error of a model is below a limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

ErrorOf = Callable[[Sequence[str]], float]
"""The error of a model of which these layers compute with int8."""


def choose_layers(
    alone: Mapping[str, float], error_of: ErrorOf, limit: float
) -> tuple[list[str], float]:
    """
    Return a large set of layers for int8 within a limit, in the order of `alone`, and its error.

    `alone` maps each layer to the error of the model with this layer alone in int8. The most
    harmful layers are left out first, by bisection; then each is tried again, the least harmful
    first. Both are measured: errors of several layers neither add up nor always grow with their
    number.
    """
    worst_first = sorted(alone, key=lambda name: -alone[name])

    def chosen(floats: Sequence[str]) -> list[str]:
        return [name for name in alone if name not in floats]

    too_few, enough = -1, len(worst_first)
    error = 0.0
    while enough - too_few > 1:
        tried = (too_few + enough) // 2
        measured = error_of(chosen(worst_first[:tried]))
        if measured <= limit:
            enough, error = tried, measured
        else:
            too_few = tried
    floats = worst_first[:enough]
    for name in reversed(worst_first[:enough]):
        if alone[name] > limit:
            continue
        fewer = [other for other in floats if other != name]
        measured = error_of(chosen(fewer))
        if measured <= limit:
            floats, error = fewer, measured
    return chosen(floats), error
