"""Images of whole multiples are proposed where others do not fit, and only there."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.compiler.diagnostics import ExtentsError

from tests.helpers.lowering import param_text

H, W = Dim("H", 16, 200), Dim("W", 40, 400)
HALVED = """
    Split s 1 2 x a b
    Pooling p 1 1 a c 0=0 1=2 2=2 5=1
    Interp i 1 1 c d 0=1 1=2.0 2=2.0
    BinaryOp y 2 1 b d y 0=0
"""
FLAT = """
    Reshape r 1 1 x f 0=64 1=32
    ReLU y 1 1 f y
"""


def refused(folder: Path, layers: str, shape: tuple[object, ...]) -> str:
    param = folder / "m.param"
    param.write_bytes(param_text(layers, {"x": (32, 8, 8)}))
    with pytest.raises(ncnnc.ModelError) as caught:
        ncnnc.compile(param, inputs={"x": shape}, cache=False)
    assert isinstance(caught.value, ExtentsError) == ("multiples" in str(caught.value))
    return str(caught.value)


@pytest.mark.parametrize(
    ("shape", "hint"),
    [
        ((32, H, W), "x=32,32*H,32*W --dim H=1..6 --dim W=2..12"),
        ((32, 8, W), "x=32,8,32*W --dim W=2..12"),
        ((32, H, 2 * W), "x=32,32*H,W*2 --dim H=1..6 --dim W=40..400"),
        ((208, H, 8), "x=208,32*H,8 --dim H=1..6"),  # H is planned as 208
    ],
)
def test_multiples_fit(shape: tuple[object, ...], hint: str, tmp_path: Path):
    assert refused(tmp_path, HALVED, shape).endswith(f"; hint: whole multiples fit: --input {hint}")


@pytest.mark.parametrize("shape", [(32, H, W), (32, 4 * H, W)])
def test_what_no_multiple_fits(shape: tuple[object, ...], tmp_path: Path):
    text = refused(tmp_path, FLAT, shape)
    assert "does not fit the new shape [32, 64]" in text
    assert text.endswith("; hint: --input x=2,32,32 fits")


def test_ranges_without_multiples(tmp_path: Path):
    text = refused(tmp_path, HALVED, (32, Dim("H", 33, 60), W))
    assert "; hint: give it other extents, or compile for each shape apart" in text


def test_factors_are_not_taken_for_channels(tmp_path: Path):
    """H is planned as 32 here, which is the number of channels."""
    text = refused(tmp_path, FLAT, (32, 32 * Dim("H", 1, 6), 3))
    assert "[32, H * 32, 3] does not fit" in text


@pytest.mark.isa
def test_such_models_may_be_dynamic(tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_bytes(param_text(HALVED, {"x": (32, 8, 8)}))
    with pytest.warns(RuntimeWarning, match=r"'y' \(BinaryOp\) cannot be computed for"):
        model = ncnnc.compile(param, inputs={"x": (32, H, W)}, fallback="dynamic", cache=False)
    x = np.ones((32, 6, 10), np.float32)
    np.testing.assert_array_equal(model(x), 2 * x)
