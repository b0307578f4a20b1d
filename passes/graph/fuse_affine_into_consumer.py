"""Make a scaling and shifting of channels part of the linear layers that read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

import numpy as np
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from ...dialects.constraints import int_array
from ...dialects.context import NcnncContext
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.families.linear import LinearOp
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.reduction import ReductionKind, ReductionKindAttr, ReductionOp
from ...dialects.ncnn.shapes import shape_of, tensor_type
from ..common.constants import dense_weight
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from ..common.users import users_of
from .affine.affine import AffineMap, affine_of
from .affine.affine_guards import is_padded, pad_value_before, why_not_absorb
from .linear.linear import binary, insert, root_key, scaled


@dataclass(frozen=True)
class FoldAffineIntoUsers(GraphPattern):
    """
    `W (s x + t) + b = (W s) x + (b + W t)`, if every user is a linear layer that can do so.

    Where a layer pads its input with `p`, it pads with `(p - t) / s` then.
    """

    context: NcnncContext

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        affine = affine_of(op, self.context)
        if affine is None:
            return
        assert isinstance(op, NcnnOp)  # an affine layer
        users = users_of(op.results[0])
        consumers = [user for user in users if reads_input(user, op.results[0])]
        if not consumers:
            return
        reason = None if len(consumers) == len(users) else f"{layer_name(op)} has other users"
        for reason in [reason, *(why_not_absorb(user, affine.map) for user in consumers)]:
            if reason is not None:
                self.remarks.declined(reason, op, *consumers)
                return
        self.remarks.made(op, *consumers)
        for user in consumers:
            rewriter.insertion_point = InsertPoint.before(user)
            absorb(rewriter, op, affine.map, affine.input, user)
        rewriter.erase(op)


def reads_input(user: Operation, value: SSAValue) -> TypeGuard[LinearOp]:
    """Return whether the user is a linear layer that reads the value only as its input."""
    if not isinstance(user, LinearOp):
        return False
    return user.input is value and list(user.operands).count(value) == 1


def absorb(
    rewriter: PatternRewriter, op: NcnnOp, map: AffineMap, input: SSAValue, user: LinearOp
) -> None:
    """Let the user compute what it does of the op's result from the op's input."""
    operands: dict[str, SSAValue | None] = {"input": input}
    properties: dict[str, Attribute] = {}
    if (map.scale != 1).any():
        operands["weight"] = times_inputs(rewriter, op, user, map.scale)
    if map.shift.any():
        operands["bias"] = shifted_bias(rewriter, op, user, map.shift)
    if isinstance(user, ConvolutionND) and is_padded(user):
        value = pad_value_before(user, map)
        assert value is not None
        properties["pad_value"] = FloatAttr(value, f32)
    merged = rebuild(user, operands=operands, properties=properties)
    merged.location = fuse_locations(user, op)
    rewriter.replace(user, merged)


def times_inputs(
    rewriter: PatternRewriter, op: NcnnOp, user: LinearOp, factors: np.ndarray
) -> SSAValue:
    """Return the user's weights, those of each input channel multiplied by its factor."""
    if len(factors) == 1:
        return scaled(rewriter, op, user.weight, float(factors[0]))
    by_weight = along_inputs(user, factors)
    weight = dense_weight(f"{root_key(user.weight)}.factors", by_weight.astype(np.float32))
    constant = insert(rewriter, weight, op)
    return binary(rewriter, op, BinaryOperator.MUL, user.weight, constant, user.weight.type)


def along_inputs(user: LinearOp, channels: np.ndarray) -> np.ndarray:
    """
    One number for each input channel in the order of the weights, to be broadcast against them.

    Shapes: `[1][in]`, or of the weights of several groups `[out][in / group]`, then ones. An inner
    product's inputs are the cells of all channels.
    """
    outputs, inputs, *kernel = shape_of(user.weight)
    if isinstance(user, InnerProductOp):
        return np.repeat(channels, inputs // len(channels))[None]
    grouped = channels.reshape(user.groups, inputs)
    if user.groups > 1:
        grouped = np.repeat(grouped, outputs // user.groups, axis=0)
    return grouped.reshape(*grouped.shape, *(1 for _ in kernel))


def shifted_bias(
    rewriter: PatternRewriter, op: NcnnOp, user: LinearOp, terms: np.ndarray
) -> SSAValue:
    """
    Return the user's bias, and the sum of all weights of each output times their input's term.
    """
    shape = shape_of(user.weight)
    coefficient, weight = 1.0, user.weight
    if len(terms) == 1:
        coefficient = float(terms[0])
    else:
        weight = times_inputs(rewriter, op, user, terms)
    total = ReductionOp.build(
        operands=[weight],
        properties={
            "kind": ReductionKindAttr(ReductionKind.SUM),
            "axes": int_array(range(1, len(shape))),
            "coeff": FloatAttr(coefficient, f32),
        },
        result_types=[tensor_type(shape[:1])],
    )
    sums = insert(rewriter, total, op)
    if user.bias is None:
        return sums
    return binary(rewriter, op, BinaryOperator.ADD, user.bias, sums, sums.type)


class FuseAffineIntoConsumerPass(RewritePass):
    """
    Make BatchNorm, Scale, Bias and arithmetic with constants part of the linear layers that read
    the result: convolutions, deconvolutions and inner products.

        %a = ncnn.scale %x, %s bias %t
        %y = ncnn.convolution %a, %w bias %b
        ->
        %w2 = ncnn.binaryop mul %w, %s
        %b2 = ncnn.binaryop add %b, sum of %w * %t
        %y = ncnn.convolution %x, %w2 bias %b2

    A shift of padded input needs another pad value, the same for all channels: there is one for
    scalars, seldom for vectors. From the last layer to the first, so that chains fold in one go.
    """

    name = "fuse-affine-into-consumer"
    PATTERNS = (FoldAffineIntoUsers,)
    BACKWARDS = True
