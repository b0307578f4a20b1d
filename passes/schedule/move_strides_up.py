"""Compute only the pixels that are read: move strides from users to producers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.constraints import int_array, int_list
from ...dialects.element_types import element_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.spatial import ones
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.elementwise import ElementwiseOp
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.target.records import Target
from ..common.errors import layer_name
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern, Remarks
from ..common.rewrite import RewritePass
from ..common.target import target_of
from ..common.users import users_of
from .analysis.subsampling import Stride, common_stride, subsample, subsampled_shape
from .cost.conv_cost import cheapest_algorithm, cheapest_cycles
from .cost.conv_shape import convolution_shape


@dataclass(frozen=True)
class ComputeReadPixels(GraphPattern):
    """
    Compute only every n-th row and column of an op, if its users read no others.

    The inputs of element-wise ops and concatenations are subsampled in the same way.
    """

    target: Target
    fixed: frozenset[str]
    """Names of layers that are left alone."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        if not isinstance(op, NcnnOp) or len(op.results) != 1:
            return
        stride = common_stride(op.results[0])
        if stride is None:
            return
        users = users_of(op.results[0])
        reason = self.why_not_move(op, stride)
        if reason is not None:
            self.remarks.declined(reason, op, *users)
            return
        self.remarks.made(op, *users)
        smaller = strided(op, stride, rewriter)
        smaller.location = op.location
        rewriter.insert(smaller)
        for user in users:
            read_all(user, smaller.results[0], rewriter)
        rewriter.erase(op)

    def why_not_move(self, op: Operation, stride: Stride) -> str | None:
        """
        Return why an op cannot compute every n-th row and column alone, or would not gain from it.
        """
        name = layer_name(op)
        if not all(map(has_shape, op.operands)):
            return f"the shape of an input of {name} is unknown"
        match op:
            case ConvolutionBase():
                return self._why_not_convolution(op, stride)
            case PoolingOp():
                return None if keeps_windows(op, stride) else f"{name} has other windows then"
            case ElementwiseOp() | ConcatOp():
                return self._why_not_inputs(op, stride)
            case _:
                return f"{name} has no stride, nor does it work cell by cell"

    def _why_not_convolution(self, op: ConvolutionBase, stride: Stride) -> str | None:
        if layer_name(op) in self.fixed:
            return f"the algorithm of {layer_name(op)} is given"
        if op.is_scheduled or op.is_vector:
            return f"{layer_name(op)} is scheduled already, or of a vector"
        if op.groups > 1:
            return None
        lanes, smaller = self.target.lanes, strided_convolution(op, stride)
        cycles = [
            cheapest_cycles(convolution_shape(conv), lanes, self.target) for conv in (op, smaller)
        ]
        smaller.erase()
        if cycles[1] < cycles[0]:
            return None
        algorithm = cheapest_algorithm(convolution_shape(op), lanes, self.target)
        return f"{algorithm} computes all of {layer_name(op)} sooner"

    def _why_not_inputs(self, op: ElementwiseOp | ConcatOp, stride: Stride) -> str | None:
        """
        Return a reason unless an input can be computed with the stride: others must be copied.
        """
        blobs = spatial_operands(op)
        if blobs is None:
            return f"{layer_name(op)} reads a vector along height or width"
        own = [value for value in blobs if value.has_one_use()]
        moving = [value for value in own if self._moves(value, stride)]
        if not moving:
            return f"no input of {layer_name(op)} is computed for it alone, with a stride"
        if any(isinstance(v.owner, ConvolutionBase) for v in own if v not in moving):
            return f"a convolution before {layer_name(op)} gains nothing from a stride"
        return None

    def _moves(self, value: SSAValue, stride: Stride) -> bool:
        """Return whether the op that computes a value would take the stride."""
        return isinstance(value.owner, NcnnOp) and self.why_not_move(value.owner, stride) is None


def spatial_operands(op: ElementwiseOp | ConcatOp) -> list[SSAValue] | None:
    """
    Return the operands with the result's height and width; None if an operand has only one of them.
    """
    if isinstance(op, ConcatOp):
        return list(op.inputs) if op.resolved_axis() == 0 else None
    blobs: list[SSAValue] = []
    for operand, axes in zip(op.operands, op.operand_axes(), strict=True):
        if axes[-2:] == (1, 2):
            blobs.append(operand)
        elif 1 in axes or 2 in axes:
            return None
    return blobs


