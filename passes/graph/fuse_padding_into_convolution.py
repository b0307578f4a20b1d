"""Make a border of constants part of the convolutions and poolings that read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.constraints import int_array, int_list
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.families.pooling_windows import AxisWindows, PoolingKind
from ...dialects.ncnn.layers.padding import PaddingKind, PaddingOp
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.rules.value_range import FLOAT_MAX
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from ..common.users import users_of
from .analysis.value_range import range_of

WindowOp = ConvolutionND | PoolingOp
"""Layers that pad their input themselves."""

WindowT = TypeVar("WindowT", bound=WindowOp)


class MovePaddingIntoUsers(GraphPattern):
    """Let every user pad its input by as much more, with the same value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PaddingOp, rewriter: PatternRewriter):
        users = users_of(op.output)
        consumers = [user for user in users if isinstance(user, WindowOp) and is_input(op, user)]
        if not consumers:
            return
        reason = None if len(consumers) == len(users) else f"{layer_name(op)} has other users"
        for reason in [reason, *(why_not_pad(op, user) for user in consumers)]:
            if reason is not None:
                self.remarks.declined(reason, op, *consumers)
                return
        self.remarks.made(op, *consumers)
        for user in consumers:
            merged = padded(op, user)
            merged.location = fuse_locations(user, op)
            rewriter.replace(user, merged)
        rewriter.erase(op)


def is_input(op: PaddingOp, user: WindowOp) -> bool:
    """Return whether the user reads the padding's result only as its input."""
    first, *others = user.operands
    return first is op.output and op.output not in others


def why_not_pad(op: PaddingOp, user: WindowOp) -> str | None:
    name = layer_name(op)
    if op.kind.data is not PaddingKind.CONSTANT:
        return f"{name} repeats cells"
    if op.values is not None:
        return f"{name} has a value for each channel"
    if any(channel_pads(op, user)):
        return f"{name} adds channels"
    if isinstance(user, PoolingOp):
        return why_not_pad_pooling(op, user)
    return why_not_pad_convolution(op, user)


def channel_pads(op: PaddingOp, user: WindowOp) -> list[int]:
    """Return the cells that the padding adds on axes that windows do not slide along."""
    slid = user.SPATIAL_AXES
    return [*int_list(op.before)[:-slid], *int_list(op.after)[:-slid]]


def why_not_pad_convolution(op: PaddingOp, user: ConvolutionND) -> str | None:
    """Why a convolution cannot: it pads with one value, and int8 layers with a quantized one."""
    name = layer_name(user)
    if user.is_scheduled:
        return f"{name} is scheduled already"
    if user.scale_term:
        return f"{name} has int8 weights"
    if user.may_be_vector:
        if not has_shape(user.input):
            return f"the shape of the input of {name} is unknown"
        if len(shape_of(user.input)) != 3:
            return f"the input of {name} has no height"
    if min(user.along_axes("pad")) < 0 and not has_shape(user.input):
        return f"the pads of {name} depend on its input's unknown shape"
    differs = user.pad_value.value.data != op.value.value.data
    return f"{name} pads with another value" if any(own_pads(user)) and differs else None


def why_not_pad_pooling(op: PaddingOp, user: PoolingOp) -> str | None:
    """Why a pooling cannot pad: the maximum would see it, or a mean not count it."""
    name, value = layer_name(user), op.value.value.data
    if not has_shape(op.input):
        return f"the shape of the input of {layer_name(op)} is unknown"
    is_mean = user.kind.data is PoolingKind.AVG
    if is_mean and value != 0.0:
        return f"{name} takes a mean, and {layer_name(op)} does not pad with zeros"
    if not is_mean and value > max(range_of(op.input).low, -FLOAT_MAX):
        return f"cells of the input of {layer_name(op)} may be less than its value"
    before, size = int_list(op.before)[1:], shape_of(op.input)[1:]
    candidate = padded(op, user)
    windows = zip(user.windows(), candidate.windows(), before, size, strict=True)
    same = all(sees_the_same(*axis, with_counts=is_mean) for axis in windows)
    candidate.erase()
    return None if same else f"windows of {name} would see other cells"


def sees_the_same(
    old: AxisWindows, new: AxisWindows, before: int, size: int, with_counts: bool
) -> bool:
    """Return whether windows of the padded axis and of the axis itself contain the same cells."""

    def inside(indices: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(min(max(index - before, 0), size) for index in indices)

    starts, ends = inside(old.starts), inside(old.ends)
    if (starts, ends) != (new.starts, new.ends) or (with_counts and old.counts != new.counts):
        return False
    return all(start < end for start, end in zip(starts, ends, strict=True))


def own_pads(user: WindowOp) -> list[int]:
    """Return the cells that the user pads with so far."""
    pads = user.along_axes("pad")
    if isinstance(user, PoolingOp) or min(pads) >= 0:
        return pads
    return list(user.resolved_pads())


def padded(op: PaddingOp, user: WindowT) -> WindowT:
    """Return the user with the padding's input, and its pads."""
    properties: Mapping[str, Attribute] = {}
    if not isinstance(user, PoolingOp):
        properties = {"pad": more_pads(op, user), "pad_value": op.value}
    elif user.is_global is None and user.adaptive_size is None:
        properties = pooling_properties(op, user)
    return rebuild(user, operands={"input": op.input}, properties=properties)


def pooling_properties(op: PaddingOp, user: PoolingOp) -> Mapping[str, Attribute]:
    """Return properties with which a mean counts cells of padding as before."""
    pads: dict[str, Attribute] = {"pad": more_pads(op, user)}
    if user.kind.data is PoolingKind.AVG:
        pads["count_include_pad"] = UnitAttr()
    return pads


def more_pads(op: PaddingOp, user: WindowOp) -> Attribute:
    """Return the user's pads and those of the padding: before each axis, then after each."""
    own = own_pads(user)
    axes = len(own) // 2
    added = [*int_list(op.before)[-axes:], *int_list(op.after)[-axes:]]
    return int_array([a + b for a, b in zip(own, added, strict=True)])


class FusePaddingIntoConvolutionPass(RewritePass):
    """
    Make a Padding with a constant part of the convolutions or poolings that read it.

        %a = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1]
        %y = ncnn.convolution %a, %w   ->   %y = ncnn.convolution %x, %w pad [1, 1, 1, 1]

    A convolution with pads of its own must pad with the same value. A maximum must not see the
    value (0, where nothing is negative), a mean must count it as 0.
    """

    name = "fuse-padding-into-convolution"
    PATTERNS = (MovePaddingIntoUsers,)
