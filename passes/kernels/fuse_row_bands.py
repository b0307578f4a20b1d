"""Compute large convolutions and the depthwise ones behind them by bands of rows."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.element_types import element_bytes, element_of
from ...dialects.kernel import KernelOp
from ...dialects.kernel.attributes import Algorithm
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.convolution import ConvolutionKernelOp
from ...dialects.kernel.depthwise import DepthwiseOp
from ...dialects.kernel.row_bands import RowBandsOp, blocks_together, rows_read
from ...dialects.kernel.structure import ViewOp
from ..common.locations import fuse_locations
from .building.erase_unused import erase_unused
from .memory.liveness import uses_through_views

LEAST_ROWS = 4
"""Least output rows of a band: fewer cost more in loops around them than the cache saves."""


class FuseRowBandsPass(ModulePass):
    """
    Compute a direct convolution and the depthwise one behind it by bands of rows, if the schedule
    has `band_bytes`: of the blob between them only these are kept, in a workspace.

        kernel.convolution ins(%x, %w) outs(%t)
        kernel.depthwise ins(%t, %v) outs(%y) {band_bytes = 262144}
        -> kernel.row_bands ins(%x, %w, %v) outs(%y) {rows = 7} bands {
           ^bb0(%x, %w, %v, %t, %y): kernel.convolution ...; kernel.depthwise ... }

    This comes before memory is planned: %x and %y are live at the same time then, and %t nowhere.
    Kernels of other algorithms, types or extents known at run time, convolutions that add an image,
    and blobs that are read again, also by the epilogue of the second kernel, are left alone.
    """

    name = "fuse-row-bands"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                fuse_kernels(function.body.block)


def fuse_kernels(block: Block) -> None:
    """Fuse neighbouring kernels of a block, and erase the buffers between them."""
    first: KernelOp | GenericOp | None = None
    for op in [o for o in block.ops if isinstance(o, KernelOp | GenericOp)]:
        if isinstance(first, ConvolutionKernelOp) and isinstance(op, DepthwiseOp):
            rows = rows_of_bands(first, op)
            if rows is not None:
                fused = RowBandsOp.of(first, op, rows)
                fused.location = fuse_locations(first, op)
                Rewriter.replace_op(op, fused)
                Rewriter.erase_op(first)
        first = op
    erase_unused(block)


def rows_of_bands(first: ConvolutionKernelOp, second: DepthwiseOp) -> int | None:
    """Return the output rows of a band; None if the kernels are better computed as they are."""
    between = first.outputs[0]
    if second.band_bytes is None or not is_only_between(first, second):
        return None
    if not (is_direct(first) and is_float_image(first) and is_float_image(second)):
        return None
    kept = first.extents(between)
    row = blocks_together(first) * kept.width * kept.lanes * element_bytes(f32)
    held = second.band_bytes.value.data // row
    rows = (held - rows_read(second, 1)) // second.window()[1][0] + 1
    return rows if rows >= LEAST_ROWS else None


def is_only_between(first: KernelOp, second: KernelOp) -> bool:
    """Return whether the first kernel's result is read once: as the image of the second."""
    written, read = map(buffer_of, (first.outputs[0], second.inputs[0]))
    if written != read or not isinstance(written[0].owner, memref.AllocOp):
        return False
    users = [op for _, _, op in uses_through_views(written[0])]
    return len(users) == 2 and set(users) == {first, second}


def buffer_of(value: SSAValue) -> tuple[SSAValue, int, Attribute]:
    """Return the memory of a value: what it is a view of, from which element on, and its type."""
    source, at = value, 0
    while isinstance(source.owner, ViewOp):
        at += source.owner.offset.value.data
        source = source.owner.source
    return source, at, value.type


def is_float_image(kernel: ConvolutionKernelOp | DepthwiseOp) -> bool:
    """
    Return whether a kernel computes an image of float32 and of a fixed size. Epilogues that are
    loops of their own are left alone: the constants of two leave no registers for tiles.
    """
    is_float = all(element_of(value.type) == f32 for value in kernel.operands)
    is_image = len(kernel.window()[0]) == 2 and kernel.bounds is None
    return is_float and is_image and kernel.epilogue_vectors is None


def is_direct(conv: ConvolutionKernelOp) -> bool:
    """Return whether a convolution computes rows one by one, and adds no image to them."""
    by_channel = [len(buffer_shape(v)) == 2 for v in conv.inputs[conv.epilogue_start :]]
    is_known = conv.algorithm.data in (Algorithm.PACKED, Algorithm.GEMM)
    return is_known and all(by_channel) and conv.workspace_type() is None
