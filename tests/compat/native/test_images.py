"""Images by machine code against their meaning in numpy, as targets that run here compile it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from ncnnc.compat.native import code, images
from ncnnc.compiler.pixels import converted_channels, normalized, resized_pixels
from ncnnc.compiler.reference.interp import resample
from ncnnc.dialects.ncnn.layers.interp import InterpMode, axis_samples
from ncnnc.dialects.pixel_types import PIXEL_TYPES, formats_of
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.cpu import missing_features
from ncnnc.runtime.code.jit import LoadedCode

from tests.helpers.elements import TARGETS

SIZES = ((1, 1), (1, 7), (2, 3), (13, 1), (17, 33), (40, 31))
RNG = np.random.default_rng(11)

pytestmark = pytest.mark.isa


@cache
def code_for(target: str) -> LoadedCode:
    return LoadedCode(code.compiled(code.IR.read_text(), target), ())


@pytest.fixture(params=TARGETS, autouse=True)
def _target(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch):
    if missing_features(Target.parse(request.param).features):
        pytest.skip(f"this machine is no {request.param}")
    found = cache(images.function_of.__wrapped__)
    monkeypatch.setattr(images, "image_code", lambda: code_for(request.param))
    monkeypatch.setattr(images, "function_of", found)


@pytest.mark.parametrize("order", PIXEL_TYPES)
def test_pixels_have_the_bits_of_their_meaning(order: str):
    channels = len(formats_of(order)[0])
    for rows, columns in SIZES:
        wide = RNG.integers(0, 256, (rows, columns + 2, channels)).astype(np.uint8)
        pixels = wide[:, 1:-1]
        same = images.blob_of(pixels, order, rows, columns)
        assert np.array_equal(same, converted_channels(pixels, order))
        for height, width in SIZES:
            made = images.blob_of(pixels, order, height, width)
            expected = converted_channels(resized_pixels(pixels, height, width), order)
            assert np.array_equal(made, expected), (rows, columns, height, width)


@pytest.mark.parametrize("mode", InterpMode)
def test_planes_are_resampled(mode: InterpMode):
    for rows, columns in SIZES:
        x = RNG.standard_normal((3, rows, columns)).astype(np.float32)
        for height, width in SIZES:
            down, across = axis_samples(mode, rows, height), axis_samples(mode, columns, width)
            made = images.resized_planes(x, down, across)
            expected = resample(resample(x, across, -1), down, -2)
            assert np.allclose(made, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("count", [1, 3, 17, 100])
def test_values_are_scaled_in_one_rounding(count: int):
    x = (RNG.standard_normal((1, count)) * 255).astype(np.float32)
    mean, norm = np.float32(123.675), np.float32(0.017124753)
    expected = normalized(x, [float(mean)], [float(norm)])
    images.scale_and_shift(x, norm, -mean * norm)
    assert np.array_equal(x, expected)
