"""Images in libraries for C: an image and its extents are two inputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library.interface import Status

from tests.helpers.c_library import CLibrary, addresses

pytestmark = pytest.mark.isa

WRONG = Status.ERROR_IMAGE
STATUSES = {
    (30, 40, 40): Status.OK,
    (1, 1, 1): Status.OK,
    (24, 50, 50): Status.OK,
    (40, 30, 30): Status.OK,
    (0, 40, 40): WRONG,
    (-1, 40, 40): WRONG,
    (41, 1, 1): WRONG,
    (30, 0, 40): WRONG,
    (30, -(2**31), 40): WRONG,
    (1, 51, 51): WRONG,
    (30, 40, 39): WRONG,
    (30, 40, -40): WRONG,
}
"""Extents given for an image of 30x40 (40x50 at most) -> status of the run."""


def test_batches(folder: Path):
    """Contiguous images of one size, which is given once."""
    options: dict[str, Any] = {
        "preprocess": {"x": ncnnc.Image(resize=(4, 3), most=(9, 8))},
        "batch": 2,
    }
    param = b"7767517\n2 2\nInput x 0 1 x\nReLU y 1 1 x y\n"
    ncnnc.compile_library(param, b"", folder / "m.so", targets=["x86-64"], **options)
    model = ncnnc.compile(param, b"", target="x86-64", dynamic=False, **options)
    library = CLibrary(folder / "m.so", "m")
    assert library.create() == 0
    described = [tensor.described()[:3] for tensor in library.tensors("input")]
    assert described == [("x", "uint8", (2, 9, 8, 3)), ("x.extents", "int32", (3,))]
    assert library.find_shapes((2, 9, 1, 3), (3,)) == (Status.OK, 0)
    for other in ((1, 9, 1, 3), (2, 10, 1, 3), (2, 9, 9, 3), (2, 9, 1, 1), (9, 1, 3)):
        assert library.find_shapes(other, (3,)) == (Status.ERROR_SHAPES, -1)
    pixels = np.random.default_rng(0).integers(0, 256, (2, 6, 5, 3), np.uint8)
    (result,) = library.run([pixels, np.array([6, 5, 15], np.int32)])
    np.testing.assert_array_equal(result, model(pixels))
    too_wide = np.array([6, 9, 27], np.int32)
    call = library.model, addresses([pixels, too_wide]), addresses([result]), 1
    assert library.call("run", *call) == WRONG


def test_an_image_and_its_extents(runtime: None, folder: Path):
    """Rows may lie apart; what is between them is not read."""
    steps = {"a": ncnnc.Image(resize=(12, 12), mean=(3.0,), order="gray", most=(40, 50))}
    text = Path("two.param").read_text().replace("a 0=12 1=12 2=16", "a 0=12 1=12 2=1")
    text = text.replace("6=2304\nBinaryOp", "6=144\nBinaryOp")
    Path("image.param").write_text(text)
    options: dict[str, Any] = {"preprocess": steps, "random_weights": 1}
    ncnnc.compile_library("image.param", None, "image.so", targets=["x86-64"], **options)
    model = ncnnc.compile("image.param", target="x86-64", dynamic=False, **options)
    library = CLibrary(folder / "image.so", "image")
    assert library.create() == 0
    described = [tensor.described()[:3] for tensor in library.tensors("input")]
    blob = (16, 12, 12)
    assert library.find_shapes((30, 50, 1), (3,), blob) == (Status.OK, 0)
    for other in ((41, 50, 1), (0, 50, 1), (-1, 50, 1), (30, 50, 3)):
        assert library.find_shapes(other, (3,), blob) == (Status.ERROR_SHAPES, -1)
    for others in ((2,), blob), ((3,), (16, 11, 12)):
        assert library.find_shapes((30, 50, 1), *others) == (Status.ERROR_SHAPES, -1)
    assert described[:2] == [("a", "uint8", (40, 50, 1)), ("a.extents", "int32", (3,))]
    header = " ".join(Path("image.h").read_text().replace("*", "").split())
    assert "a: uint8[<=40, <=50, 1], an image h,w,channels of gray; a.extents tells its" in header
    assert "IMAGE_INPUT_0_BYTES" not in header
    assert "IMAGE_INPUT_1_BYTES 12" in header
    pixels = np.random.default_rng(0).integers(0, 256, (30, 40), np.uint8)
    s = np.ones((16, 12, 12), np.float32)
    for part in (pixels, pixels[3:9, 5:35], pixels[7:8, 2:3]):
        extents = np.array([*part.shape, 40], np.int32)
        results = library.run([part, extents, s])
        for result, expected in zip(results, model(part, s), strict=True):
            np.testing.assert_array_equal(result, expected)
    results = library.new_outputs()
    outputs = addresses(results)
    for told, status in STATUSES.items():
        extents = np.array(told, np.int32)
        inputs = addresses([pixels, extents, s])
        assert library.call("run", library.model, inputs, outputs, 1) == status, told
    library.destroy()
