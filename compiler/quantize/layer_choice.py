"""Choose the layers that stay float32 so that the error of a model is within a limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

ErrorOf = Callable[[Sequence[str]], float]
"""Returns the error of a model with these layers rounded."""
SEARCHED_SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Shares of the allowed error that the search tries in turn."""


def choose_within(
    alone: Mapping[str, float],
    simulated: ErrorOf,
    measured: ErrorOf,
    limit: float,
    gains: Mapping[str, float] | None = None,
) -> tuple[list[str], float]:
    """
    Return layers to round with an error within a limit, `measured` on compiled code, and that
    error. The search simulates; if compiled code has a larger error, it continues with a smaller
    limit. Other parameters are those of `choose_layers`.
    """
    tried: list[str] | None = None
    for share in SEARCHED_SHARES:
        names, _ = choose_layers(alone, simulated, limit * share, gains)
        if names == tried:
            continue
        tried = names
        error = measured(names)
        if error <= limit:
            return names, error
    return [], 0.0


def choose_layers(
    alone: Mapping[str, float],
    error_of: ErrorOf,
    limit: float,
    gains: Mapping[str, float] | None = None,
) -> tuple[list[str], float]:
    """
    Return a large set of layers to round within a limit, in the order of `alone`, and its error.

    `alone` maps each layer to the error of the model with this layer alone rounded. The most
    harmful layers are left out first, by bisection; then each is tried again, the least harmful
    first. With `gains` the harm is the square of the error, for squares add up, over the gain.
    Both are measured: errors of several layers neither add up nor always grow with their number.
    """
    harm = alone if gains is None else {n: alone[n] ** 2 / gains[n] for n in alone}
    worst_first = sorted(alone, key=lambda name: -harm[name])

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
