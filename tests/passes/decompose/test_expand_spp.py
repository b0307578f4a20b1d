"""expand-spp: the same numbers, and what numpy says of each bin."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.model_files import ModelFiles


@pytest.mark.parametrize("shape", ["3x7x8", "2x1x5", "1x13x17", "5x4x4"])
@pytest.mark.parametrize("kind", ["max", "avg"])
def test_same_numbers(kind: str, shape: str, run_passes):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{shape}xf32>) -> tensor<*xf32> {{
          %y = ncnn.spp {kind} %x levels 3 : tensor<{shape}xf32> -> tensor<*xf32>
          func.return %y : tensor<*xf32>
        }}""",
        "infer-shapes,expand-spp",
    )
    assert run.layers.count("pooling") == 3
    run.assert_close()


@pytest.mark.isa
def test_bins(tmp_path: Path):
    files = ModelFiles(tmp_path, "Input x 0 1 x\nSPP y 1 1 x y 0=0 1=2")
    x = np.random.default_rng(0).uniform(-1, 1, (2, 5, 6)).astype(np.float32)
    model = ncnnc.compile(files.path("in.param"), files.path("in.bin"), inputs={"x": x.shape})
    # Five rows are two of three, with zeros above the first.
    upper = [max(0.0, x[c, :2, i : i + 3].max()) for c in (0, 1) for i in (0, 3)]
    lower = [x[c, 2:, i : i + 3].max() for c in (0, 1) for i in (0, 3)]
    grids = [x[0].max(), x[1].max(), *upper[:2], *lower[:2], *upper[2:], *lower[2:]]
    np.testing.assert_array_equal(model(x), np.array(grids, np.float32))
