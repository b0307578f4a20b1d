"""Move an activation after a Concat into the concatenated linear layers."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, f32
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from ...dialects.ncnn.attributes import ActivationAttr
from ...dialects.ncnn.families.linear import LinearOp
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .analysis.value_range import range_of
from .linear.fuse_activation_patterns import activation_of, why_not_activate


class ActivateParts(GraphPattern):
    """Activate each part where it is computed; those that the activation leaves alone stay."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        activation = activation_of(op)
        if activation is None or not isinstance(op, UnaryElementwiseOp):
            return
        concat = op.input.owner
        if not isinstance(concat, ConcatOp):
            return
        parts = list(dict.fromkeys(v for v in concat.inputs if not leaves_alone(op, v)))
        reason = why_not_activate_parts(concat, parts)
        if reason is not None:
            self.remarks.declined(reason, concat, op)
            return
        layers = [part.owner for part in parts]
        self.remarks.made(concat, op, *(layer for layer in layers if isinstance(layer, Operation)))
        kind, parameters = activation
        properties = {
            "activation": ActivationAttr(kind),
            "activation_params": DenseArrayBase.from_list(f32, parameters),
        }
        for layer in layers:
            assert isinstance(layer, LinearOp)  # all of them are
            rewriter.insertion_point = InsertPoint.before(layer)
            rewriter.replace(layer, rebuild(layer, properties=properties))
        merged = rebuild(concat, result_type=op.output.type)
        merged.location = fuse_locations(concat, op)
        rewriter.replace(op, merged)
        rewriter.erase(concat)


def leaves_alone(op: UnaryElementwiseOp, value: SSAValue) -> bool:
    kept = op.identity_range()
    return kept is not None and range_of(value) in kept


def why_not_activate_parts(concat: ConcatOp, parts: list[SSAValue]) -> str | None:
    """Why the layers that compute the parts cannot take the activation."""
    if not concat.output.has_one_use():
        return f"the result of {layer_name(concat)} has other users"
    for part in parts:
        layer = part.owner
        if not isinstance(layer, LinearOp):
            name = layer_name(layer) if isinstance(layer, Operation) else "an input"
            return f"{name} cannot take an activation, and may need it"
        if (reason := why_not_activate(layer)) is not None:
            return reason
    return None


class FuseConcatActivationPass(RewritePass):
    """
    Make an activation that reads a Concat part of the linear layers before that.

        %c = ncnn.concat %pooled, %convolved
        %y = ncnn.relu %c
        ->
        %convolved = ncnn.convolution ... activation relu
        %y = ncnn.concat %pooled, %convolved

    Parts without negative numbers need no ReLU. So it is where ShuffleNet halves images.
    """

    name = "fuse-concat-activation"
    PATTERNS = (ActivateParts,)
