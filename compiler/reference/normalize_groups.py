"""Normalisation of channels: of groups, of single channels, or of all."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.kernel.attributes import EpsGuard
from ...dialects.ncnn.internal.normalize_groups import NormalizeGroupsOp
from ...dialects.ncnn.layers.groupnorm import GroupNormOp, InstanceNormOp, channel_count
from ...dialects.ncnn.layers.mvn import MVNOp
from ...dialects.ncnn.layers.normalize import NormalizeOp
from .linear import apply_epilogue
from .normalization import by_channel
from .support import array_function, meaning, operand_arrays


def guarded_root(square: np.ndarray, eps: float, guard: EpsGuard) -> np.ndarray:
    """Return the root of a sum of squares, kept from 0 by eps."""
    least = np.float32(eps)
    match guard:
        case EpsGuard.ADDED_TO_SQUARE:
            return np.sqrt(square + least)
        case EpsGuard.LEAST_ROOT:
            return np.maximum(np.sqrt(square), least)
        case EpsGuard.LEAST_SQUARE:
            return np.sqrt(np.maximum(square, least))
        case EpsGuard.ADDED_TO_ROOT:
            return np.sqrt(square) + least


def normalized(
    x: np.ndarray,
    groups: int,
    eps: float,
    guard: EpsGuard = EpsGuard.ADDED_TO_SQUARE,
    centred: bool = True,
    summed: bool = False,
) -> np.ndarray:
    """x in `groups` equal parts, each less its mean and over the root of its mean square."""
    parts = x.reshape(groups, -1)
    if centred:
        parts = parts - parts.mean(1, keepdims=True)
    squares = parts * parts
    square = squares.sum(1, keepdims=True) if summed else squares.mean(1, keepdims=True)
    return (parts / guarded_root(square, eps, guard)).reshape(x.shape)


@array_function(GroupNormOp)
def _groupnorm(op: GroupNormOp, x: np.ndarray, *affine: np.ndarray) -> np.ndarray:
    y = normalized(x, op.group.value.data, op.eps.value.data)
    if not affine:
        return y
    gamma, beta = (by_channel(vector, x.ndim) for vector in affine)
    return y * gamma + beta


@array_function(InstanceNormOp)
def _instancenorm(op: InstanceNormOp, x: np.ndarray, *affine: np.ndarray) -> np.ndarray:
    channels = channel_count(x.shape)
    y = normalized(x, channels, op.eps.value.data).reshape(channels, -1)
    if affine:
        gamma, beta = (by_channel(vector[:channels], 2) for vector in affine)
        y = y * gamma + beta
    return y.reshape(x.shape)


@array_function(MVNOp)
def _mvn(op: MVNOp, x: np.ndarray) -> np.ndarray:
    channels = 1 if op.across_channels is not None else channel_count(x.shape)
    if op.normalize_variance is None:
        rows = x.reshape(channels, -1)
        y = rows - rows.mean(1, keepdims=True)
    else:
        y = normalized(x, channels, op.eps.value.data, EpsGuard.ADDED_TO_ROOT)
    return y.reshape(op.infer_shapes()[0])


@array_function(NormalizeOp)
def _normalize(op: NormalizeOp, x: np.ndarray, scale: np.ndarray) -> np.ndarray:
    spatial, channel = (f is not None for f in (op.across_spatial, op.across_channel))
    if not spatial and not channel:
        return x
    channels = channel_count(x.shape)
    axes = tuple(axis for axis, summed in enumerate((channel, spatial)) if summed)
    rows = x.reshape(channels, -1)
    square = (rows * rows).sum(axes, keepdims=True)
    factor = scale[0] if op.channel_shared is not None else by_channel(scale[:channels], 2)
    return (rows / guarded_root(square, op.eps.value.data, op.guard.data) * factor).reshape(x.shape)


@meaning(NormalizeGroupsOp)
def run_normalize_groups(
    interpreter: Interpreter, op: NormalizeGroupsOp, args: PythonValues
) -> PythonValues:
    arrays = operand_arrays(op, args)
    x = arrays["input"]
    y = normalized(
        x,
        op.groups.value.data,
        op.eps.value.data,
        op.guard.data,
        op.centred is not None,
        op.summed is not None,
    )
    factor, term = (by_channel(arrays[name], x.ndim) for name in ("factor", "term"))
    y = apply_epilogue(interpreter, op, y * factor + term, arrays["epilogue_operands"], 0)
    return (y.astype(np.float32),)
