"""Convolutions of plain images by pairs of columns compute what the definition says."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import check_layers

pytestmark = pytest.mark.isa


@pytest.mark.parametrize(("target", "outputs"), [("x86-avx512+zen5", 7), ("x86-avx2", 3)])
@pytest.mark.parametrize("width", [6, 26, 27, 60])
@pytest.mark.parametrize(("kernel", "left", "right"), [(3, 1, 1), (3, 0, 3), (4, 0, 0), (5, 2, 1)])
def test_first_layers(kernel: int, left: int, right: int, width: int, target: str, outputs: int):
    """Rows of an odd length have no pairs."""
    count = 3 * outputs * kernel**2
    window = f"1={kernel} 3=2 4={left} 15={right} 14=1 16=2"
    layers = f"Convolution y 1 1 x y 0={outputs} {window} 5=1 6={count} 9=1"
    compiled = check_layers(layers, {"x": (3, 13, width)}, target)
    if kernel == 3:
        assert ("x2xf32>, memref" in compiled.kernels) == (width % 2 == 0)
