"""Layers of a user's own, for `--import`."""

from __future__ import annotations

import ncnnc
import numpy as np


def same_shape(params, x):
    return x


def first(params, *arrays):
    return np.array(arrays[0])


def gate(builder, params, inputs, weights):
    x, y = inputs
    return builder.binary("mul", x, builder.layer("Sigmoid", [y]))


def scaled(builder, params, inputs, weights):
    if params.get(0) == 1:
        return None
    return builder.binary("mul", inputs[0], weights["factor"])


def block(builder, params, inputs, weights):
    (x,) = inputs
    channels = builder.shape(x)[0]
    kernel = np.ones((channels, channels, 1, 1))
    number = {0: channels, 1: 1, 6: channels * channels}
    y = builder.layer("Convolution", [x], number, {"weight": kernel})
    return builder.binary("add", y, builder.reduce("mean", x, [1, 2]))


def wrong(builder, params, inputs, weights):
    return builder.reduce("nosuch" if params.get(0) else "mean", inputs[0], [0])


ncnnc.register_layer("OwnGate", shape=lambda params, x, y: x, reference=first, lowering=gate)
ncnnc.register_layer("OwnIdentity", shape=same_shape, reference=first)
ncnnc.register_layer(
    "OwnScale",
    shape=same_shape,
    reference=first,
    lowering=scaled,
    weights=[ncnnc.LayerWeight("factor", lambda params: (params.get(1, 1),))],
)
ncnnc.register_layer("OwnBlock", shape=same_shape, reference=first, lowering=block)
ncnnc.register_layer("OwnMistake", shape=same_shape, reference=first, lowering=wrong)
