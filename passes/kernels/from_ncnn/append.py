"""Append to states, in the form in which kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.constraints import int_array, int_attr, int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matmul import PackPanelsOp
from ....dialects.ncnn.internal.append import AppendOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.geometry.matrices import by_group
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_extents import Factor
from . import conversions


@conversions.register(AppendOp)
def append(k: KernelBuilder, op: AppendOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Copy new rows behind those of earlier runs to a plain state, or pack them into its panels."""
    state, new = operands
    axis = op.resolved_axis()
    after = extents_of(op.state)
    assert after is not None  # the state grows
    begin = k.extents.products.simplified(after.results[axis] - k.extents.of(new)[axis])
    if op.panels is not None:
        return [append_panels(k, op, state, new, begin)]
    rows = k.view(state, rows_of(state, axis))
    copied = k.copy_rows(k.view(new, rows_of(new, axis)), rows, begin)
    k.extents.set(copied, k.extents.of(rows))
    return [k.view(copied, buffer_shape(state))]


def append_panels(
    k: KernelBuilder, op: AppendOp, state: SSAValue, new: SSAValue, begin: AffineExpr
) -> SSAValue:
    """Pack new rows of matrices into their panels, or into those of the transposed matrices."""
    assert op.panels is not None  # checked by the caller
    lanes, vectors = int_list(op.panels)
    heads, planned, columns = shape_of(op.state)
    rows = buffer_shape(new)[1]
    given = Factor(new, by_group(heads, rows, columns))
    at, extents = given.at, list(shape_of(op.state))
    place = [begin, AffineExpr.constant(0)]
    if op.transposed is not None:
        at, extents, place = at.transposed, [heads, columns, planned], place[::-1]
    properties = {
        "extents": int_array(extents),
        "strides": int_array(at.strides),
        "lanes": int_attr(lanes),
        "vectors": int_attr(vectors),
        "bounds": AffineMapAttr(k.extents.map(k.extents.of_matrices(new, at))),
        "begin": AffineMapAttr(k.extents.map(place)),
    }
    return k.insert(PackPanelsOp.make([new], [state], properties))


def rows_of(value: SSAValue, axis: int) -> tuple[int, int, int]:
    """Return the shape of a buffer as rows along an axis, for each index of the axes before it."""
    shape = buffer_shape(value)
    return prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])
