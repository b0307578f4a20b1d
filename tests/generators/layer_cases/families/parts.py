"""Shared parts of generators of several families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...network import Value
from ..draws import Draws, Shape, Unsuitable

INFINITY, NAN = float("inf"), float("nan")
DENORMAL = 1e-41
LARGEST = float(np.finfo(np.float32).max)

SAME_UPPER, SAME_LOWER = -233, -234
ABSENT = -233

ZEROS = (0.0, -0.0)
INFINITIES = (INFINITY, -INFINITY)
ALL_SPECIAL = (*ZEROS, *INFINITIES, NAN, DENORMAL, -DENORMAL, LARGEST, -LARGEST)


def with_specials(d: Draws, array: np.ndarray, specials: Sequence[float]) -> np.ndarray:
    """The array, a part of it replaced by special values, in a third of all cases."""
    if not specials or not d.chance(33):
        return array
    dice = d.generator()
    chosen = dice.choice(np.array(specials, np.float32), array.shape)
    return np.where(dice.random(array.shape) < 0.2, chosen, array)


def given(d: Draws, params: Mapping[int, Value], percent: int = 60) -> dict[int, Value]:
    """Some of the parameters; for others the defaults hold."""
    return {id: value for id, value in params.items() if d.chance(percent)}


def moved_values(d: Draws, shape: Shape) -> np.ndarray:
    """Numbers that can be told apart, and special ones, for layers that compute nothing."""
    return with_specials(d, d.distinct(shape), ALL_SPECIAL)


def activation(d: Draws, codes: Sequence[int] = (0, 1, 2, 3, 4, 5, 6)) -> dict[int, Value]:
    """A fused activation, or none: ids 9 and 10."""
    code = d.choice(codes) if d.chance(50) else 0
    return {9: code, 10: activation_params(d, code)} if code else {}


def activation_params(d: Draws, code: int) -> tuple[float, ...]:
    """Return the parameters of the activation of that code; alpha of HardSwish is positive."""
    match code:
        case 2:
            return (d.choice((0.1, 0.0, 1.5, -0.5)),)
        case 3:
            return (d.choice((-0.5, 0.0, -1.0)), d.choice((0.75, 0.0, 6.0)))
        case 6:
            return (d.choice((0.2, 0.5, 1 / 6)), d.choice((0.5, 0.25)))
        case _:
            return ()


def divisors(number: int) -> tuple[int, ...]:
    """All numbers that divide it, from 1 on."""
    return tuple(n for n in range(1, number + 1) if number % n == 0)


def subset(d: Draws, options: Sequence[int], least: int = 1) -> tuple[int, ...]:
    """Some of the options, in their order."""
    found = tuple(option for option in options if d.chance(50))
    if len(found) < least:
        if len(options) < least:
            raise Unsuitable
        return tuple(options[:least])
    return found


def signed_axes(d: Draws, axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """The axes, some counted from the end."""
    return tuple(axis - rank if d.chance(30) else axis for axis in axes)
