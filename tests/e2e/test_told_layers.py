"""Layers by themselves, of extents that a run tells: each axis in turn, and those of images."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ncnnc
import pytest
from ncnnc import Dim

from tests.helpers.told_extents import ToldModel

pytestmark = pytest.mark.isa

W, H = Dim("W", 7, 40), Dim("H", 6, 21)
SIZES = [(6, 7), (13, 22), (21, 40)]
IMAGES = ((3, H, W), (16, 9, W), (16, H, 11))

INTERP = ["1=2 2=2 6=1", "3=20 4=20", "3=13 4=22 6=1", "3=1 4=1 6=1", "1=0.333333 2=2.2"]
"""Corners, sizes in no ratio to those of the input, one pixel, and ratios of float32."""


@pytest.mark.parametrize("mode", [1, 2, 3], ids=["nearest", "bilinear", "bicubic"])
@pytest.mark.parametrize("params", INTERP)
def test_interp(params: str, mode: int, tmp_path: Path):
    model = ToldModel(tmp_path, f"Interp y 1 1 a y 0={mode} {params}", target="x86-avx2")
    for extents in IMAGES:
        model.check(extents, SIZES, 1e-5)


def test_interp_of_means(tmp_path: Path):
    """Means of whole images, as large as these again; and the rows of a matrix."""
    layers = """
Split s 1 3 a b c f
Pooling p 1 1 b d 0=1 4=1
Interp i 2 1 d c e 0=2 5=1
BinaryOp y 2 1 e f y 0=0
"""
    ToldModel(tmp_path, layers).check((5, H, W), SIZES, 1e-5)
    ToldModel(tmp_path, "Interp y 1 1 a y 0=2 2=1.5 6=1").check((7, W), [(7,), (40,)], 1e-6)


@pytest.mark.parametrize(
    ("layer", "extents", "reason"),
    [
        ("Interp y 1 1 a y 0=2 1=1.125 2=1.125", (3, H, W), "sizes .* stay as they are"),
        ("PriorBox y 1 1 a y -23300=1,30.0 9=90 10=80", (3, H, W), "takes no extents"),
    ],
)
def test_refusals(layer: str, extents: Sequence[object], reason: str, tmp_path: Path):
    with pytest.raises(ncnnc.NcnncError, match=rf"'y' .*{reason}"):
        ToldModel(tmp_path, layer).compiled(extents)
