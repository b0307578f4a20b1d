"""Make an activation part of the convolution, deconvolution or inner product before it."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, f32
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern

from ...dialects.ncnn.activation import ClipOp, HardSwishOp, MishOp, ReLUOp, SigmoidOp
from ...dialects.ncnn.attributes import Activation, ActivationAttr
from ...dialects.ncnn.elementwise import UnaryElementwiseOp
from ..support.linear import LinearOp, merge_into_linear, only_reader_of_linear, scale_term

REQUANTIZED = 100
"""An `int8_scale_term` above this makes the layer emit int8, which an activation must precede."""


def activation_of(op: Operation) -> tuple[Activation, list[float]] | None:
    """The activation (and its parameters) that an op computes, if layers can carry it."""
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


class FuseActivationIntoLinear(RewritePattern):
    """
    Set the `activation` of a linear layer that has none, and whose one reader is an activation.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        activation = activation_of(op)
        if activation is None or not isinstance(op, UnaryElementwiseOp):
            return
        linear = only_reader_of_linear(op.input)
        if linear is None or not can_take_activation(linear):
            return
        kind, parameters = activation
        properties = {
            "activation": ActivationAttr(kind),
            "activation_params": DenseArrayBase.from_list(f32, parameters),
        }
        merge_into_linear(rewriter, linear, op, properties=properties)


def can_take_activation(linear: LinearOp) -> bool:
    """Whether the layer has no activation yet and its output is float32."""
    return linear.activation.data == Activation.NONE and scale_term(linear) <= REQUANTIZED


@dataclass(frozen=True)
class FuseActivationPass(ModulePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the layer whose result they
    take.

        %a = ncnn.convolution %x, %w : ...
        %y = ncnn.relu %a              ->   %y = ncnn.convolution %x, %w activation relu : ...

    Source: ncnnoptimize, `fuse_convolution_activation` and its four sisters, which overwrite an
    activation that is already there.
    """

    name = "fuse-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(FuseActivationIntoLinear(), apply_recursively=False)
        walker.rewrite_module(op)
