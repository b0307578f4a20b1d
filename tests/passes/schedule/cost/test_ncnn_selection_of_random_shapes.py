"""The rules of the policy `ncnn` decide as a transcription of ncnn's source, on many shapes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict

import pytest
from ncnnc.dialects.target.records import Target
from ncnnc.passes.schedule.cost.ncnn_selection import (
    DIRECT_KERNELS,
    NcnnConvolution,
    NcnnOptions,
    ncnn_kernel,
)

from tests.helpers.ncnn_convolution_x86 import Layer, Option, create_pipeline, get_masked_option

SHAPES = 12_000
BOUNDARIES = (1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 511, 512)
CACHES = (4096, 65_536, 262_144, 1 << 20)
ISAS = {"x86-avx512": "avx512", "x86-avx2": "avx", "x86-avx": "avx", "x86-64": "sse"}


def random_layer(rng: random.Random) -> Layer:
    """A convolution: every other one a 3x3, with channels and sides about the bounds of tables."""
    plain = rng.random() < 0.5
    kernel = [3, 3] if plain else [rng.choice((1, 2, 2, 3, 5)) for _ in range(2)]
    if rng.random() < 0.6:
        kernel[1] = kernel[0]
    dilation = rng.choice(((1, 1), (1, 1), (1, 1), (2, 2), (3, 3), (1, 2), (2, 1)))
    stride = rng.choice(((1, 1), (1, 1), (1, 1), (2, 2), (2, 1), (1, 2), (7, 7)))
    if plain:
        dilation, stride = (1, 1), rng.choice(((1, 1), (1, 1), (1, 1), (2, 2)))
    code = rng.choice((0, 1, -233, -234))
    pads = [code] * 4 if rng.random() < 0.8 else [rng.choice((0, 0, 1, 2)) for _ in range(4)]
    channels = [rng.choice((rng.choice(BOUNDARIES), rng.randint(1, 600))) for _ in range(2)]
    small = [rng.choice(BOUNDARIES[:10]) for _ in range(2)]
    sides = [rng.choice((rng.randint(1, 24), rng.randint(1, 230))) for _ in range(4)]
    known = rng.choice(((1, 1, 0, 0), (0, 0, 1, 1), (1, 1, 1, 1), (1, 1, 0, 0), (0, 0, 0, 0)))
    shown = [side * flag for side, flag in zip(sides, known, strict=True)]
    return Layer(*rng.choice((channels, small)), *kernel, *dilation, *stride, *pads, *shown)


def random_options(rng: random.Random) -> Option:
    """Every option off now and then."""
    return Option(*(rng.random() < 0.75 for _ in range(6)))


def as_ncnn_convolution(layer: Layer) -> NcnnConvolution:
    """The same convolution as the rules take it: heights first."""
    return NcnnConvolution(
        layer.num_input,
        layer.num_output,
        (layer.kernel_h, layer.kernel_w),
        (layer.stride_h, layer.stride_w),
        (layer.dilation_h, layer.dilation_w),
        (layer.pad_top, layer.pad_left, layer.pad_bottom, layer.pad_right),
        (layer.bottom_h, layer.bottom_w) if layer.bottom_h else None,
        (layer.top_h, layer.top_w) if layer.top_h else None,
    )


@pytest.mark.requirement("L19", "W19", "W21", "W22", "W23", "W24", "W26", "W29", "W31", "W32")
@pytest.mark.requirement("L20", "D12", "D13")
def test_the_rules_are_those_of_the_source():
    rng = random.Random(11)
    found = Counter[str]()
    for _ in range(SHAPES):
        layer, options = random_layer(rng), random_options(rng)
        mask = rng.choice((0, 0, 0, 32, 64, 96, 128, 224))
        name, l2_bytes = rng.choice(tuple(ISAS)), rng.choice(CACHES)
        expected = create_pipeline(layer, get_masked_option(options, mask), ISAS[name], l2_bytes)
        rules = NcnnOptions(**asdict(options)).masked(mask)
        target = TARGETS[name, l2_bytes]
        assert ncnn_kernel(as_ncnn_convolution(layer), rules, target) == expected, (layer, options)
        found[expected] += 1
    # No rule is there that no shape has met.
    assert len(found) == 6 + len(DIRECT_KERNELS)
    assert min(found.values()) >= 5, found


TARGETS = {(name, l2): Target.parse(f"{name}+l2={l2}") for name in ISAS for l2 in CACHES}
