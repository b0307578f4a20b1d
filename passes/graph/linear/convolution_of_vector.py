"""Convolutions of vectors, which are inner products."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.constraints import int_array, int_list
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.convolution import ConvolutionOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ....dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ...common.constants import is_constant
from ...common.remarks import GraphPattern
from ..analysis.ranks import rank_of
from .linear import insert

RankBlindOp = FlattenOp | InnerProductOp
"""Ops that compute the same of a vector and of an image of one cell."""

QUANTIZED_RESULT = 100
"""The `int8_scale_term` above which a convolution makes an int8 blob."""


class ConvolutionOfVectorPattern(GraphPattern):
    """A rewrite of a 1x1 convolution of a vector to an inner product with the same weights."""

    def replace(
        self, op: ConvolutionOp, rewriter: PatternRewriter, *before: Operation
    ) -> InnerProductOp | None:
        """Replace `op` by an inner product, or remark on the reason and return None."""
        if op.is_scheduled:
            return None
        if (reason := reason_against(op)) is not None:
            self.remarks.declined(reason, *before, op)
            return None
        self.remarks.made(*before, op)
        inner_product = InnerProductOp.build(
            operands=[
                op.input,
                as_matrix(rewriter, op),
                [] if op.bias is None else [op.bias],
                [] if op.weight_scale is None else [op.weight_scale],
                [] if op.input_scale is None else [op.input_scale],
                [],
            ],
            properties={
                "activation": op.activation,
                "activation_params": op.activation_params,
                "int8_scale_term": op.int8_scale_term,
            },
            attributes=op.attributes,
            regions=[[]],
            result_types=[result_type(op)],
        )
        inner_product.location = op.location
        weight = op.weight.owner
        rewriter.replace(op, inner_product)
        if isinstance(weight, WeightOp) and weight.output.first_use is None:
            rewriter.erase(weight)
        return inner_product


def reason_against(op: ConvolutionOp) -> str | None:
    """Why the convolution is no inner product; None if it is one."""
    if not is_constant(op.weight) or (op.bias is not None and not is_constant(op.bias)):
        return "its weights are no constants"
    height, width = op.kernel_shape
    if (height, width) != (1, 1):
        return f"its kernel is {height}x{width}, not 1x1"
    rank = rank_of(op.input)
    if rank is None:
        return "its input may have several dimensions"
    return quantized_reason_against(op) if rank == 1 else f"its input has {rank} dimensions, not 1"


def quantized_reason_against(op: ConvolutionOp) -> str | None:
    """Why an int8 convolution of a vector is no inner product; None if it is one, or not int8."""
    if op.int8_scale_term.value.data > QUANTIZED_RESULT:
        return "its result is int8"
    if op.keeps_vectors:
        return None
    if any(int_list(op.pad)):
        return "it pads the vector, as int8 convolutions do"
    if not all(isinstance(use.operation, RankBlindOp) for use in op.output.uses):
        return "its result, int8 being used, has three dimensions, and a user may depend on that"
    return None


def result_type(op: ConvolutionOp) -> Attribute:
    """Return the type of the inner product: that of the convolution, but always a vector."""
    return tensor_type(shape_of(op.output)[:1]) if has_shape(op.output) else op.output.type


def as_matrix(rewriter: PatternRewriter, op: ConvolutionOp) -> SSAValue:
    """Return weights `[out][in][1][1]` as `[out][in]`: the same array, or a reshape."""
    shape = shape_of(op.weight)[:2]
    weight = op.weight.owner
    if not isinstance(weight, WeightOp):
        reshape = ReshapeOp.build(
            operands=[op.weight, []],
            properties={"shape": int_array(shape)},
            result_types=[tensor_type(shape)],
        )
        return insert(rewriter, reshape, op)
    value = weight.value
    if value is not None:
        type = TensorType(value.get_element_type(), shape)
        value = DenseIntOrFPElementsAttr(type, value.data)
    type = TensorType(weight.output.type.get_element_type(), shape)
    matrix = WeightOp(weight.key.data, type, value, weight.memory_data)
    matrix.attributes |= weight.attributes
    matrix.location = weight.location
    matrix.output.name_hint = weight.output.name_hint
    rewriter.insert(matrix)
    return matrix.output
