"""Convert Reduction to one kernel per run of adjacent axes."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from math import prod

from xdsl.dialects import math
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap

from ....dialects.element_types import tensor_type_of
from ....dialects.kernel import pooling as kernel
from ....dialects.kernel.attributes import AxisReduction, AxisReductionAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.ncnn.layers.reduction import ReductionKind, ReductionOp
from ....dialects.ncnn.shapes import shape_of
from ...common.epilogues import epilogue_region
from ...common.scalar.scalar import Scalar
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_extents import is_number
from ..building.weight_operands import converted_result, plain_operand
from . import conversions

Finish = Callable[[Scalar], Scalar]
"""The epilogue of a reduction as a formula."""

KINDS: dict[ReductionKind, tuple[AxisReduction, AxisReduction]] = {
    ReductionKind.SUM: (AxisReduction.SUM, AxisReduction.SUM),
    ReductionKind.ASUM: (AxisReduction.ASUM, AxisReduction.SUM),
    ReductionKind.SUMSQ: (AxisReduction.SUMSQ, AxisReduction.SUM),
    ReductionKind.MEAN: (AxisReduction.SUM, AxisReduction.SUM),
    ReductionKind.MAX: (AxisReduction.MAX, AxisReduction.MAX),
    ReductionKind.MIN: (AxisReduction.MIN, AxisReduction.MIN),
    ReductionKind.PROD: (AxisReduction.PROD, AxisReduction.PROD),
    ReductionKind.L1: (AxisReduction.ASUM, AxisReduction.SUM),
    ReductionKind.L2: (AxisReduction.SUMSQ, AxisReduction.SUM),
    ReductionKind.LOGSUM: (AxisReduction.SUM, AxisReduction.SUM),
    ReductionKind.LOGSUMEXP: (AxisReduction.SUMEXP, AxisReduction.SUM),
}
"""The kernel's kinds for the first run of axes, and for later ones."""


@conversions.register(ReductionOp)
def reduction(
    k: KernelBuilder, op: ReductionOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    Reduce the innermost axes first; if several reduced axes are dynamic, the outermost first, as
    each is contiguous with all axes inside of it. The last kernel's epilogue finishes the result.
    The largest of magnitudes is that of the numbers, without storing these.
    """
    lanes = pack_of(op.input.type)
    axes, count = op.resolved_axes(), 1
    x, kinds = operands[0], KINDS[op.kind.data]
    signed = source_of_magnitudes(x) if op.kind.data is ReductionKind.MAX else None
    if signed is not None:
        x, kinds = signed, (AxisReduction.AMAX, AxisReduction.MAX)
    packed = lanes > 1 and axes == (1, 2)
    if not packed:
        x, lanes = plain_operand(k, op.input, x), 1
    dynamic = {d for d, extent in enumerate(k.extents.of(x)) if not is_number(extent)}
    groups = axis_groups(axes, dynamic)
    kept, gone = list(buffer_shape(x)), 0
    is_reversed = len(dynamic.intersection(axes)) < 2
    for position, (first, last) in enumerate(groups[::-1] if is_reversed else groups):
        first, last = first - gone, last - gone
        inner = k.inner_axes(x, last)
        view = k.view(x, (prod(kept[:first]), prod(kept[first:last]), *inner))
        kind = kinds[min(position, 1)]
        if op.kind.data is ReductionKind.MEAN and is_counted_by_run(k, view):
            kind = AxisReduction.MEAN
        else:
            count *= prod(kept[first:last])
        finish = finisher(op, count) if position == len(groups) - 1 else unchanged
        x = reduce_axis(k, view, kind, finish)
        del kept[first:last]
        x, gone = k.view(x, kept), 0 if is_reversed else gone + last - first
    if packed:
        if pack_of(op.output.type) == lanes:
            return [k.view(x, physical_shape(tensor_type_of(op.output)))]
        return [k.view(x, shape_of(op.output))]
    return [converted_result(k, op.output, k.view(x, shape_of(op.output)))]


def source_of_magnitudes(x: SSAValue) -> SSAValue | None:
    """Return the numbers whose absolute values a loop nest has stored as x."""
    maker = x.owner
    if not isinstance(maker, GenericOp) or len(maker.inputs) != 1:
        return None
    first = maker.body.block.first_op
    is_only = isinstance(first, math.AbsFOp) and first.next_op is maker.body.block.last_op
    shapes = {buffer_shape(v) for v in (maker.inputs[0], x)}
    is_in_place = all(m.data == AffineMap.identity(m.data.num_dims) for m in maker.indexing_maps)
    return maker.inputs[0] if is_only and is_in_place and len(shapes) == 1 else None


def axis_groups(axes: Sequence[int], apart: Container[int]) -> list[tuple[int, int]]:
    """
    Return runs of adjacent axes as [first, end); axes in `apart` are runs of their own. Return an
    empty run if there are no axes.
    """
    groups: list[tuple[int, int]] = [] if axes else [(0, 0)]
    for axis in axes:
        is_next = bool(groups) and groups[-1][1] == axis
        if is_next and axis not in apart and axis - 1 not in apart:
            groups[-1] = (groups[-1][0], axis + 1)
        else:
            groups.append((axis, axis + 1))
    return groups


def is_counted_by_run(k: KernelBuilder, x: SSAValue) -> bool:
    """Return whether the middle axis of x has dynamic extent."""
    return not is_number(k.extents.of(x)[1])


def reduce_axis(
    k: KernelBuilder,
    x: SSAValue,
    kind: AxisReduction,
    finish: Finish,
    like: Attribute | None = None,
) -> SSAValue:
    """Reduce the middle axis of x; the result has the element type of `like`, or of x."""
    outer, _, *inner = buffer_shape(x)
    y = k.empty((outer, *inner), like or x.type)
    epilogue = epilogue_region([x], finish)
    return k.insert(
        kernel.ReductionKernelOp.make([x], [y], {"kind": AxisReductionAttr(kind)}, epilogue)
    )


def unchanged(value: Scalar) -> Scalar:
    """Return the value: no epilogue."""
    return value


def finisher(op: ReductionOp, count: int) -> Finish:
    """
    Return the computation after the sum: division by the number of elements, unless it is dynamic,
    root, logarithm, coefficient.
    """
    coeff = op.coeff.value.data
    match op.kind.data:
        case ReductionKind.MEAN:
            return lambda value: value * (coeff / count)
        case ReductionKind.L2:
            return lambda value: value.math(math.SqrtOp) * coeff
        case ReductionKind.LOGSUM | ReductionKind.LOGSUMEXP:
            return lambda value: value.math(math.LogOp) * coeff
        case _:
            return lambda value: value * coeff
