"""Activations into the linear layer before them."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, f32
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.ncnn.attributes import Activation, ActivationAttr
from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.layers.activation import ClipOp, HardSwishOp, MishOp, ReLUOp, SigmoidOp
from ....dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ...common.errors import layer_name
from .linear import LinearPattern
from .linear_guards import Reason, why_not_merge

REQUANTIZED = 100
"""An `int8_scale_term` above this makes the layer emit int8, which an activation must precede."""


def activation_of(op: Operation) -> tuple[Activation, list[float]] | None:
    """Return the activation (and its parameters) that an op computes, if layers can carry it."""
    match op:
        case ReLUOp():
            slope = op.slope.value.data
            return (Activation.LEAKY_RELU, [slope]) if slope else (Activation.RELU, [])
        case ClipOp():
            return Activation.CLIP, [op.min.value.data, op.max.value.data]
        case HardSwishOp():
            return Activation.HARDSWISH, [op.alpha.value.data, op.beta.value.data]
        case SigmoidOp():
            return Activation.SIGMOID, []
        case MishOp():
            return Activation.MISH, []
        case _:
            return None


class FuseActivationIntoLinear(LinearPattern):
    """
    Set the `activation` of a linear layer that has none, and whose one user is an activation.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        activation = activation_of(op)
        if activation is None or not isinstance(op, UnaryElementwiseOp):
            return
        linear = self.linear_before(op.input)
        if linear is None or self.declines(why_not_activate(linear), linear, op):
            return
        kind, parameters = activation
        properties = {
            "activation": ActivationAttr(kind),
            "activation_params": DenseArrayBase.from_list(f32, parameters),
        }
        self.merge(rewriter, linear, op, properties=properties)


def why_not_activate(linear: LinearOp) -> Reason:
    """Why the layer cannot take an activation: it must have none, and emit float32."""
    if linear.activation.data != Activation.NONE:
        return f"{layer_name(linear)} has an activation"
    if linear.scale_term > REQUANTIZED:
        return f"{layer_name(linear)} emits int8"
    return why_not_merge(linear)
