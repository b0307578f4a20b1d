"""Building blocks of several networks."""

from __future__ import annotations

from .builder import NetworkBuilder
from .param_text import NetworkBlob

CLASSES = 1000
SCORE_GAIN = 2.0
"""Spread of the scores: enough that their softmax is neither flat nor saturated."""


def classifier(net: NetworkBuilder, x: NetworkBlob) -> NetworkBlob:
    """Global average, then the scores."""
    x = net.global_average_pool("pool", x)
    return scores(net, "fc", x)


def scores(net: NetworkBuilder, name: str, x: NetworkBlob) -> NetworkBlob:
    """1000 scores and their softmax."""
    return net.softmax("prob", net.inner_product(name, x, CLASSES, gain=SCORE_GAIN), top="output")
