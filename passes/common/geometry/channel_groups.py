"""Input channels that the output vectors of a grouped convolution sum over."""

from __future__ import annotations

from collections.abc import Sequence


def channel_ranges(outputs: int, groups: int, per_group: int, width: int) -> list[tuple[int, int]]:
    """Return the input channels [first, end) that each `width` outputs sum over."""
    out_per_group = outputs // groups
    ranges: list[tuple[int, int]] = []
    for first in range(0, outputs, width):
        last = min(first + width, outputs) - 1
        ranges.append((first // out_per_group * per_group, (last // out_per_group + 1) * per_group))
    return ranges


def widest_range(ranges: Sequence[tuple[int, int]]) -> int:
    """Return the number of channels of the longest range."""
    return max(high - low for low, high in ranges)
