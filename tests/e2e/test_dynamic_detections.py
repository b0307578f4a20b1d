"""Detections of YOLO 2 and 3 in images of any size are those of a compilation for each size."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim

from tests.helpers.sequence_networks import Layers

pytestmark = pytest.mark.isa

ANCHORS = "0=3 1=3 2=0.3 3=0.45"
CELLS = "-23304=6,1.08,1.19,3.42,4.41,6.63,11.38"
PIXELS = "-23304=12,10,14,23,27,37,58,81,82,135,169,344,319 -23305=6,3.0,4.0,5.0,0.0,1.0,2.0"


def yolo2() -> str:
    """Three boxes at each cell, three classes."""
    n = Layers("image")
    x = n.one("Convolution", "image", "0=24 1=8 3=8 5=1 6=4608")
    return n.text(n.one("YoloDetectionOutput", x, f"{ANCHORS} {CELLS}"))


def yolo3() -> str:
    """Cells of two sizes, which divide images with a rest."""
    n = Layers("image")
    x = n.one("Convolution", "image", "0=8 1=8 3=8 5=1 6=1536")
    fine = n.one("Convolution", x, "0=24 1=1 5=1 6=192")
    coarse = n.one("Convolution", x, "0=24 1=2 3=2 5=1 6=768")
    params = f"{ANCHORS} {PIXELS} -23306=2,16.5,8.25"
    return n.text(n.one("Yolov3DetectionOutput", [coarse, fine], params))


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
@pytest.mark.parametrize("network", [yolo2, yolo3])
def test_images_of_any_size(network: type, target: str, tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(network())

    def compiled(height: int | object, width: int | object, **options: bool):
        shapes = {"image": (3, height, width)}
        return ncnnc.compile(
            param, random_weights=1, inputs=shapes, target=target, cache=False, **options
        )

    model = compiled(16 * Dim("H", 1, 4), 16 * Dim("W", 1, 12), debug_bounds=True)
    rng = np.random.default_rng(len(target))
    for height, width in ((64, 192), (16, 16), (48, 112)):  # stale cells lie beyond later ones
        image = rng.standard_normal((3, height, width), np.float32) * 3
        found = model(image)
        # Kernels of a fixed size may sum in another order.
        np.testing.assert_allclose(found, compiled(height, width)(image), 1e-5, 1e-6)
        assert len(found)


def test_libraries_count_rows_of_a_fixed_number(tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(yolo2())
    with pytest.raises(ncnnc.UnsupportedError, match="detections in images of one size, not 'y0'"):
        ncnnc.compile_library(
            param,
            None,
            tmp_path / "m.a",
            random_weights=1,
            inputs={"image": (3, 16, 16 * Dim("W", 1, 4))},
            targets=["x86-64"],
        )
