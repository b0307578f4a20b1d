"""
Folding into linear layers: convolutions, deconvolutions and inner products whose weights are
constants.

A layer that scales and shifts each output channel commutes with the sum of a linear layer: applied
to the bias, and its scaling alone to the weights, it is part of the layer. As output channels are
the outermost axis of weights and biases too, folding means applying the same `ncnn` op to other
tensors.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.ncnn.attributes import Activation
from ...dialects.ncnn.base import NcnnOp, has_shape, shape_of, tensor_type
from ...dialects.ncnn.broadcast import align
from ...dialects.ncnn.convolution import ConvolutionBase
from ...dialects.ncnn.convolution1d import Convolution1DBase
from ...dialects.ncnn.deconvolution import DeconvolutionBase
from ...dialects.ncnn.elementwise import BinaryOpOp
from ...dialects.ncnn.innerproduct import InnerProductOp
from ...dialects.ncnn.reshape import FlattenOp
from ...dialects.ncnn.weight import WeightOp
from .constants import is_constant, uniform_weight
from .locations import fuse_locations
from .rebuild import rebuild

LinearOp = ConvolutionBase | Convolution1DBase | DeconvolutionBase | InnerProductOp
"""
A layer with `weight` and `bias` whose outermost axis is the output channel, and an `activation`.
"""


def only_reader_of_linear(value: SSAValue) -> LinearOp | None:
    """The linear layer that computes `value`, if nothing but its one reader would see it change."""
    if not isinstance(value, OpResult) or not isinstance(value.op, LinearOp):
        return None
    if not value.has_one_use():
        return None
    op = value.op
    return None if is_scheduled(op) else op


def is_scheduled(op: LinearOp) -> bool:
    """Whether the layer has what level 2 adds: an algorithm, an epilogue."""
    if isinstance(op, Convolution1DBase):
        return False
    has_algorithm = isinstance(op, ConvolutionBase) and op.algorithm is not None
    return has_algorithm or op.epilogue is not None


def foldable_linear(value: SSAValue) -> LinearOp | None:
    """
    The linear layer that computes `value`, if scales and shifts of its outputs can go into its
    weights.

    It must have one reader, constant float32 weights, known shapes and no activation.
    """
    op = only_reader_of_linear(value)
    if op is None or op.activation.data != Activation.NONE or not has_float_weights(op):
        return None
    return op if has_shape(op.output) else None


def has_float_weights(op: LinearOp) -> bool:
    """
    Whether weights and bias are float32 constants by output channel, which arithmetic may change.
    """
    if scale_term(op) != 0 or (isinstance(op, DeconvolutionBase) and op.transposed_weight):
        return False
    if isinstance(op, Convolution1DBase) and (not has_shape(op.input) or op.has_spare_weights):
        return False
    parts = [value for value in (op.weight, op.bias) if value is not None]
    return all(is_constant(v) and v.type == tensor_type(shape_of(v)) for v in parts)


def scale_term(op: LinearOp) -> int:
    """ncnn's `int8_scale_term`: 0 for float layers, above 100 for those that emit int8."""
    if isinstance(op, DeconvolutionBase | Convolution1DBase):
        return 0
    return op.int8_scale_term.value.data


def channel_axis(op: LinearOp) -> int:
    """The axis of the output along which the output channels of the weights lie."""
    return 1 if isinstance(op, InnerProductOp) and op.is_per_row else 0


def is_per_channel(constant: SSAValue, op: LinearOp) -> bool:
    """
    Whether a constant, as operand of a BinaryOp, has one element for each output channel, or one in
    all.
    """
    if not is_constant(constant) or not has_shape(constant):
        return False
    output = shape_of(op.output)
    aligned = align(shape_of(constant), output)
    if len(aligned) != len(output):
        return False
    axis = channel_axis(op)
    rest = (*aligned[:axis], *aligned[axis + 1 :])
    return aligned[axis] in (1, output[axis]) and set(rest) <= {1}


def match_channel_operand(op: BinaryOpOp) -> tuple[LinearOp, SSAValue] | None:
    """
    The linear layer and the constant, for each channel or all, that a BinaryOp combines.

    The constant is the second operand, or either of a commutative operator.
    """
    orders = [(op.lhs, op.rhs)]
    if op.operator.data.is_commutative:
        orders.append((op.rhs, op.lhs))
    for value, constant in orders:
        linear = foldable_linear(value)
        if linear is not None and is_per_channel(constant, linear):
            return linear, constant
    return None


def channels_of(op: LinearOp) -> int:
    """Number of output channels."""
    return shape_of(op.weight)[0]


def insert(rewriter: PatternRewriter, op: NcnnOp | WeightOp, source: NcnnOp) -> SSAValue:
    """
    Insert a part of a weight expression before the matched op, with the location of its source.
    """
    op.location = source.location
    rewriter.insert(op)
    return op.results[0]


def apply_to(
    rewriter: PatternRewriter, op: NcnnOp, tensor: SSAValue, **operands: SSAValue | None
) -> SSAValue:
    """The layer `op` on another input, and perhaps with other operands besides."""
    changed = {"input": tensor, **operands}
    return insert(rewriter, rebuild(op, operands=changed, result_type=tensor.type), op)


def bias_or_zeros(rewriter: PatternRewriter, linear: LinearOp, source: NcnnOp) -> SSAValue:
    """The layer's bias, or a new one of zeros."""
    if linear.bias is not None:
        return linear.bias
    key = root_key(linear.weight).removesuffix(".weight") + ".bias"
    return insert(rewriter, zeros(channels_of(linear), key), source)


def root_key(value: SSAValue) -> str:
    """The key of the weight at the start of an expression of constants."""
    op = value.owner
    assert isinstance(op, Operation)
    return op.key.data if isinstance(op, WeightOp) else root_key(op.operands[0])


def apply_binary(
    rewriter: PatternRewriter, op: BinaryOpOp, tensor: SSAValue, constant: SSAValue
) -> SSAValue:
    """The BinaryOp on a tensor of weights, and a constant that lies along its outermost axis."""
    operands = {"lhs": tensor, "rhs": as_vector(rewriter, constant, op)}
    return insert(rewriter, rebuild(op, operands=operands, result_type=tensor.type), op)


def as_vector(rewriter: PatternRewriter, constant: SSAValue, source: NcnnOp) -> SSAValue:
    """
    The constant with one axis: against weights or a bias it then lies along the outermost axis.
    """
    shape = shape_of(constant)
    if len(shape) == 1:
        return constant
    flat = FlattenOp.build(operands=[constant], result_types=[tensor_type([prod(shape)])])
    return insert(rewriter, flat, source)


def zeros(count: int, key: str = "zeros") -> WeightOp:
    """A vector of zeros."""
    return uniform_weight(key, (count,), 0.0)


def merge_into_linear(
    rewriter: PatternRewriter,
    linear: LinearOp,
    consumer: NcnnOp,
    operands: Mapping[str, SSAValue | None] | None = None,
    properties: Mapping[str, Attribute] | None = None,
) -> None:
    """
    Replace the layer and its one reader by the layer with new weights or properties.

    The result has the reader's type, the location is that of both.
    """
    (result_type,) = consumer.result_types
    merged = rebuild(linear, operands=operands, properties=properties, result_type=result_type)
    merged.location = fuse_locations(linear, consumer)
    rewriter.replace(consumer, merged)
    rewriter.erase(linear)