def strided(op: NcnnOp, stride: Stride, rewriter: PatternRewriter) -> NcnnOp:
    """Return the op for every n-th row and column; insert subsampled inputs."""
    match op:
        case ConvolutionBase():
            return strided_convolution(op, stride)
        case PoolingOp():
            return strided_pooling(op, stride)
        case _:
            assert isinstance(op, ElementwiseOp | ConcatOp)  # other ops are declined
            blobs = spatial_operands(op) or []
            return of_fewer_cells(
                op, [subsampled(v, blobs, stride, op, rewriter) for v in op.operands], stride
            )


def subsampled(
    value: SSAValue,
    blobs: Sequence[SSAValue],
    stride: Stride,
    op: NcnnOp,
    rewriter: PatternRewriter,
) -> SSAValue:
    """Subsample an operand's rows and columns, if it is a blob of full height and width."""
    if value not in blobs:
        return value
    new_op = subsample(value, stride)
    new_op.location = op.location
    rewriter.insert(new_op)
    return new_op.output


def of_fewer_cells(op: NcnnOp, operands: Sequence[SSAValue], stride: Stride) -> NcnnOp:
    """Return the same op on subsampled operands."""
    return type(op).create(
        operands=operands,
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        result_types=[smaller_type(op, stride)],
    )


def smaller_type(op: NcnnOp, stride: Stride) -> Attribute:
    """Return the type of every n-th row and column of the result."""
    result = op.results[0]
    return TensorType(element_of(result.type), subsampled_shape(shape_of(result), stride))


def strides_times(own: Attribute, stride: Stride) -> Attribute:
    """Return a stride property, multiplied."""
    return int_array([a * b for a, b in zip(int_list(own), stride, strict=True)])


def strided_convolution(op: ConvolutionBase, stride: Stride) -> ConvolutionBase:
    """Return the convolution with a larger stride; its pads no longer depend on the stride."""
    properties = {
        "stride": strides_times(op.stride, stride),
        "pad": int_array(op.resolved_pads()),
    }
    return rebuild(op, properties=properties, result_type=smaller_type(op, stride))


def strided_pooling(op: PoolingOp, stride: Stride) -> PoolingOp:
    properties = {"stride": strides_times(op.stride, stride)}
    return rebuild(op, properties=properties, result_type=smaller_type(op, stride))


def keeps_windows(op: PoolingOp, stride: Stride) -> bool:
    """Return whether the pooling with a larger stride has exactly every n-th window."""
    if op.is_global is not None or op.adaptive_size is not None:
        return False
    smaller = strided_pooling(op, stride)
    pairs = zip(op.windows(), smaller.windows(), stride, strict=True)
    same = all(
        (new.starts, new.ends, new.counts) == (old.starts[::n], old.ends[::n], old.counts[::n])
        for old, new, n in pairs
    )
    smaller.erase()
    return same


def read_all(user: Operation, value: SSAValue, rewriter: PatternRewriter) -> None:
    """Let a user with a stride read all remaining rows and columns."""
    if not isinstance(user, ConvolutionBase):
        rewriter.replace(user, [], [value])
        return
    rewriter.replace(user, rebuild(user, operands={"input": value}, properties={"stride": ones(2)}))


@dataclass(frozen=True)
class MoveStridesUpPass(RewritePass):
    """
    Compute only the pixels of a value that are read, if all users are strided 1x1 convolutions.

        %a = ncnn.convolution %x, %v pad [1, 1, 1, 1]
        %b = ncnn.eltwise sum %a, %r
        %y = ncnn.convolution %b, %w stride [2, 2]
        ->
        %a = ncnn.convolution %x, %v stride [2, 2] pad [1, 1, 1, 1]
        %s = ncnn.pooling max %r stride [2, 2] pad_mode valid
        %b = ncnn.eltwise sum %a, %s
        %y = ncnn.convolution %b, %w

    Strides move through element-wise ops, concatenations, poolings, and convolutions for which a
    quarter of the pixels is less work (Winograd algorithms support stride 1 only). Convolutions
    named in `fixed` keep their strides. OpenVINO does the same to ResNets with strided 1x1
    convolutions.
    """

    name = "move-strides-up"
    fixed: tuple[str, ...] = ()
    BACKWARDS = True

    def patterns(self, ctx: Context, module: ModuleOp) -> list[RewritePattern]:
        remarks = Remarks.of(ctx, self.name)
        return [ComputeReadPixels(remarks, target_of(module), frozenset(self.fixed))]
