"""Fake quantization: round through int8, stay in float32."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from ....dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from ....dialects.ncnn.builder import LayerBuilder
from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.ncnn.internal.round_blocks import RoundBlocksOp
from ....dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp
from ....dialects.ncnn.internal.weight import is_weight
from ....dialects.ncnn.layers.binaryop import BinaryOperator
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.reduction import ReductionKind
from ....dialects.ncnn.layers.unaryop import UnaryOperator
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import symbols_of
from ....dialects.weight_store import WeightStore
from ...common.constants import stored_array

Int8Layer = ConvolutionBase | InnerProductOp
"""Layers that sum products of int8 for each element of their output."""


def rounded(layers: LayerBuilder, x: SSAValue, axes: list[int]) -> SSAValue:
    """
    Round `x` through int8, with one scale for all elements along `axes`.

    `sign(x) * min(floor(|x| * s + 1/2), 127) / s` with `s = 127 / max |x|`: halves go away from
    zero.
    """
    size = layers.unary(UnaryOperator.ABS, x)
    maximum = layers.reduce(ReductionKind.MAX, size, axes)
    largest = layers.scalar(BinaryOperator.MAX, maximum, SMALLEST_SCALED)
    scale = layers.scalar(BinaryOperator.RDIV, largest, LARGEST_INT8)
    steps = layers.scalar(BinaryOperator.ADD, layers.binary(BinaryOperator.MUL, size, scale), 0.5)
    whole = layers.unary(UnaryOperator.FLOOR, steps)
    bounded = layers.scalar(BinaryOperator.MIN, whole, LARGEST_INT8)
    size = layers.binary(BinaryOperator.DIV, bounded, scale)
    return layers.binary(BinaryOperator.MUL, size, layers.unary(UnaryOperator.SIGN, x))


def stored_integers(
    weight: SSAValue, scales: np.ndarray, weights: WeightStore
) -> np.ndarray | None:
    """An int8 weight as floats, or a float32 one rounded by scales; None if unknown."""
    array = stored_array(weight, weights)
    if array is None or array.dtype == np.int8:
        return None if array is None else array.astype(np.float32)
    return to_int8(array.astype(np.float32) * scales)


def to_int8(scaled: np.ndarray) -> np.ndarray:
    """Round scaled numbers to int8 as floats, halves away from zero; NaN gives -127."""
    size = np.floor(np.abs(scaled.astype(np.float64)) + 0.5)  # 1/2 less a little stays below 1
    whole = np.copysign(np.minimum(size, LARGEST_INT8), scaled).astype(np.float32)
    return np.where(np.isnan(scaled), np.float32(-LARGEST_INT8), whole)


def dequantized(
    weight: SSAValue, scales: SSAValue, axis: int, weights: WeightStore
) -> np.ndarray | None:
    """Dequantize an int8 weight by scales along an axis (0 gives 0); None if unknown."""
    factors = stored_array(scales, weights)
    if factors is None:
        return None
    extents = [1] * len(shape_of(weight))
    extents[axis] = factors.size
    factors = factors.astype(np.float32).reshape(extents)
    integers = stored_integers(weight, factors, weights)
    return None if integers is None else integers * reciprocal(factors)


MOST_INT8_PRODUCTS = 65_000
"""Products of int8 and bytes whose sum, with the offset of the bytes, int32 holds."""


def reciprocal(scales: np.ndarray) -> np.ndarray:
    """`1 / scale`, and 0 for 0."""
    safe = np.where(scales == 0, np.float32(1), scales)
    return np.where(scales == 0, np.float32(0), np.float32(1) / safe)


def block_matrix(
    layers: LayerBuilder, weight: SSAValue, scales: SSAValue, term: int, columns: int
) -> SSAValue | None:
    """Return the numbers that stored rows of few bits stand for; None if they are not stored."""
    blocks = BlockQuantization.of_term(term)
    if blocks is None or not is_weight(weight) or not is_weight(scales):
        return None
    matrix = DequantizeBlocksOp(weight, scales, blocks, columns)
    matrix.location = layers.location
    return layers.builder.insert(matrix).output


def int8_matrix(
    layers: LayerBuilder,
    weight: SSAValue,
    scales: SSAValue,
    weights: WeightStore,
    *,
    in_columns: bool = False,
) -> SSAValue | None:
    """
    Return an int8 weight as rows with a scale each, which kernels multiply as it is; None if it is
    not known, or for sums of products that could exceed int32.

    Shapes: `rows,columns`, or turned if the rows lie in columns; a scale for each row, or for all.
    """
    factors = stored_array(scales, weights)
    if factors is None:
        return None
    factors = factors.astype(np.float32).reshape(-1, 1)
    integers = stored_integers(weight, factors.T if in_columns else factors, weights)
    if integers is None:
        return None
    rows = (integers.T if in_columns else integers).astype(np.int8)
    if rows.shape[1] > MOST_INT8_PRODUCTS:
        return None
    stored = layers.constant(weights, "int8", rows)
    of_rows = layers.constant(weights, "scales", np.broadcast_to(factors, (len(rows), 1)))
    form = BlockQuantization.of_whole_rows(rows.shape[1])
    matrix = DequantizeBlocksOp(stored, of_rows, form, rows.shape[1])
    matrix.location = layers.location
    return layers.builder.insert(matrix).output


def rounded_rows(layers: LayerBuilder, x: SSAValue, largest: SSAValue | None = None) -> SSAValue:
    """
    Round each row as a block of its own, as the rows of `int8_matrix` are; all by one magnitude, or
    by that of the matrix, if that is given.
    """
    size = BlockQuantization.of_whole_rows(shape_of(x)[-1]).block_size
    return rounded_blocks(layers, x, size, largest)


def rounded_matrices(layers: LayerBuilder, x: SSAValue) -> SSAValue:
    """Round each matrix, along the innermost two axes, by its largest magnitude."""
    matrices = shape_of(x)[:-2]
    return rounded_rows(layers, x, largest_magnitude(layers, x, len(matrices)))


def can_multiply_integers(op: Operation, terms: int) -> bool:
    """Return whether kernels multiply computed operands of an op as integers: of known extents."""
    return terms <= MOST_INT8_PRODUCTS and not has_dynamic_extents(op)


def has_dynamic_extents(op: Operation) -> bool:
    """Return whether extents of the graph around an op are known at run time only."""
    function = op.parent_op()
    return isinstance(function, FuncOp) and bool(symbols_of(function))


def largest_magnitude(layers: LayerBuilder, x: SSAValue, outer: int = 0) -> SSAValue:
    """Return the largest magnitude of all elements, or for each index of up to one outer axis."""
    axes = list(range(outer, len(shape_of(x))))
    most = layers.reduce(ReductionKind.MAX, layers.unary(UnaryOperator.ABS, x), axes)
    return layers.reshape(most, shape_of(x)[:outer] or (1,))


def block_input(layers: LayerBuilder, x: SSAValue, scales: SSAValue | None, term: int) -> SSAValue:
    """Scale the columns of `rows,columns`, and round blocks to int8 if the term does."""
    blocks = BlockQuantization.of_term(term)
    assert blocks is not None
    scaled = x
    if scales is not None:
        scaled = layers.binary(BinaryOperator.MUL, x, layers.reshape(scales, (1, shape_of(x)[1])))
    if not blocks.rounds_inputs:
        return scaled
    return rounded_blocks(layers, scaled, blocks.block_size)


def rounded_blocks(
    layers: LayerBuilder, x: SSAValue, size: int, largest: SSAValue | None = None
) -> SSAValue:
    """Round the blocks of rows to int8, by the magnitude of all if that is given."""
    rounding = RoundBlocksOp.build(
        operands=[x, [] if largest is None else [largest]],
        properties={"size": IntegerAttr(size, i64)},
        result_types=[x.type],
    )
    rounding.location = layers.location
    return layers.builder.insert(rounding).output
