"""ncnn's shapes of PyTorch's tensors, the likeliest first."""

from __future__ import annotations

import pytest
from ncnnc import Dim, UsageError
from ncnnc.compiler.pytorch.blob_shapes import ShapePlan, plans, shape_of_rank, symbolic_shapes

H = Dim("H", 1, 64)

FIRST = {
    ((1, 3, 8, 8),): ShapePlan(((3, 8, 8),), 0),
    ((4, 3, 8, 8),): ShapePlan(((3, 8, 8),), 4),
    ((4, 10),): ShapePlan(((4, 10),), 0),
    ((1, 3, H, 8),): ShapePlan(((3, H, 8),), 0),
    ((7,),): ShapePlan(((7,),), 0),
    ((1,),): ShapePlan(((1,),), 0),
    ((2, 3, 8, 8), (3, 5)): ShapePlan(((2, 3, 8, 8), (3, 5)), 0),
}


@pytest.mark.parametrize(("shapes", "plan"), FIRST.items())
def test_the_first_plan(shapes: tuple[tuple[int, ...], ...], plan: ShapePlan):
    assert plans(shapes, 0)[0] == plan


def test_other_plans():
    assert plans([(4, 10)], 0)[1] == ShapePlan(((10,),), 4)
    assert ShapePlan(((7, 5),), 0) in plans([(7, 1, 5)], 0)
    assert plans([(1, 9)], 8) == [ShapePlan(((9,),), 8), ShapePlan(((1, 9),), 8)]


def test_what_varies():
    assert symbolic_shapes([(1, 3, 8, 8)], ["x"], {"x": {2: H, 3: None}}) == [(1, 3, H, None)]
    for wrong in ({"y": {2: H}}, {"x": {4: H}}, {"x": {-1: H}}, {"x": {0: H}}, {"x": H}):
        with pytest.raises(UsageError):
            symbolic_shapes([(1, 3, 8, 8)], ["x"], wrong)


def test_a_rank():
    assert shape_of_rank((1, 3, 1, 5), 3) == (3, 1, 5)
    assert shape_of_rank((2, 3), 1) == (2, 3)
