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
OPTIONS = {"padded": {}, "divisible": {"policy": "divisible"}, "plain": {"packing": False}}


@pytest.mark.isa
@pytest.mark.requirement("L5", "L23")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("target", TARGETS)
def test_odd_channel_counts_in_every_layout(target: str, options: dict):
    check_layers(CHANNELS, {"x": (3, 6, 7)}, target, layout=options, tolerance=1e-5)


@pytest.mark.requirement("L16", "L22")
def test_layouts_are_converted_in_one_place():
    """What lowers a layer makes no conversion: the passes on layouts do."""
    passes = Path(__file__).parents[3] / "passes"
    users = [p.name for p in passes.rglob("*.py") if "ConvertLayoutOp(" in p.read_text()]
    assert sorted(users) == ["assign_layout.py", "fold_layout.py"]
