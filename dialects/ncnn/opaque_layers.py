"""
The layers of ncnn that have no op of their own: what their parameters say of what they store.

Only parameters that count for stored arrays, and those that are floats (which the binary form does
not tell from integers), are here: an `ncnn.opaque` holds all of them as they are.
"""

from __future__ import annotations

from .base import ShapeError, int_param
from .layer import LayerSpec, Param, Params, Weight
from .param_rules import (
    BIAS_TERM,
    NUM_OUTPUT,
    WEIGHT_DATA_SIZE,
    flag,
    kernel_weights,
    same,
    weight_and_bias,
)
from .spatial import axis_names, axis_params

BOTH_DIRECTIONS = 2
"""The direction code of a recurrent layer that goes forth and back."""


def floats(*ids: int) -> tuple[Param, ...]:
    """Parameters that are floats."""
    return tuple(Param(id, f"float_{id}", "float", 0.0) for id in ids)


def float_arrays(*ids: int) -> tuple[Param, ...]:
    """Parameters that are arrays of floats."""
    return tuple(Param(id, f"floats_{id}", "floats", []) for id in ids)


def recurrent(type: str, gates: int, biases: int, *params: Param) -> LayerSpec:
    """
    A recurrent layer with that many gates, and vectors of biases.

    Shapes: `[direction][gate * hidden][input]`, biases `[direction][bias][hidden]`. Outputs of
    another length than the hidden state are projected from it: `[direction][output][hidden]`.
    Source: ncnn, rnn.cpp, gru.cpp, lstm.cpp.
    """

    def directions(p: Params) -> int:
        return 2 if int_param(p, "direction") == BOTH_DIRECTIONS else 1

    def hidden(p: Params) -> int:
        return int_param(p, "hidden_size" if "hidden_size" in p else "num_output")

    def inputs(p: Params) -> int:
        size, rows = int_param(p, "weight_data_size"), directions(p) * gates * hidden(p)
        if rows <= 0 or size <= 0 or size % rows:
            raise ShapeError(f"weight_data_size {size} is not a multiple of {rows} rows")
        return size // rows

    def rows(p: Params) -> tuple[int, int]:
        return directions(p), gates * hidden(p)

    return LayerSpec(
        type,
        (
            Param(0, "num_output", "int", 0),
            Param(1, "weight_data_size", "int", 0),
            Param(2, "direction", "int", 0),
            *params,
            Param(8, "int8_scale_term", "int", 0),
        ),
        (
            Weight("weight_xc", lambda p: (*rows(p), inputs(p)), True),
            Weight("bias", lambda p: (directions(p), biases, hidden(p)), True),
            Weight("weight_hc", lambda p: (*rows(p), int_param(p, "num_output")), True),
            Weight(
                "weight_hr",
                lambda p: (directions(p), int_param(p, "num_output"), hidden(p)),
                True,
                lambda p: hidden(p) != int_param(p, "num_output"),
            ),
            Weight("weight_xc_scale", rows, False, flag("int8_scale_term")),
            Weight("weight_hc_scale", rows, False, flag("int8_scale_term")),
        ),
    )


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


CONVOLUTIONS = (
    convolution("Convolution3D", 3, *floats(18)),
    convolution("ConvolutionDepthWise3D", 3, *floats(18)),
    convolution("Deconvolution3D", 3),
    convolution("DeconvolutionDepthWise3D", 3),
    convolution("DeformableConv2D", 2),
)

RECURRENT = (
    recurrent("RNN", 1, 1),
    recurrent("GRU", 3, 4),
    recurrent("LSTM", 4, 4, Param(3, "hidden_size", "int", same("num_output"))),
)

WITH_FLOATS = (
    LayerSpec("PSROIPooling", floats(2)),
    LayerSpec("Proposal", floats(4)),
    LayerSpec("ROIAlign", floats(2)),
    LayerSpec("ROIPooling", floats(2)),
)
"""Layers that store nothing, and have parameters that are floats."""

PLAIN = (
    "ArgMax",
    "Pooling3D",
)
"""Layers that store nothing, and whose parameters are integers."""

OPAQUE_LAYERS: dict[str, LayerSpec] = {
    spec.type: spec
    for spec in (
        *(*CONVOLUTIONS, *RECURRENT, *WITH_FLOATS),
        *map(LayerSpec, PLAIN),
    )
}
"""By type every layer of ncnn that has no op: a layer that gets one is taken out."""
