"""Deconvolutions compiled phase by phase agree with the reference."""

from __future__ import annotations

import pytest
from lowering import TARGETS, check_layers
from ncnnc.passes.lower.ncnn_to_kernel.deconvolution import ZERO_TAP, Phase

pytestmark = pytest.mark.slow

# channels, size, parameters besides kernel, and weights per output and input
CASES = {
    "stride1": (5, (6, 7), "0=7 1=3 11=2 5=1", 7 * 5 * 6),
    "stride2": (17, (5, 6), "0=20 1=4 3=2 4=1 5=1 9=1", 17 * 20 * 16),
    "odd_pads": (3, (7, 5), "0=4 1=3 3=2 4=1 15=0 14=0 16=1 5=1", 3 * 4 * 9),
    "output_pad": (6, (4, 4), "0=3 1=3 3=2 4=1 18=1 5=1 9=2 -23310=1,0.1", 6 * 3 * 9),
    "gaps": (4, (5, 4), "0=4 1=2 3=3 5=1 9=4", 4 * 4 * 4),
    "dilated": (3, (5, 6), "0=5 1=3 2=2 3=3 4=1 5=1", 3 * 5 * 9),
    "dilated_even": (3, (5, 6), "0=5 1=4 2=2 3=4 5=0", 3 * 5 * 16),
    "deep_cut": (4, (6, 6), "0=2 1=3 3=2 4=5 5=1", 4 * 2 * 9),
    "same": (4, (5, 5), "0=3 1=5 3=2 4=-233 15=-233 14=-233 16=-233 20=10 5=1", 4 * 3 * 25),
    "tiny": (2, (1, 1), "0=3 1=1 3=4 5=1", 2 * 3),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_deconvolution(case: str, packed: bool):
    channels, size, parameters, count = CASES[case]
    layer = f"Deconvolution d 1 1 x y {parameters} 6={count}"
    check_layers(layer, {"x": (channels, *size)}, packed=packed, tolerance=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("channels", "parameters"),
    [
        (19, f"0=19 1=4 3=2 4=1 5=1 7=19 9=1 6={19 * 16}"),
        (12, f"0=8 1=3 3=2 4=1 18=1 5=1 7=4 6={8 * 3 * 9}"),
        (6, f"0=6 1=3 11=4 5=0 7=6 6={6 * 12}"),
    ],
)
def test_groups(target: str, channels: int, parameters: str):
    layer = f"DeconvolutionDepthWise d 1 1 x y {parameters}"
    check_layers(layer, {"x": (channels, 5, 6)}, target, packed=True, tolerance=1e-5)


def test_phases_share_the_taps():
    # 4 taps, stride 2, cut 1: each phase has two of them.
    phases = [Phase.of(p, 1, 4, 2, 1, 8, 16) for p in range(2)]
    assert [p.taps for p in phases] == [(3, 1), (2, 0)]
    assert [(p.before, p.after, p.size) for p in phases] == [(1, 0, 8), (0, 1, 8)]


def test_a_phase_without_taps_is_zero():
    assert Phase.of(2, 0, 2, 3, 1, 4, 12) == Phase((ZERO_TAP,), 1, 0, 0, 4)


def test_inputs_that_a_cut_leaves_out_meet_zero_taps():
    # Of 6 inputs the 3 outputs left see the second to the fourth.
    assert Phase.of(0, 1, 1, 1, 1, 6, 3) == Phase((ZERO_TAP, 0, ZERO_TAP, ZERO_TAP), 1, 0, 0, 3)


@pytest.mark.parametrize("target", TARGETS)
def test_weights_known_only_at_run_time(target: str):
    layer = "Deconvolution d 3 1 x w b y 0=20 1=3 3=2 4=1 5=1 9=1 28=1"
    shapes = {"x": (6, 5, 4), "w": (6, 20, 3, 3), "b": (20,)}
    check_layers(layer, shapes, target, packed=True, tolerance=1e-5)


def test_weights_of_groups_known_only_at_run_time():
    layer = "DeconvolutionDepthWise d 2 1 x w y 0=8 1=3 3=2 7=4 28=1"
    check_layers(layer, {"x": (12, 5, 4), "w": (12, 2, 3, 3)}, tolerance=1e-5)
