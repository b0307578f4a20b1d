"""The optimizer that trains the networks of the examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .layers import Sequence

DECAY = 2e-4


class Adam:
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2019)."""

    def __init__(self, network: Sequence):
        self.network = network
        self.steps = 0
        self.moments = [
            {
                name: (np.zeros_like(value), np.zeros_like(value))
                for name, value in layer.parameters.items()
            }
            for layer in network.leaves()
        ]

    def step(self, rate: float) -> None:
        self.steps += 1
        correction = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, moments in zip(self.network.leaves(), self.moments, strict=True):
            for name, (first, second) in moments.items():
                gradient, value = layer.gradients[name], layer.parameters[name]
                first += 0.1 * (gradient - first)
                second += 0.001 * (gradient**2 - second)
                value -= rate * (correction * first / (np.sqrt(second) + 1e-8) + DECAY * value)
