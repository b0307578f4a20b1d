"""Deconvolutions along one axis, as convolutions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from ncnnc.passes.common.geometry.output_phases import (
    ZERO_TAP,
    DeconvolutionAxis,
    PhaseWindow,
)


def test_phases_share_the_taps():
    # 4 taps, stride 2, cut 1: each phase has two of them.
    axis = DeconvolutionAxis(4, 2, 1, 1, 8, 16)
    assert axis.phases() == range(2)
    phases = [axis.window((p,), 2) for p in axis.phases()]
    assert [p.taps for p in phases] == [((3, 1),), ((2, 0),)]
    assert [(p.before, p.after, p.size) for p in phases] == [(1, 0, 8), (0, 1, 8)]


def test_a_phase_without_taps_is_zero():
    axis = DeconvolutionAxis(2, 3, 1, 0, 4, 12)
    assert axis.window((2,), 3) == PhaseWindow(((ZERO_TAP,),), 1, 1, 0, 0, 4)


def test_inputs_that_a_cut_leaves_out_meet_zero_taps():
    # Of 6 inputs the 3 outputs left see the second to the fourth.
    taps = ((ZERO_TAP, 0, ZERO_TAP, ZERO_TAP),)
    axis = DeconvolutionAxis(1, 1, 1, 1, 6, 3)
    assert axis.window((0,), 1) == PhaseWindow(taps, 1, 1, 0, 0, 3)


def test_merged_phases_have_the_window_of_all():
    axis = DeconvolutionAxis(4, 2, 1, 1, 8, 16)
    assert axis.merged(2, 0) == PhaseWindow(
        ((3, 1, ZERO_TAP), (ZERO_TAP, 2, 0)), 1, 1, before=1, after=1, size=8
    )


def test_a_period_may_begin_where_its_window_is_smallest():
    # Outputs -1 and 0 see inputs -1 and 0, outputs 1 and 2 see 0 and 1.
    axis = DeconvolutionAxis(4, 2, 1, 1, 8, 16)
    assert axis.aligned(2) == 1
    assert axis.merged(2, 1) == PhaseWindow(((2, 0), (3, 1)), 1, 1, before=1, after=1, size=9)
    # Without a cut the first period is the right one.
    assert DeconvolutionAxis(4, 2, 1, 0, 8, 18).aligned(2) == 0


def test_a_longer_period_is_a_stride_of_the_convolution():
    window = DeconvolutionAxis(4, 2, 1, 1, 8, 16).merged(4, 1)
    assert (window.stride, window.size, window.kernel) == (2, 5, 3)


@pytest.mark.parametrize("kernel", [1, 2, 3, 9])
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_windows_compute_the_definition(kernel: int, stride: int):
    for dilation, cut, multiple in product((1, 2, 3), (0, 1, 4), (1, 2)):
        check_windows(kernel, stride, dilation, cut, multiple)


def check_windows(kernel: int, stride: int, dilation: int, cut: int, multiple: int) -> None:
    """Compare a deconvolution that is computed by its windows with the definition."""
    rng = np.random.default_rng(2)
    x, w = rng.standard_normal(6), rng.standard_normal(kernel)
    full = np.zeros(5 * stride + dilation * (kernel - 1) + 1 + 4 + cut)
    for i in range(6):
        full[i * stride : i * stride + dilation * (kernel - 1) + 1 : dilation] += x[i] * w
    for out_size in (1, len(full) - cut - 4, len(full) - cut):
        axis = DeconvolutionAxis(kernel, stride, dilation, cut, 6, out_size)
        for start in {0, axis.aligned(stride * multiple)}:
            window = axis.merged(stride * multiple, start)
            found = [convolve(x, w, window, phase) for phase in range(stride * multiple)]
            result = np.stack(found, 1).reshape(-1)[start : start + out_size]
            np.testing.assert_allclose(result, full[cut : cut + out_size], atol=1e-12)


def convolve(x: np.ndarray, w: np.ndarray, window: PhaseWindow, phase: int) -> np.ndarray:
    """Compute one phase by a convolution; its length must equal the window's."""
    taps = np.array([0.0 if tap == ZERO_TAP else w[tap] for tap in window.taps[phase]])
    assert min(window.before, window.after) >= 0
    padded = np.pad(x, (window.before, window.after))
    reach = window.dilation * (window.kernel - 1) + 1
    count = (len(padded) - reach) // window.stride + 1
    assert count == window.size
    starts = range(0, count * window.stride, window.stride)
    return np.array([padded[n : n + reach : window.dilation] @ taps for n in starts])
