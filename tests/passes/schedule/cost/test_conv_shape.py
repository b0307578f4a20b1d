"""The share of a kernel's taps that see its input."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from ncnnc.passes.common.geometry.kernel_motion import AxisMotion
from ncnnc.passes.schedule.cost.conv_shape import inside_part

NUMBERS = st.integers(1, 5)


@given(st.integers(1, 12), NUMBERS, NUMBERS, NUMBERS, st.integers(0, 9), st.integers(0, 9))
def test_taps_inside_are_counted(size, kernel, stride, dilation, before, after):
    out = (size + before + after - dilation * (kernel - 1) - 1) // stride + 1
    if out < 1:
        return
    axis = AxisMotion(size, out, kernel, stride, dilation, before, after)
    cells = [o * stride - before + t * dilation for o in range(out) for t in range(kernel)]
    assert inside_part(axis) == sum(0 <= cell < size for cell in cells) / len(cells)
