"""
Compose chains of affine layers, which scale and shift each channel by constants.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import Operation, SSAValue

from ....dialects.context import NcnncContext
from ....dialects.ncnn.layers.binaryop import BinaryOpOp
from ....dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ....dialects.ncnn.layers.misc import DropoutOp
from ....dialects.ncnn.layers.normalization import BatchNormOp, BiasOp, ScaleOp
from ....dialects.ncnn.rules.broadcast import align
from ....dialects.ncnn.shapes import has_shape, shape_of
from ...common.batchnorm import batchnorm_map
from ...common.constants import is_constant
from ..analysis.constant_values import constant_values
from ..analysis.factor_and_term import factor_and_term
from ..linear.fuse_scalar_patterns import scalar_map


@dataclass(frozen=True)
class AffineMap:
    """
    `scale * x + shift`, by index of the outermost axis.

    Shapes: both `(channels,)`, or `(1,)` for one that is the same for all; float64.
    """

    scale: np.ndarray
    shift: np.ndarray

    @classmethod
    def of(cls, scale: float | np.ndarray, shift: float | np.ndarray = 0.0) -> AffineMap:
        """Return a map from scalars or vectors."""
        return cls(*(np.atleast_1d(np.asarray(part, np.float64)) for part in (scale, shift)))

    @property
    def channels(self) -> int:
        """Return the number of channels that the map is for; 1 if it is the same for any number."""
        return max(len(self.scale), len(self.shift))

    @property
    def is_finite(self) -> bool:
        """Return whether float32 can represent it."""
        with np.errstate(over="ignore"):
            parts = (part.astype(np.float32) for part in (self.scale, self.shift))
            return all(bool(np.isfinite(part).all()) for part in parts)

    def after(self, first: AffineMap) -> AffineMap:
        """This map of the result of another."""
        return AffineMap(self.scale * first.scale, self.scale * first.shift + self.shift)


@dataclass(frozen=True)
class Affine:
    """A layer that is an affine map of one of its operands."""

    op: Operation
    input: SSAValue
    map: AffineMap


def affine_of(op: Operation, context: NcnncContext) -> Affine | None:
    """Return the op as a map, if it is affine and its constants are at hand."""
    with np.errstate(all="ignore"):
        match = _match(op, context)
    if match is None or not match[1].is_finite:
        return None
    return Affine(op, *match)


Match = tuple[SSAValue, AffineMap]


def _match(op: Operation, context: NcnncContext) -> Match | None:
    match op:
        case DropoutOp() if op.scale.value.data == 1.0:
            return None  # it is nothing, and goes as such
        case UnaryElementwiseOp():
            scalars = scalar_map(op)
            return scalars and (op.input, AffineMap.of(scalars.factor, scalars.term))
        case BinaryOpOp():
            return _match_binary(op, context)
        case BatchNormOp() | ScaleOp() | BiasOp():
            arrays = [constant_values(value, context) for value in op.operands[1:]]
            known = [array.astype(np.float64).ravel() for array in arrays if array is not None]
            return None if len(known) < len(arrays) else _match_channelwise(op, known)
        case _:
            return None


def _match_channelwise(
    op: BatchNormOp | ScaleOp | BiasOp, arrays: list[np.ndarray]
) -> Match | None:
    match op:
        case BatchNormOp():
            return op.input, AffineMap.of(*batchnorm_map(arrays, op.eps.value.data))
        case ScaleOp() if op.scale_output is None:
            return op.input, AffineMap.of(*arrays)
        case BiasOp() if has_shape(op.input):
            return op.input, AffineMap.of(1.0, arrays[0][0] if op.is_uniform else arrays[0])
        case _:
            return None


def _match_binary(op: BinaryOpOp, context: NcnncContext) -> Match | None:
    """
    Return a BinaryOp of a blob, and of a constant with an element for each index of its first axis.
    """
    operator = op.operator.data
    for input, constant, swaps in ((op.lhs, op.rhs, False), (op.rhs, op.lhs, True)):
        if not has_shape(input) or not has_shape(constant) or input.type != op.output.type:
            continue
        aligned = align(shape_of(constant), shape_of(input))
        if set(aligned[1:]) - {1}:
            continue
        values = constant_values(constant, context)
        if values is None or is_constant(input):
            continue
        constants = values.astype(np.float64).ravel()
        parts = factor_and_term(operator.swapped if swaps else operator, constants)
        return None if parts is None else (input, AffineMap.of(*parts))
    return None
