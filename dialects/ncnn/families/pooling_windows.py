"""The windows of poolings along one axis, in ncnn's forms, and their names in the IR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from ...kernel.attributes import PoolingKind as PoolingKind
from ...kernel.attributes import PoolingKindAttr as PoolingKindAttr
from ..errors import ShapeError
from ..rules.axes import REST
from ..rules.window import check_pads, check_steps

MAX_WINDOWS = 1 << 20
"""Largest number of windows along an axis: they are listed one by one."""


class PadMode(StrEnum):
    """Padding mode of a pooling, in the order of ncnn's codes."""

    FULL = "full"
    """The pads, and after them the cells that complete a last, partial window."""
    VALID = "valid"
    """The pads alone: partial windows are dropped."""
    SAME_UPPER = "same_upper"
    """Padding that gives `ceil(in / stride)` outputs, the odd cell at the end."""
    SAME_LOWER = "same_lower"
    """As SAME_UPPER, the odd cell before."""


@irdl_attr_definition
class PadModeAttr(EnumAttribute[PadMode], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.pad_mode"


@dataclass(frozen=True)
class AxisWindows:
    """
    The windows along one axis: window `i` is the input cells `starts[i] <= x < ends[i]`.

    A window that lies in the padding has `starts[i] >= ends[i]`. `counts[i]` is its extent as the
    mean counts it, which may include cells of padding; a mean divides by the product over the axes.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    counts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.starts)


def adaptive_windows(size: int, outputs: int) -> AxisWindows:
    """Return windows that cover an axis: `floor(i * in / out)` to `ceil((i + 1) * in / out)`."""
    starts = tuple(size * i // outputs for i in range(outputs))
    ends = tuple(-(-size * (i + 1) // outputs) for i in range(outputs))
    return AxisWindows(starts, ends, tuple(e - s for s, e in zip(starts, ends, strict=True)))


def output_count(size: int, outputs: int) -> int:
    """Return the number of adaptive windows; -233 keeps the extent. Raises: ShapeError."""
    outputs = size if outputs == REST else outputs
    if outputs < 1:
        raise ShapeError(f"adaptive output size {outputs} must be positive")
    check_window_count(outputs)
    return outputs


def output_windows(size: int, outputs: int) -> AxisWindows:
    """Return the windows of an adaptive pooling. Raises: as `output_count`."""
    return adaptive_windows(size, output_count(size, outputs))


def check_window_count(count: int) -> None:
    """Raises: ShapeError for more windows along an axis than may be listed."""
    if count > MAX_WINDOWS:
        raise ShapeError(f"{count} windows along an axis are more than {MAX_WINDOWS}")


def check_pooling_pads(pads: Sequence[int]) -> None:
    """Raises: ShapeError for negative padding, or too much."""
    check_pads(pads)
    if min(pads) < 0:
        raise ShapeError(f"pads {list(pads)} must not be negative")


@dataclass(frozen=True)
class Sliding:
    """Windows of one extent along a padded axis. Raises: ShapeError for impossible ones."""

    kernel: int
    stride: int
    before: int
    after: int
    pad_mode: PadMode
    counts_padding: bool
    """
    True if averages count padding; otherwise, explicit pads and cells of a last, partial window
    past the input are left out, but not SAME padding.
    """

    def __post_init__(self) -> None:
        check_steps(kernel=[self.kernel], stride=[self.stride])

    def count(self, size: int) -> int:
        """Windows: `floor((padded - kernel) / stride) + 1`. Raises: ShapeError."""
        excess = size + self.before + self.after - self.kernel
        if self.pad_mode is PadMode.FULL and excess >= 0:
            count = (excess + self.stride - 1) // self.stride + 1
            check_window_count(count)
            return count
        before, after, _ = self.borders(size)
        padded = before + size + after
        if padded < self.kernel:
            raise ShapeError(f"kernel {self.kernel} exceeds the padded input of {padded}")
        count = (padded - self.kernel) // self.stride + 1
        check_window_count(count)
        return count

    def windows(self, size: int) -> AxisWindows:
        """Return the windows of an axis. Raises: as `count`."""
        self.count(size)
        kernel = self.kernel
        real_before, real_after, tail = self.borders(size)
        padded = real_before + size + real_after
        low, high = 0, padded
        if not self.counts_padding:
            low, high = self.before, padded - self.after - tail
        first = range(0, padded - kernel + 1, self.stride)
        starts = [max(s, low) for s in first]
        ends = [max(min(s + kernel, high), low) for s in first]
        return AxisWindows(
            tuple(max(s - real_before, 0) for s in starts),
            tuple(min(e - real_before, size) for e in ends),
            tuple(max(e - s, 0) for s, e in zip(starts, ends, strict=True)),
        )

    def borders(self, size: int) -> tuple[int, int, int]:
        """Return the padding before and after, and the part of the latter for a last window."""
        before, after = self.before, self.after
        if self.pad_mode is PadMode.VALID:
            return before, after, 0
        if self.pad_mode is PadMode.FULL:
            # C's remainder, which ncnn takes even of a kernel larger than the padded input
            excess = size + before + after - self.kernel
            tail = -excess % self.stride
            if excess < 0 and -excess % self.stride:
                tail += self.stride
            return before, after + tail, tail
        total = max(self.kernel + (size - 1) // self.stride * self.stride - size, 0)
        small, large = total // 2, total - total // 2
        return (small, large, 0) if self.pad_mode is PadMode.SAME_UPPER else (large, small, 0)
