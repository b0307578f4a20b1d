"""`docs/wheel-defects.md` on the wheel's int8: the wheel computes so, and ncnnc computes right."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from ncnnc import compile

from tests.generators.layer_cases.case import TAGS, Storage
from tests.generators.wheel import run_wheel
from tests.helpers.conformance import needs_ncnn

LARGEST, SIZE = 127, 18
Inputs = dict[str, np.ndarray]

pytestmark = [needs_ncnn, pytest.mark.oracle, pytest.mark.isa]


def int8_layer(layer: str, channels: int, groups: int) -> tuple[str, bytes]:
    """A 3x3 convolution to as many channels, weights and inputs being 127 / 127; its files."""
    count = channels * channels // groups * 9
    group = f" 7={groups}" if groups > 1 else ""
    text = (
        f"7767517\n2 2\nInput x 0 1 x 0={SIZE} 1={SIZE} 2={channels}\n"
        f"{layer} y 1 1 x y 0={channels} 1=3 6={count} 8=1{group}\n"
    )
    weights = np.full(count, LARGEST, np.int8).tobytes()
    scales = np.full((groups if groups > 1 else channels) + 1, LARGEST, np.float32).tobytes()
    return text, struct.pack("<I", TAGS[Storage.INT8]) + weights + scales


def ours(param: str, weights: bytes, x: Inputs, folder: Path) -> np.ndarray:
    """Return the results of the compiled model."""
    files = folder / "m.param", folder / "m.bin"
    files[0].write_text(param, encoding="utf-8")
    files[1].write_bytes(weights)
    return compile(*map(str, files)).run(x)["y"]


@pytest.mark.parametrize(
    ("layer", "channels", "groups", "option"),
    [
        ("Convolution", 64, 1, "use_winograd_convolution"),
        ("ConvolutionDepthWise", 32, 2, "use_packing_layout"),
    ],
    ids=["sums of Winograd wrap around", "results of groups are left unset"],
)
def test_the_wheel_has_the_defect(
    layer: str, channels: int, groups: int, option: str, tmp_path: Path
):
    param, weights = int8_layer(layer, channels, groups)
    x = {"x": np.ones((channels, SIZE, SIZE), np.float32)}
    right = 9.0 * channels / groups
    theirs = run_wheel(param.encode(), weights, x, switched_off=())["y"]
    assert not np.allclose(theirs, right, rtol=0.1)
    without = run_wheel(param.encode(), weights, x, switched_off=[option])["y"]
    np.testing.assert_allclose(without, right, rtol=1e-6)
    np.testing.assert_allclose(ours(param, weights, x, tmp_path), right, rtol=1e-6)
