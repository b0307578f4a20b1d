"""Networks of odd channel counts in all layouts, against the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.lowering import TARGETS, check_layers

CHANNELS = """
    Convolution a 1 1 x a 0=64 1=3 4=1 5=1 6=1728 9=1
    Convolution b 1 1 a b 0=30 1=1 5=1 6=1920
    ConvolutionDepthWise c 1 1 b c 0=30 1=3 4=1 5=1 6=270 7=30
    Convolution y 1 1 c y 0=17 1=1 5=1 6=510
"""
FEW_AND_MANY = """
    Convolution a 1 1 x a 0=8 1=3 4=1 5=1 6=216 9=4
    ConvolutionDepthWise b 1 1 a b 0=8 1=3 4=1 5=1 6=72 7=8
    Split s 1 3 b b0 b1 b2
    Convolution c 1 1 b0 c 0=24 1=1 5=1 6=192 9=1
    Split t 1 3 c c0 c1 c2
    Convolution d 1 1 c0 d 0=8 1=3 4=1 5=1 6=1728
    Convolution gate 1 1 c1 gate 0=1 1=1 5=1 6=24 9=4
    BinaryOp e 2 1 d b1 e 0=0
    BinaryOp f 2 1 c2 gate f 0=2
    Concat g 3 1 e f b2 g
    Slice h 1 3 g h0 h1 h2 -23300=3,5,20,-233
    Interp i 1 1 h0 i 0=2 1=2 2=2
    Pooling j 1 1 h1 j 0=0 1=2 2=2
    ConvolutionDepthWise k 1 1 h2 k 0=30 1=1 5=1 6=90 7=5
    Pooling m 1 1 i m 4=1 0=1
    Permute n 1 1 j n 0=3
"""
OPTIONS = {"padded": {}, "divisible": {"policy": "divisible"}, "plain": {"packing": False}}


@pytest.mark.isa
@pytest.mark.requirement("L5", "L23")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("target", TARGETS)
def test_odd_channel_counts_in_every_layout(target: str, options: dict):
    check_layers(CHANNELS, {"x": (3, 6, 7)}, target, layout=options, tolerance=1e-5)


@pytest.mark.isa
@pytest.mark.parametrize("packed", [False, True])
def test_few_channels_lie_in_narrower_vectors_than_many(packed: bool):
    shapes = {"x": (3, 22, 18)}
    compiled = check_layers(
        FEW_AND_MANY,
        shapes,
        "x86-avx512",
        packed,
        tolerance=1e-5,
        passes=["eliminate-split"],
    )
    assert (
        "tensor<1x22x18x8xf32>" in compiled.kernels or "memref<1x22x18x8xf32>" in compiled.kernels
    )
    assert "memref<2x22x18x16xf32>" in compiled.kernels


@pytest.mark.requirement("L16", "L22")
def test_layouts_are_converted_in_one_place():
    """Lowerings of layers insert no conversions: the passes on layouts do."""
    passes = Path(__file__).parents[3] / "passes"
    users = [p.name for p in passes.rglob("*.py") if "ConvertLayoutOp(" in p.read_text()]
    assert sorted(users) == ["assign_layout.py", "fold_layout.py"]
