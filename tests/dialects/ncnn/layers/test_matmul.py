"""MatMul: numpy's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]
PAIRS = [
    ((6,), (6,)),
    ((6,), (6, 5)),
    ((4, 6), (6,)),
    ((4, 6), (6, 5)),
    ((6,), (2, 6, 5)),
    ((3, 2, 4, 6), (6,)),
    ((4, 6), (2, 6, 5)),
    ((2, 4, 6), (3, 1, 6, 5)),
    ((3, 2, 4, 6), (6, 5)),
]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_shapes(layer: MakeLayer, a: Shape, b: Shape):
    expected = np.matmul(np.zeros(a), np.zeros(b)).shape or (1,)
    assert layer("MatMul", {}, a, b).infer_shapes() == [expected]
    turned = b if len(b) == 1 else (*b[:-2], b[-1], b[-2])
    assert layer("MatMul", {0: 1}, a, turned).infer_shapes() == [expected]
