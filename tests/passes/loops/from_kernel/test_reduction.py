"""`kernel.reduction`: along rows and across them, of all extents."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.attributes import AxisReduction, AxisReductionAttr
from ncnnc.dialects.kernel.pooling import ReductionKernelOp
from ncnnc.dialects.target.records import ISAS

from tests.helpers.bounded_kernels import MOST, T, bounds, first_elements, run_bounded, within
from tests.helpers.elements import on_all_targets
from tests.helpers.kernel_runner import Kernel, compile_kernel
from tests.helpers.turns import in_turn

pytestmark = pytest.mark.isa

SHAPES = (
    *((1, 1, 1), (3, 7, 1), (2, 131, 1), (1, 3, 2), (1, 13, 17), (3, 5, 7), (2, 17, 64)),
    *((1, 9, 131), (3, 2, 150), (1, 6, 256)),
)


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize(
    ("kind", "reduce"),
    [
        (AxisReduction.SUM, np.sum),
        (AxisReduction.MAX, np.max),
        (AxisReduction.AMAX, lambda x, axis: np.abs(x).max(axis)),
        (AxisReduction.PROD, np.prod),
    ],
)
def test_every_result(target, kind, reduce):
    for shape in SHAPES:
        x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
        out = (shape[0], shape[2])
        properties = {"kind": AxisReductionAttr(kind)}
        result = compile_kernel(ReductionKernelOp, [shape], out, properties, target=target)(x)
        np.testing.assert_allclose(result, reduce(x.astype(np.float64), 1), rtol=1e-5, atol=1e-5)


def summed(shape: tuple[int, int, int], target: str, kind: str, *limits: object) -> Kernel:
    """A reduction to `outer,inner`, with such bounds."""
    properties = {
        "kind": AxisReductionAttr(AxisReduction(kind)),
        **({"bounds": bounds(*limits)} if limits else {}),
    }
    out = (shape[0], shape[2])
    return compile_kernel(ReductionKernelOp, [shape], out, properties, target=target)


@pytest.mark.parametrize(
    ("shape", "target", "kind"),
    in_turn(("sum", "max", "prod"), ((3, MOST, 1), (1, MOST, 13), (2, MOST, 150)), tuple(ISAS)),
)
def test_elements_known_at_run_time(shape: tuple[int, int, int], target: str, kind: str):
    """Results are those of the fixed extent, in the same order."""
    outer, most, inner = shape
    x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    kernel = summed(shape, target, kind, outer, T, inner)
    for count in (1, 2, 3, 4, 5, 8, 15, 16, 17, 77, most):
        result = run_bounded(kernel, [within(x, outer, count)], [count])
        expected = summed((outer, count, inner), target, kind)(x[:, :count])
        np.testing.assert_array_equal(result, expected)


@on_all_targets
@pytest.mark.parametrize("shape", [(3, 20, 1), (3, MOST, 1), (2, MOST, 5)])
def test_mean_is_that_of_the_elements_within(shape: tuple[int, int, int], target: str):
    outer, most, inner = shape
    x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    kernel = summed(shape, target, "mean", outer, T, inner)
    for count in (1, 3, 7, 16, min(77, most), most):
        result = run_bounded(kernel, [within(x, outer, count)], [count])
        expected = x[:, :count].mean(1, np.float64)
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


@on_all_targets
@pytest.mark.parametrize("shape", [(MOST, 13, 1), (48, 13, 5), (1, 13, MOST), (2, 13, 150)])
def test_results_known_at_run_time(shape: tuple[int, int, int], target: str):
    x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    axis = 0 if shape[2] < 100 else 2
    limits = [T if d == axis else extent for d, extent in enumerate(shape)]
    kernel, expected = summed(shape, target, "sum", *limits), summed(shape, target, "sum")(x)
    for count in (*(c for c in (0, 1, 3, 7, 15, 16, 17, 77) if c < shape[axis]), shape[axis]):
        extents = (count, *shape[1:]) if axis == 0 else (*shape[:2], count)
        result = run_bounded(kernel, [within(x, *extents)], [count])
        valid = (extents[0], extents[2])
        found = first_elements(result, valid)
        np.testing.assert_array_equal(found, first_elements(expected, valid))
