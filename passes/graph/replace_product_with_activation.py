"""Recognise Swish, HardSwish and Mish in what converters spell out as products."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.activation import (
    ClipOp,
    HardSigmoidOp,
    HardSwishOp,
    MishOp,
    SigmoidOp,
    SoftplusOp,
    SwishOp,
    TanHOp,
)
from ...dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ...dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ...dialects.ncnn.layers.eltwise import EltwiseOp, EltwiseOperator
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .linear.fuse_scalar_patterns import scalar_map


@dataclass(frozen=True)
class Gate:
    """`gate(x)`, such that `x * gate(x)` is `factor * activation(x)`."""

    ops: tuple[UnaryElementwiseOp, ...]
    """The ops that compute it, first to last."""
    activation: type[UnaryElementwiseOp]
    properties: dict[str, float]
    factor: float = 1.0

    @property
    def input(self) -> SSAValue:
        """Return the argument of the function."""
        return self.ops[0].input


def gate_of(value: SSAValue) -> Gate | None:
    """Return the gate that a value is, if it is one."""
    op = value.owner
    match op:
        case SigmoidOp():
            return Gate((op,), SwishOp, {})
        case HardSigmoidOp():
            slopes = {"alpha": op.alpha.value.data, "beta": op.beta.value.data}
            return Gate((op,), HardSwishOp, slopes)
        case TanHOp() if isinstance(inner := op.input.owner, SoftplusOp):
            return Gate((inner, op), MishOp, {})
        case ClipOp():
            return _clipped_gate(op)
        case _:
            return None


def _clipped_gate(op: ClipOp) -> Gate | None:
    """Return `clip(a x + b, 0, c) = c * clip(a / c x + b / c, 0, 1)`, a HardSigmoid."""
    inner, bound = op.input.owner, op.max.value.data
    map = scalar_map(inner) if isinstance(inner, UnaryElementwiseOp) else None
    if map is None or op.min.value.data != 0.0 or not 0.0 < bound < 1e6:
        return None
    assert isinstance(inner, UnaryElementwiseOp)  # it has a map
    slopes = {"alpha": map.factor / bound, "beta": map.term / bound}
    return Gate((inner, op), HardSwishOp, slopes, bound)


class ReplaceGatedProduct(GraphPattern):
    """`x * sigmoid(x)`, `x * hardsigmoid(x)`, `x * tanh(softplus(x))`: an activation each."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp | EltwiseOp, rewriter: PatternRewriter):
        if not is_product(op):
            return
        for value, other in (tuple(op.operands), tuple(op.operands)[::-1]):
            gate = gate_of(other)
            if gate is None or gate.input is not value:
                continue
            shared = [part for part in gate.ops if not part.output.has_one_use()]
            if shared:
                reason = f"the result of {layer_name(shared[0])} has other users"
                self.remarks.declined(reason, *gate.ops, op)
                return
            self.remarks.made(*gate.ops, op)
            *first, last = activation_ops(gate, op)
            for new_op in (*first, last):
                new_op.location = fuse_locations(op, *gate.ops)
            rewriter.insert(first)
            rewriter.replace(op, last)
            for part in reversed(gate.ops):
                rewriter.erase(part)
            return


def is_product(op: BinaryOpOp | EltwiseOp) -> bool:
    """Return whether the op multiplies two values."""
    if isinstance(op, BinaryOpOp):
        return op.operator.data is BinaryOperator.MUL
    return op.operator.data is EltwiseOperator.PROD and len(op.inputs) == 2


def activation_ops(gate: Gate, op: BinaryOpOp | EltwiseOp) -> list[Operation]:
    """Return the activation, and a multiplication if the gate has a factor, in place of `op`."""
    activation = gate.activation.build(
        operands=[gate.input],
        properties={name: FloatAttr(value, f32) for name, value in gate.properties.items()},
        result_types=[op.output.type],
    )
    activation.attributes |= op.attributes
    if gate.factor == 1.0:
        return [activation]
    scale = BinaryScalarOp.of(BinaryOperator.MUL, activation.output, gate.factor, op.output.type)
    return [activation, scale]


class ReplaceProductWithActivationPass(RewritePass):
    """
    Replace the product of a value and a gate that it opens itself by Swish, HardSwish or Mish,
    which a convolution can take in.

        %a = ncnn.hardsigmoid %x
        %y = ncnn.binaryop mul %x, %a   ->   %y = ncnn.hardswish %x

    `x * clip(x + 3, 0, 6)` is 6 times a HardSwish; the `/ 6` after it goes into the layers around.
    """

    name = "replace-product-with-activation"
    PATTERNS = (ReplaceGatedProduct,)
