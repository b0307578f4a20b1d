"""`kernel.scale_panels`: whole panels and a narrower last one, channels that no step divides."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.scale_panels import ScalePanelsOp
from ncnnc.dialects.target.records import Target

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize(
    ("channels", "blocks", "vectors", "steps"),
    [(1, 1, 1, 1), (3, 2, 2, 1), (13, 3, 2, 1), (16, 7, 3, 2), (17, 5, 1, 1), (20, 3, 2, 4)],
)
def test_each_row_is_multiplied_by_its_factor(channels, blocks, vectors, steps, target):
    lanes, random = Target.parse(target).lanes, np.random.default_rng(0)
    widths = [min(vectors, blocks - first) for first in range(0, blocks, vectors)]
    panels = [random.standard_normal((channels // steps, n * lanes), np.float32) for n in widths]
    factors = random.standard_normal((-(-channels // lanes), lanes), np.float32)
    w = np.concatenate([panel.reshape(-1) for panel in panels])
    properties = {"channels": channels, "vectors": vectors, "steps": steps}
    properties["outputs_together"] = lanes // steps
    attributes = {name: int_attr(value) for name, value in properties.items()}
    kernel = compile_kernel(
        ScalePanelsOp, [w.shape, factors.shape], w.shape, attributes, target=target
    )
    rows = factors.reshape(-1)[:channels].reshape(-1, 1, steps)
    expected = [panel.reshape(channels // steps, -1, steps) * rows for panel in panels]
    expected = np.concatenate([panel.reshape(-1) for panel in expected])
    np.testing.assert_array_equal(kernel(w, factors), expected)
