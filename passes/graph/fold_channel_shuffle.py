"""Fold ShuffleChannel into the weights of convolutions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    op_type_rewrite_pattern,
)
from xdsl.rewriter import InsertPoint

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ...dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.shuffle import ShuffleChannelOp
from ...dialects.ncnn.shapes import has_shape
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern, Remarks
from ..common.users import users_of
from .linear.linear_guards import Reason, why_not_change_weights, why_not_merge
from .linear.shuffled_weights import Order, inverse, shuffled, shuffled_inputs, shuffled_outputs


class FoldShuffleIntoProducer(GraphPattern):
    """Compute the output channels of a convolution in shuffled order."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShuffleChannelOp, rewriter: PatternRewriter):
        conv = op.input.owner
        if not isinstance(conv, ConvolutionOp) or not has_shape(op.output):
            return
        reason = why_not_merge(conv) or why_not_change_weights(conv)
        if reason is not None:
            self.remarks.declined(reason, conv, op)
            return
        self.remarks.made(conv, op)
        merged = rebuild(conv, operands=shuffled_parameters(rewriter, op, conv, op.properties))
        merged.location = fuse_locations(conv, op)
        rewriter.replace(op, merged)
        rewriter.erase(conv)


class FoldShuffleIntoConsumers(GraphPattern):
    """Sum the input channels of convolutions in the order before the shuffle."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShuffleChannelOp, rewriter: PatternRewriter):
        users = users_of(op.output)
        convs = [user for user in users if isinstance(user, ConvolutionOp)]
        if not convs or not has_shape(op.output):
            return
        reason = why_not_all(users, op.output)
        if reason is not None:
            self.remarks.declined(reason, op, *convs)
            return
        self.remarks.made(op, *convs)
        for conv in convs:
            rewriter.insertion_point = InsertPoint.before(conv)
            weight = shuffled_inputs(rewriter, conv, conv.weight, inverse(op))
            merged = rebuild(conv, operands={"input": op.input, "weight": weight})
            merged.location = fuse_locations(conv, op)
            rewriter.replace(conv, merged)
        rewriter.erase(op)


class MoveShuffleDown(GraphPattern):
    """
    Move channel-wise layers before the shuffle if convolutions that can absorb it follow: a
    depthwise convolution with permuted channels, a pooling, an activation.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShuffleChannelOp, rewriter: PatternRewriter):
        users = users_of(op.output)
        user = users[0] if len(users) == 1 else None
        if not isinstance(user, CHANNELWISE) or not has_shape(op.output):
            return
        if not can_move_below(user, op.output) or not is_absorbed(user.output):
            return
        if isinstance(user, ConvolutionDepthWiseOp):
            reason = why_not_change_weights(user)
            if reason is not None:
                self.remarks.declined(reason, op, user)
                return
        self.remarks.made(op, user)
        rewriter.insertion_point = InsertPoint.before(user)
        operands: dict[str, SSAValue | None] = {"input": op.input}
        if isinstance(user, ConvolutionDepthWiseOp):
            operands |= shuffled_parameters(rewriter, user, user, inverse(op))
        moved = rebuild(user, operands=operands)
        below = shuffled(moved.output, op.properties)
        below.location = op.location
        rewriter.replace(user, [moved, below], [below.output])
        rewriter.erase(op)


CHANNELWISE = (ConvolutionDepthWiseOp, PoolingOp, UnaryElementwiseOp)
"""Layers that may work channel by channel."""


def can_move_below(op: NcnnOp, value: SSAValue) -> bool:
    """Return whether a layer works on a value channel by channel, and keeps the channels' axis."""
    if not is_input_alone(op, value):
        return False
    match op:
        case ConvolutionDepthWiseOp():
            return op.is_depthwise and not op.is_scheduled
        case PoolingOp():
            return op.is_global is None
        case _:
            return isinstance(op, UnaryElementwiseOp)


def is_absorbed(value: SSAValue) -> bool:
    """Return whether dense convolutions alone read a value, perhaps after layers by channel."""
    users = users_of(value)
    if len(users) == 1 and isinstance(users[0], CHANNELWISE) and can_move_below(users[0], value):
        return is_absorbed(users[0].output)
    return bool(users) and all(reads_channels(user, value) for user in users)


def reads_channels(user: Operation, value: SSAValue) -> bool:
    """Return whether a convolution sums over the channels of a value."""
    if not isinstance(user, ConvolutionBase) or user.is_depthwise:
        return False
    return is_input_alone(user, value)


def is_input_alone(op: Operation, value: SSAValue) -> bool:
    """Return whether a layer reads a value as its input, and not as weights."""
    return op.operands[0] is value and value not in op.operands[1:]


def why_not_all(users: Sequence[Operation], value: SSAValue) -> Reason:
    """Why not all users of a value are dense convolutions whose weights may change."""
    for user in users:
        if not isinstance(user, ConvolutionOp) or not reads_channels(user, value):
            return f"{layer_name(user)} reads the channels in their order"
        if user.is_scheduled:
            return f"{layer_name(user)} is scheduled already"
        if (reason := why_not_change_weights(user)) is not None:
            return reason
    return None


def shuffled_parameters(
    rewriter: PatternRewriter, source: NcnnOp, conv: ConvolutionBase, order: Order
) -> dict[str, SSAValue | None]:
    """Weights and bias of a convolution with its output channels in another order."""
    weight = shuffled_outputs(rewriter, source, conv.weight, order)
    if conv.bias is None:
        return {"weight": weight}
    return {"weight": weight, "bias": shuffled_outputs(rewriter, source, conv.bias, order)}


class FoldChannelShufflePass(ModulePass):
    """
    Let convolutions around a ShuffleChannel work in the permuted order of channels: the sole
    producer of its input, the readers of its result, or those after a depthwise convolution.

        %s = ncnn.shufflechannel %x group 3
        %d = ncnn.convolution_depthwise %s, %v group 60
        %y = ncnn.convolution_depthwise %d, %w group 3
        ->
        %u = ncnn.shufflechannel %v group 3 reverse
        %d = ncnn.convolution_depthwise %x, %u group 60
        %s = ncnn.shufflechannel %d group 3
        %y = ncnn.convolution_depthwise %s, %w group 3

    Shuffles read by a grouped convolution, or by a convolution of several blobs, remain: these can
    gather while they read, see `fold-channel-gather`. `fold-constants` permutes the weights.
    """

    name = "fold-channel-shuffle"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        patterns = GreedyRewritePatternApplier(
            [
                FoldShuffleIntoProducer(remarks),
                FoldShuffleIntoConsumers(remarks),
                MoveShuffleDown(remarks),
            ],
            dce_enabled=False,
        )
        PatternRewriteWalker(patterns).rewrite_module(op)
