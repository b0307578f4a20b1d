"""The activations of the zoo's networks: ncnn's code for the fused form, and the function."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

SWISH_GAIN = 4.0
"""
Standard deviation wanted before a swish.

Around 1 a swish changes the size of its argument out of proportion, so that in a deep network every
deviation from the expected size would grow; at this size it is nearly a ReLU, which does not.
"""


@dataclass(frozen=True)
class NetworkActivation:
    """Parameters 9 and 10 of ncnn's layers; `gain` is the deviation wanted of the argument."""

    code: int
    function: Callable[[float], float]
    parameters: tuple[float, ...] = ()
    gain: float = 1.0


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def swish(x: float) -> float:
    return x * sigmoid(x)


def hard_sigmoid(x: float) -> float:
    return min(max(x / 6 + 0.5, 0.0), 1.0)


LINEAR = NetworkActivation(0, lambda x: x)
RELU = NetworkActivation(1, lambda x: max(x, 0.0))
RELU6 = NetworkActivation(3, lambda x: min(max(x, 0.0), 6.0), (0.0, 6.0))
SIGMOID = NetworkActivation(4, sigmoid)
HARD_SWISH = NetworkActivation(6, lambda x: x * hard_sigmoid(x), (1 / 6, 0.5), SWISH_GAIN)
