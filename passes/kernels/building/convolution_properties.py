"""Properties of convolution kernels that follow from the layer and the target."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.constraints import int_array
from ....dialects.kernel.zero_margin import ZeroMarginOp
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.linear_spatial import LinearSpatialOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.geometry.column_pairs import pair_motion
from ...common.geometry.kernel_motion import AxisMotion, kernel_motion
from .kernel_builder import KernelBuilder


def window(op: ScheduledConvolution) -> dict[str, Attribute]:
    """Return the window properties of the kernel, with resolved pads."""
    return window_of(kernel_motion(op))


def pair_window(op: ScheduledConvolution) -> dict[str, Attribute]:
    """Return the same of a kernel whose pixels are pairs of columns."""
    motion = pair_motion(op)
    assert motion is not None, "the schedule has sums of pairs of columns"
    return window_of(motion)


def window_of(axes: Sequence[AxisMotion]) -> dict[str, Attribute]:
    """Return the window properties of such motions."""
    return {
        "kernel": int_array([axis.kernel for axis in axes]),
        "stride": int_array([axis.stride for axis in axes]),
        "dilation": int_array([axis.dilation for axis in axes]),
        "pad": int_array([*(axis.before for axis in axes), *(axis.after for axis in axes)]),
    }


def output_bounds(op: LinearSpatialOp, lanes: int) -> Sequence[AffineExpr] | None:
    """Return the bounds of the packed output `out/q,oh,ow,q`; None if all are static."""
    dynamic = extents_of(op.output)
    if dynamic is None:
        return None
    _, *size = dynamic.results
    blocks = AffineExpr.constant(-(-shape_of(op.output)[0] // lanes))
    return [blocks, *size, AffineExpr.constant(lanes)]


def zero_margin(k: KernelBuilder, op: ScheduledConvolution, x: SSAValue) -> SSAValue:
    """
    Return an image of dynamic size followed by zeros, which windows read as padding.

    Raises: ValueError for kernels that do not support such images.
    """
    dynamic = extents_of(op.output)
    if dynamic is None:
        return x
    if op.SPATIAL_AXES != 2:
        raise ValueError("takes no extents known at run time of volumes")
    # The last tile of Winograd reads the inputs of further outputs.
    parts = () if op.schedule is None else op.schedule.data.parts.values()
    algorithms = [op.inner_algorithm, *(part.algorithm for part in parts if part.algorithm)]
    further = max(0, *(algorithm.winograd_tile - 1 for algorithm in algorithms))
    after = [axis.after + further for axis in kernel_motion(op)]
    if not any(after):
        return x
    margin = ZeroMarginOp.make([], [x], {"margin": int_array(after)})
    return k.insert_bounded(margin, k.extents.of(x))
