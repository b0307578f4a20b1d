"""
Modules of VITS (speech synthesis and conversion): of its posterior encoder, flow and duration
predictor.

To these layers a matrix of ncnn and an image of one channel are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeVar

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import (
    Builder,
    ContribLayer,
    WeightOperands,
    check_rank,
    from_inputs,
    matrix_shape,
    refused,
)
from .rational_quadratic import build_inverse_spline, inverse_spline

PROJECT = "weirdseed/Vits-Android-ncnn"
NOISE_SEED = 0

Blob = TypeVar("Blob")


def as_matrix(builder: Builder, x: SSAValue) -> SSAValue:
    """Return a matrix or an image of one channel as a matrix."""
    return builder.reshape(x, builder.shape(x)[-2:])


# modules.Transpose ------------------------------------------------------------------------------


def transposed_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `c,h,w` to `c,w,h`; a matrix becomes an image of one channel."""
    check_rank("input", x, 1, 2, 3)
    channels, height, width = (1,) * (3 - len(x)) + x
    return (channels, width, height)


def transpose(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Each channel transposed."""
    return x.reshape((1,) * (3 - x.ndim) + x.shape).transpose(0, 2, 1)


@from_inputs
def build_transpose(builder: Builder, x: SSAValue) -> SSAValue:
    """Build a Permute."""
    shape = builder.shape(x)
    x = builder.reshape(x, (1,) * (3 - len(shape)) + shape)
    return builder.permute(x, (0, 2, 1))


# modules.ReduceDims -----------------------------------------------------------------------------


def reduced_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `h,w` to `h*w`, `c,h,w` to `h,w*c` (the elements stay in order)."""
    check_rank("input", x, 1, 2, 3)
    if len(x) < 3:
        return (prod(x),)
    return (x[1], x[0] * x[2])


def reduce_dims(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """The elements in order, in one axis less."""
    return x.reshape(reduced_shape(params, x.shape))


def build_reduce_dims(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a Reshape."""
    return builder.reshape(inputs[0], reduced_shape(params, builder.shape(inputs[0])))


# modules.ResidualReverse ------------------------------------------------------------------------


def is_reverse(params: LayerParams) -> bool:
    """Return whether the coupling is undone."""
    return bool(params.get(0, 0))


def coupled_operands(params: LayerParams, blobs: Sequence[Blob]) -> list[Blob]:
    """Return kept half, changed half, change and mask: the files order them by direction."""
    first, second, third, kept = blobs
    return [kept, third, second, first] if is_reverse(params) else [kept, second, first, third]


def coupled_shape(params: LayerParams, *shapes: Shape) -> Shape:
    """Shapes: halves `1,h,w` and `1,k,w`, a change `k,w` and a mask `1,w` to `1,h+k,w`."""
    if len(shapes) != 4:
        raise refused(f"has {len(shapes)} inputs, must have 4")
    names = ("kept half", "changed half", "change", "mask")
    operands = coupled_operands(params, shapes)
    matrices = [matrix_shape(name, shape) for name, shape in zip(names, operands, strict=True)]
    kept, changed, change, mask = matrices
    if change != changed or changed[1] != kept[1]:
        raise refused(f"the halves {kept} and {changed} and the change {change} do not fit")
    if is_reverse(params) and mask not in ((1, kept[1]), (changed[0], 1)):
        raise refused(f"a mask of {mask} does not fit {changed}")
    return (1, kept[0] + changed[0], kept[1])


def couple(params: LayerParams, *blobs: np.ndarray) -> np.ndarray:
    """The change added to its half; in reverse the masked change subtracted, and masked again."""
    operands = [blob.reshape(blob.shape[-2:]) for blob in coupled_operands(params, blobs)]
    kept, changed, change, mask = operands
    if is_reverse(params):
        changed = (changed - change * mask) * mask
    else:
        changed = change + changed
    return np.concatenate([kept, changed])[None]


def build_coupling(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build arithmetic and a Concat."""
    b = builder
    kept, changed, change, mask = (as_matrix(b, blob) for blob in coupled_operands(params, inputs))
    if is_reverse(params):
        rest = b.binary("sub", changed, b.binary("mul", change, mask))
        changed = b.binary("mul", rest, mask)
    else:
        changed = b.binary("add", change, changed)
    y = b.concat([kept, changed], 0)
    return b.reshape(y, (1, *b.shape(y)))


# modules.SequenceMask ---------------------------------------------------------------------------


def mask_shape(params: LayerParams, x: Shape, lengths: Shape) -> Shape:
    """Shapes: `...,w` and n lengths to `n,w`, w being the greatest length in all calls."""
    check_rank("lengths", lengths, 1)
    return (lengths[0], x[-1])


def sequence_mask(params: LayerParams, x: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """For each length a row of as many ones, and zeros behind."""
    return (np.arange(int(x.shape[-1])) < lengths[:, None]).astype(np.float32)


@from_inputs
def build_sequence_mask(builder: Builder, x: SSAValue, lengths: SSAValue) -> SSAValue:
    """Build a Threshold of the differences between lengths and places."""
    places = builder.array(np.arange(builder.shape(x)[-1])[None])
    lengths = builder.reshape(lengths, (builder.shape(lengths)[0], 1))
    return builder.layer("Threshold", [builder.binary("sub", lengths, places)], {0: 0.0})


# modules.RandnLike ------------------------------------------------------------------------------


def noise_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: a matrix `h,w`, or an image of one channel, to `h,w`."""
    return matrix_shape("input", x)


def noise(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Normal noise that is the same in every run: models compute the same from the same input."""
    return fixed_noise(noise_shape(params, x.shape))


def fixed_noise(shape: Shape) -> np.ndarray:
    """Return numbers of a normal distribution, always the same."""
    generator = np.random.Generator(np.random.PCG64(NOISE_SEED))
    return generator.standard_normal(shape).astype(np.float32)


def build_noise(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a constant."""
    return builder.array(fixed_noise(noise_shape(params, builder.shape(inputs[0]))))


# modules.PRQTransform ---------------------------------------------------------------------------


def transform_shape(
    params: LayerParams, derivatives: Shape, x: Shape, widths: Shape, heights: Shape
) -> Shape:
    """Shapes: `n,bins+1`, n values in any shape, `n,bins` twice to the shape of the values."""
    count, bins = matrix_shape("widths", widths)
    given = [matrix_shape(n, s) for n, s in (("heights", heights), ("derivatives", derivatives))]
    if count != prod(x) or given != [(count, bins), (count, bins + 1)]:
        raise refused(f"{prod(x)} values, parameters of {widths}, {heights} and {derivatives}")
    if bins < 2:
        raise refused("a spline needs two bins at least")
    return x


def transform(
    params: LayerParams,
    derivatives: np.ndarray,
    x: np.ndarray,
    widths: np.ndarray,
    heights: np.ndarray,
) -> np.ndarray:
    """The inverse spline with derivatives 1 at both ends; values outside of -5 to 5 stay."""
    widths, heights = (table.reshape(table.shape[-2:]) for table in (widths, heights))
    inner = derivatives.reshape(derivatives.shape[-2:])[:, 1:-1]
    return inverse_spline(x.reshape(-1), widths, heights, inner).reshape(x.shape)


@from_inputs
def build_transform(
    builder: Builder, derivatives: SSAValue, x: SSAValue, widths: SSAValue, heights: SSAValue
) -> SSAValue:
    """Build the spline."""
    derivatives, widths, heights = (
        as_matrix(builder, table) for table in (derivatives, widths, heights)
    )
    count, columns = builder.shape(derivatives)
    inner = builder.slice(derivatives, 1, 1, columns - 1)
    values = builder.reshape(x, (count, 1))
    y = build_inverse_spline(builder, values, widths, heights, inner)
    return builder.reshape(y, builder.shape(x))


LAYERS = tuple(
    ContribLayer(type, shape, reference, (), lowering, PROJECT)
    for type, shape, reference, lowering in (
        ("modules.Transpose", transposed_shape, transpose, build_transpose),
        ("modules.ReduceDims", reduced_shape, reduce_dims, build_reduce_dims),
        ("modules.ResidualReverse", coupled_shape, couple, build_coupling),
        ("modules.SequenceMask", mask_shape, sequence_mask, build_sequence_mask),
        ("modules.RandnLike", noise_shape, noise, build_noise),
        ("modules.PRQTransform", transform_shape, transform, build_transform),
    )
)
