"""Let depthwise convolutions sum the rows of their results."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import tensor
from xdsl.dialects.builtin import ModuleOp, TensorType, bf16, f32
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.element_types import element_of
from ...dialects.kernel.attributes import AxisReduction
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.depthwise import DepthwiseOp
from ...dialects.kernel.pooling import ReductionKernelOp
from ...dialects.kernel.structure import ViewOp
from ..common.locations import fuse_locations
from .building.erase_unused import erase_unused


class FuseGlobalSumPass(ModulePass):
    """
    Sum the rows of an image in the depthwise convolution that computes it, for a global mean
    (squeeze-and-excite). The mean then reads one vector per row instead of the whole image.

        %y = kernel.depthwise ... -> tensor<2x112x112x16xf32>
        %v = kernel.view %y[0] : ... -> tensor<2x12544x16xf32>
        %m = kernel.reduction ins(%v) ... {kind = #kernel<axis_reduction sum>}
        -> %y, %r = kernel.depthwise ... -> tensor<2x112x112x16xf32>, tensor<2x112x16xf32>
           %m = kernel.reduction ins(%r) ... {kind = #kernel<axis_reduction sum>}

    Images of dynamic size are left alone, and small ones, whose epilogue runs over all rows at
    once.
    """

    name = "fuse-global-sum"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if isinstance(inner, ReductionKernelOp) and (conv := summed_convolution(inner)):
                inner.operands = [row_sums(conv), *inner.operands[1:]]
        for function in op.body.block.ops:
            for region in function.regions:
                for block in region.blocks:
                    erase_unused(block)


def summed_convolution(op: ReductionKernelOp) -> DepthwiseOp | None:
    """Return the depthwise convolution whose pixels a kernel sums, if it can sum its rows."""
    view = op.inputs[0].owner
    if op.kind.data is not AxisReduction.SUM or not isinstance(view, ViewOp):
        return None
    conv = view.source.owner
    if not isinstance(conv, DepthwiseOp) or conv.row_sums is not None or conv.computes_pairs:
        return None
    blocks, *size, lanes = buffer_shape(conv.outputs[0])
    if len(size) != 2 or buffer_shape(op.inputs[0]) != (blocks, size[0] * size[1], lanes):
        return None
    is_float = element_of(conv.outputs[0].type) in (f32, bf16)
    if not is_float or conv.finishes_blocks or conv.bounds is not None:
        return None
    return conv


def row_sums(conv: DepthwiseOp) -> SSAValue:
    """Replace a convolution by one that also sums its rows; return the sums."""
    blocks, height, _, lanes = buffer_shape(conv.outputs[0])
    empty = tensor.EmptyOp((), TensorType(f32, (blocks, height, lanes)))
    properties = {n: v for n, v in conv.properties.items() if n != "operandSegmentSizes"}
    epilogue = None if conv.epilogue is None else conv.epilogue.clone()
    outputs = [*conv.outputs, empty.tensor]
    new = DepthwiseOp.make(conv.inputs, outputs, properties, epilogue)
    new.location = fuse_locations(conv)
    empty.location = conv.location
    Rewriter.insert_op(empty, InsertPoint.before(conv))
    Rewriter.replace_op(conv, new, [new.results[0]])
    return new.results[1]
