"""ROIAlign, ROIPooling and PSROIPooling, lowered to machine code, against the reference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

REGIONS = {
    "inside": [3.2, 2.1, 14.9, 9.7],
    "partly outside": [-9.0, 4.3, 12.2, 40.0],
    "outside": [50.0, 60.0, 70.0, 80.0],
    "turned": [14.9, 9.7, 3.2, 2.1],
}
LAYERS = {
    "ROIAlign": ["3=0", "3=2 4=1", "3=0 4=1 5=1", "3=3 5=1"],
    "ROIPooling": [""],
    "PSROIPooling": ["3=2"],
}
CASES = [(type, params) for type, variants in LAYERS.items() for params in variants]


def check(layer: tuple[str, str], corners: list[float], target: str, packed: bool, channels: int):
    type, params = layer
    shapes = {"x": (12 if type == "PSROIPooling" else channels, 7, 9), "r": (2, 4)}
    regions = np.array([corners, [0, 0, 1, 1]], np.float32)
    text = f"{type} y 2 1 x r y 0=3 1=2 2=0.5 {params}"
    check_layers(text, shapes, target, packed, {"r": regions}, tolerance=1e-5)


@pytest.mark.parametrize("layer", CASES, ids=" ".join)
@pytest.mark.parametrize("region", REGIONS, ids=str)
def test_regions(layer: tuple[str, str], region: str):
    check(layer, REGIONS[region], "x86-avx2", False, 5)


@pytest.mark.parametrize("layer", [CASES[2], CASES[4], CASES[5]], ids=" ".join)
@pytest.mark.parametrize("target", TARGETS)
def test_many_blocks(layer: tuple[str, str], target: str):
    check(layer, REGIONS["inside"], target, True, 83)
