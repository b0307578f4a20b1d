"""Epilogues of kernels: regions that compute an output element from the kernel's own value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Region, SSAValue

from ...dialects.constraints import float_list
from ...dialects.element_types import arithmetic_element
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.families.linear import EpilogueOp
from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from .scalar.activation import activate
from .scalar.scalar import Scalar

LayerWithBias: TypeAlias = ScheduledConvolution | DeformableConv2DOp | InnerProductOp
"""Layers with bias, activation and fused ops."""

Formula = (
    Callable[[Scalar], Scalar]
    | Callable[[Scalar, Scalar], Scalar]
    | Callable[[Scalar, Scalar, Scalar], Scalar]
    | Callable[[Scalar, Scalar, Scalar, Scalar], Scalar]
)
"""Function from the kernel's value, and an element of each epilogue operand, to the result."""


def epilogue_region(
    values: Sequence[SSAValue], formula: Formula, fused: Block | None = None
) -> Region | None:
    """
    Return an epilogue that computes a formula of elements of values; None if it changes nothing.

    The first value is the kernel's own, the others are operands. A body fused with the op follows,
    with its own operands.
    """
    kernel, *others = (arithmetic_element(value.type) for value in values)
    if fused is not None:
        # The stored type may differ from the type of the sums.
        kernel = fused.arg_types[0]
        others += fused.arg_types[1:]
    block = Block(arg_types=[kernel, *others])
    own, rest = block.args[: len(values)], block.args[len(values) :]
    value = formula(*(Scalar(block, argument) for argument in own)).value
    if fused is not None:
        value = append_copy(block, fused, [value, *rest])
    if value is block.args[0]:
        return None
    block.add_op(YieldOp(value))
    return Region(block)


def append_copy(block: Block, body: Block, arguments: Sequence[SSAValue]) -> SSAValue:
    """
    Append a copy of a body, with other values as its first arguments; return the yielded value.
    """
    values: dict[SSAValue, SSAValue] = dict(zip(body.args, arguments, strict=False))
    for op in body.ops:
        if isinstance(op, YieldOp):
            return values.get(op.operands[0], op.operands[0])
        block.add_op(op.clone(values))
    raise AssertionError("a body ends in a yield")


def fused_body(op: EpilogueOp) -> Block | None:
    """Return the body that `fuse-epilogue` has moved into an op."""
    return op.epilogue.block if op.epilogue is not None and op.epilogue.blocks else None


def bias_and_activation(op: LayerWithBias) -> Region | None:
    """Return the epilogue of a layer with weights: bias, activation, and fused ops."""
    kind, params = op.activation.data, float_list(op.activation_params)
    values = [op.output] if op.bias is None else [op.output, op.bias]

    def activated(x: Scalar, *bias: Scalar) -> Scalar:
        return activate(sum(bias, x), kind, params)

    return epilogue_region(values, activated, fused_body(op))


def gemm_epilogue(op: GemmOp) -> Region | None:
    """Return `alpha * (product + beta * c)`, followed by fused ops; None for the product alone."""
    alpha, beta = op.alpha.value.data, op.beta.value.data
    values = [op.output] if op.c is None else [op.output, op.c]

    def scaled_sum(product: Scalar, *c: Scalar) -> Scalar:
        return sum((term * beta for term in c), product) * alpha

    return epilogue_region(values, scaled_sum, fused_body(op))


def epilogue_operands(op: LayerWithBias) -> list[SSAValue]:
    """Return the operands of a layer's epilogue, in the order of its arguments."""
    bias = [] if op.bias is None else [op.bias]
    return [*bias, *op.epilogue_operands]
