"""Bounds of kernels that follow from the extents of their inputs, and what has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.kernel.attributes import AxisReduction, AxisReductionAttr
from ncnnc.dialects.kernel.base import KernelOp
from ncnnc.dialects.kernel.crop import CropKernelOp
from ncnnc.dialects.kernel.gather_rows import GatherRowsKernelOp
from ncnnc.dialects.kernel.insert_box import InsertBoxOp
from ncnnc.dialects.kernel.interleave import InterleaveOp
from ncnnc.dialects.kernel.pooling import ReductionKernelOp
from ncnnc.dialects.kernel.structure import GatherChannelsOp, PackOp, UnpackOp
from xdsl.dialects.builtin import MemRefType, f32
from xdsl.ir import Attribute, Block
from xdsl.ir.affine import AffineExpr

from tests.helpers.bounded_kernels import P, T

Extents = Sequence[AffineExpr | int]


def kernel(
    kind: type[KernelOp],
    inputs: Sequence[Sequence[int]],
    output: Sequence[int],
    properties: Mapping[str, Attribute],
) -> KernelOp:
    """A kernel on buffers of such shapes."""
    values = Block(arg_types=[MemRefType(f32, shape) for shape in (*inputs, output)]).args
    op = kind.make(values[:-1], values[-1:], properties)
    op.verify()
    return op


def constants(extents: Extents) -> list[AffineExpr]:
    return [AffineExpr.constant(e) if isinstance(e, int) else e for e in extents]


BOX = {"offsets": int_array([1, 0, 2])}
STRIDE = {"stride": int_array([1, 2]), "start": int_array([0, 0])}
FIRST = {"channels": int_array([3, 0, 1])}
SUM = {"kind": AxisReductionAttr(AxisReduction.SUM)}


@pytest.mark.parametrize(
    ("kind", "inputs", "output", "properties", "dynamic", "bounds"),
    [
        (PackOp, [(19, 32)], (3, 32, 8), {}, [(19, T)], (3, T, 8)),
        (PackOp, [(48, 3)], (6, 3, 8), {}, [(T, 3)], (T.ceil_div(8), 3, 8)),
        (UnpackOp, [(3, 32, 8)], (19, 32), {}, [(3, T, 8)], (19, T)),
        (GatherChannelsOp, [(2, 32, 7, 8)], (1, 32, 7, 8), FIRST, [(2, T, P, 8)], (1, T, P, 8)),
        (GatherRowsKernelOp, [(32,), (9, 5)], (32, 5), {}, [(T,), (9, 5)], (T, 5)),
        (CropKernelOp, [(5, 32, 8)], (3, 32, 4), BOX, [(5, T, 8)], (3, T, 4)),
        (InsertBoxOp, [(5, 32, 8), (1, 32, 1)], (5, 32, 8), BOX, [(5, T, 8), (1, T, 1)], (5, T, 8)),
        (InsertBoxOp, [(5, 32, 8), (1, 7, 1)], (5, 32, 8), BOX, [(5, T, 8), (1, 7, 1)], (5, T, 8)),
        (
            *(InterleaveOp, [(2, 3, 16, 8)] * 2, (2, 3, 32, 8), STRIDE),
            *([(2, 3, T, 8)] * 2, (2, 3, T * 2, 8)),
        ),
        (ReductionKernelOp, [(32, 16, 5)], (32, 5), SUM, [(T, P, 5)], (T, P, 5)),
    ],
)
def test_bounds_follow_from_inputs(
    kind: type[KernelOp],
    inputs: Sequence[Sequence[int]],
    output: Sequence[int],
    properties: Mapping[str, Attribute],
    dynamic: Sequence[Extents],
    bounds: Extents,
):
    op = kernel(kind, inputs, output, properties)
    assert list(op.inferred_bounds(list(map(constants, dynamic)))) == constants(bounds)


def test_a_reduction_has_the_extents_that_are_left():
    op = kernel(ReductionKernelOp, [(32, 16, 5)], (32, 5), SUM)
    assert op.result_extents(constants((T, P, 5))) == [constants((T, 5))]


@pytest.mark.parametrize(
    ("kind", "inputs", "output", "properties", "dynamic", "reason"),
    [
        (UnpackOp, [(6, 3, 8)], (48, 3), {}, [(T, 3, 8)], "unpacks a dynamic number of channels"),
        (CropKernelOp, [(32, 5, 8)], (3, 5, 4), BOX, [(T, 5, 8)], "cuts an axis"),
        (
            *(InsertBoxOp, [(5, 32, 8), (1, 16, 1)], (5, 32, 8), BOX),
            *([(5, T, 8), (1, P, 1)], "inserts a box with dynamic"),
        ),
        (
            *(InterleaveOp, [(2, 3, 16, 8)] * 2, (2, 3, 32, 8), STRIDE),
            *([(2, 3, T, 8), (2, 3, P, 8)], "phases of several extents"),
        ),
        (
            *(InterleaveOp, [(2, 3, 16, 8)] * 2, (2, 3, 31, 8), STRIDE),
            *([(2, 3, T, 8)] * 2, "places that are no pixels"),
        ),
    ],
)
def test_others_have_none(
    kind: type[KernelOp],
    inputs: Sequence[Sequence[int]],
    output: Sequence[int],
    properties: Mapping[str, Attribute],
    dynamic: Sequence[Extents],
    reason: str,
):
    op = kernel(kind, inputs, output, properties)
    with pytest.raises(ValueError, match=reason):
        op.inferred_bounds(list(map(constants, dynamic)))
