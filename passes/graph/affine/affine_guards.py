"""Decide whether a linear layer can absorb the scaling and shifting of its input."""

from __future__ import annotations

from math import prod

import numpy as np

from ....dialects.ncnn.errors import ShapeError
from ....dialects.ncnn.families.convolution_nd import ConvolutionND
from ....dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.shapes import has_shape, shape_of
from ...common.errors import layer_name
from ..analysis.ranks import rank_of
from ..linear.linear_guards import Reason, why_not_change_weights
from .affine import AffineMap


def why_not_absorb(linear: LinearOp, map: AffineMap) -> Reason:
    """Why the layer cannot compute `linear(map(x))` from `x` with other weights and bias."""
    if linear.is_scheduled:
        return f"{layer_name(linear)} is scheduled already"
    if (reason := why_not_change_weights(linear)) is not None:
        return reason
    return why_not_scale_inputs(linear, map) or why_not_shift_inputs(linear, map)


def why_not_scale_inputs(linear: LinearOp, map: AffineMap) -> Reason:
    """Why the elements of the map are not one for each input channel of the weights."""
    name = layer_name(linear)
    if map.channels == 1:
        return None
    if not isinstance(linear, InnerProductOp):
        channels = input_channels(linear)
        fits = map.channels == channels
        return None if fits else f"{map.channels} constants are not for {channels} channels"
    if rank_of(linear.input) not in (1, 3, 4):
        if not has_shape(linear.input):
            return f"the shape of the input of {name} is unknown"
        if linear.is_per_row:
            return f"the constants are for rows, {name} multiplies columns"
    features = shape_of(linear.weight)[1]
    return f"{map.channels} constants do not divide {features}" if features % map.channels else None


def why_not_shift_inputs(linear: LinearOp, map: AffineMap) -> Reason:
    """Why a constant added to every input is not one added to every output."""
    name = layer_name(linear)
    match linear:
        case ConvolutionND():
            if is_padded(linear) and pad_value_before(linear, map) is None:
                return f"{name} pads with what no one value becomes in all channels"
        case DeconvolutionND():
            if map.shift.any() and not is_pointwise(linear):
                return f"not all outputs of {name} sum the same weights"
        case DeformableConv2DOp():
            if map.shift.any():
                return f"{name} samples zeros outside, which have no shift"
        case _:
            pass
    return None


def input_channels(linear: LinearOp) -> int:
    """Number of channels that the weights are for."""
    return shape_of(linear.weight)[1] * linear.groups


def is_padded(op: ConvolutionND) -> bool:
    """Return whether the convolution may see padding (SAME pads depend on the shape)."""
    if not any(op.along_axes("pad")):
        return False
    try:
        return any(op.resolved_pads())
    except ShapeError:
        return True


def pad_value_before(op: ConvolutionND, map: AffineMap) -> float | None:
    """
    Return the one value that the map takes to the pad value in all channels; None without such.
    """
    pad = op.pad_value.value.data
    scale, shift = np.broadcast_arrays(map.scale, map.shift)
    live = scale != 0
    if (shift[~live] != pad).any():
        return None
    values = set(((pad - shift[live]) / scale[live]).tolist()) or {0.0}
    value = float(np.float32(values.pop())) + 0.0
    return None if values or not np.isfinite(value) else value


def is_pointwise(op: DeconvolutionND) -> bool:
    """Return whether every output is a product of the weights and one input pixel."""
    taps = prod(shape_of(op.weight)[2:])
    steps, more = op.along_axes("stride"), op.along_axes("output_pad")
    return taps == 1 and set(steps) == {1} and not any(more)
