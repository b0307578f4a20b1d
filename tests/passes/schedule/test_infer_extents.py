"""Networks of extents known at run time compute what they compute for each shape apart."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim

pytestmark = pytest.mark.isa

LAYERS = """7767517
6 7
Input in0 0 1 in0
Split s 1 2 in0 a b
RMSNorm r 1 1 a c 0=20 1=1e-5 2=1
Swish sw 1 1 c d
BinaryOp add 2 1 d b e 0=0
Sigmoid sg 1 1 e out0
"""


def compiled(param: Path, shape: tuple[object, ...]) -> ncnnc.CompiledModel:
    return ncnnc.compile(
        param, random_weights=1, inputs={"in0": shape}, target="x86-avx2", cache=False
    )


def test_dynamic_rows(tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(LAYERS)
    model = compiled(param, (Dim("T", 1, 40), 20))
    assert "in0: float32[T, 20] -> out0: float32[T, 20]" in repr(model)
    loaded = tmp_path / "m.ncnnc"
    model.save(loaded)
    for rows in (1, 7, 40):
        x = np.random.default_rng(rows).standard_normal((rows, 20), np.float32)
        expected = compiled(param, x.shape)(x)
        for one in (model, ncnnc.load(loaded)):
            np.testing.assert_allclose(one(x), expected, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="T is 41, out of the range 1 to 40"):
        model(np.zeros((41, 20), np.float32))
