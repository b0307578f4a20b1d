"""`kernel.reduction`: along rows and across them, of all extents."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.attributes import AxisReduction, AxisReductionAttr
from ncnnc.dialects.kernel.pooling import ReductionKernelOp
from ncnnc.dialects.target.records import ISAS

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

SHAPES = (
    *((1, 1, 1), (3, 7, 1), (2, 131, 1), (1, 3, 2), (1, 13, 17), (3, 5, 7), (2, 17, 64)),
    *((1, 9, 131), (3, 2, 150), (1, 6, 256)),
)


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize(
    ("kind", "reduce"),
    [(AxisReduction.SUM, np.sum), (AxisReduction.MAX, np.max), (AxisReduction.PROD, np.prod)],
)
def test_every_result(target, kind, reduce):
    for shape in SHAPES:
        x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
        out = (shape[0], shape[2])
        properties = {"kind": AxisReductionAttr(kind)}
        result = compile_kernel(ReductionKernelOp, [shape], out, properties, target=target)(x)
        np.testing.assert_allclose(result, reduce(x.astype(np.float64), 1), rtol=1e-5, atol=1e-5)
