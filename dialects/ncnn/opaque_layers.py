"""
The layers of ncnn that have no op of their own: what their parameters say of what they store.

Only parameters that count for stored arrays, and those that are floats (which the binary form does
not tell from integers), are here: an `ncnn.opaque` holds all of them as they are.
"""

from __future__ import annotations

from .layer import LayerSpec, Param
from .param_rules import (
    BIAS_TERM,
    NUM_OUTPUT,
    WEIGHT_DATA_SIZE,
    kernel_weights,
    weight_and_bias,
)
from .spatial import axis_names, axis_params


def floats(*ids: int) -> tuple[Param, ...]:
    """Parameters that are floats."""
    return tuple(Param(id, f"float_{id}", "float", 0.0) for id in ids)


def float_arrays(*ids: int) -> tuple[Param, ...]:
    """Parameters that are arrays of floats."""
    return tuple(Param(id, f"floats_{id}", "floats", []) for id in ids)


def convolution(type: str, spatial_axes: int, *floats: Param) -> LayerSpec:
    """A layer that multiplies windows by weights: its kernel's extents, and what are floats."""
    return LayerSpec(
        type,
        (
            NUM_OUTPUT,
            *axis_params("kernel", 1, spatial_axes, 0),
            BIAS_TERM,
            WEIGHT_DATA_SIZE,
            *float_arrays(10),
            *floats,
        ),
        weight_and_bias(kernel_weights(*axis_names("kernel", spatial_axes))),
    )


CONVOLUTIONS = (convolution("DeformableConv2D", 2),)

WITH_FLOATS = (LayerSpec("Proposal", floats(4)),)
"""Layers that store nothing, and have parameters that are floats."""

PLAIN = (
    "ArgMax",
)
"""Layers that store nothing, and whose parameters are integers."""

OPAQUE_LAYERS: dict[str, LayerSpec] = {
    spec.type: spec
    for spec in (
        *(*CONVOLUTIONS, *WITH_FLOATS),
        *map(LayerSpec, PLAIN),
    )
}
"""By type every layer of ncnn that has no op: a layer that gets one is taken out."""
