"""Sliding windows: padding and number of windows along each axis."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ShapeError

SAME_UPPER = -233
"""Pad code: the output is `ceil(in / stride)`, the odd cell of padding goes after."""
SAME_LOWER = -234
"""Pad code: as SAME_UPPER, the odd cell goes before."""


MAX_WINDOW_CELLS = 1 << 20
"""Largest extent, stride or padding of a window along an axis. Units: cells."""


def check_steps(**steps: Sequence[int]) -> None:
    """Raises: ShapeError for a kernel, stride or dilation that is not positive, or too large."""
    for name, cells in steps.items():
        if not all(1 <= count <= MAX_WINDOW_CELLS for count in cells):
            raise ShapeError(f"{name} {list(cells)} must be positive, at most {MAX_WINDOW_CELLS}")


def check_pads(pads: Sequence[int]) -> None:
    """Raises: ShapeError for cells of padding on some sides and codes on others, or too many."""
    if max(pads) > MAX_WINDOW_CELLS:
        raise ShapeError(f"pads {list(pads)} must be at most {MAX_WINDOW_CELLS}")
    if max(pads) > 0 and min(pads) < 0:
        raise ShapeError(f"pads {list(pads)} are cells on some sides and codes on others")


def dilated_extent(kernel: int, dilation: int) -> int:
    """Return the number of cells from the first tap of a kernel to its last."""
    return dilation * (kernel - 1) + 1


def resolve_pads(
    pads: Sequence[int], size: Sequence[int], extent: Sequence[int], stride: Sequence[int]
) -> tuple[int, ...]:
    """
    Return the padding before each axis, then after each, with SAME codes resolved.

    `pads` is in the same order: `[top, left, bottom, right]`, `[left, right]`. `extent` is the
    dilated kernel. SAME applies if all pads carry the same code.
    Source: ncnn, convolution.cpp, `make_padding`.
    """
    codes = set(pads)
    check_pads(pads)
    if codes != {SAME_UPPER} and codes != {SAME_LOWER}:
        return tuple(max(p, 0) for p in pads)
    totals = [
        0 if e == 1 else max(e + (n - 1) // s * s - n, 0)
        for n, e, s in zip(size, extent, stride, strict=True)
    ]
    small = tuple(t // 2 for t in totals)
    large = tuple(t - t // 2 for t in totals)
    return small + large if codes == {SAME_UPPER} else large + small


def window_counts(
    size: Sequence[int], pads: Sequence[int], extent: Sequence[int], stride: Sequence[int]
) -> list[int]:
    """Windows: `floor((size + pads - extent) / stride) + 1`. Raises: ShapeError."""
    counts: list[int] = []
    for i, cells in enumerate(size):
        padded = cells + pads[i] + pads[i + len(size)]
        if padded < extent[i]:
            raise ShapeError(f"kernel extent {extent[i]} exceeds the padded input of {padded}")
        counts.append((padded - extent[i]) // stride[i] + 1)
    return counts


def full_extents(
    size: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
    output_pad: Sequence[int],
) -> tuple[int, ...]:
    """
    Return the extents of a deconvolution's result before anything is cut off:
    `(size - 1) * stride + dilation * (kernel - 1) + 1 + output_pad` along each axis.

    Raises: ShapeError for impossible strides, dilations or output pads.
    """
    check_steps(kernel=kernel, stride=stride, dilation=dilation)
    check_pads(output_pad)
    if min(output_pad) < 0:
        raise ShapeError(f"output_pad {list(output_pad)} must not be negative")
    return tuple(
        (cells - 1) * stride[i] + dilated_extent(kernel[i], dilation[i]) + output_pad[i]
        for i, cells in enumerate(size)
    )


def resolve_cuts(pads: Sequence[int], wanted: Sequence[int], full: Sequence[int]) -> list[int]:
    """
    Return the cells to cut off the full result of a deconvolution, before each axis and then after
    each: the pads if any is positive; else, with a requested size, the excess over it, on both
    sides according to the SAME code in the pads.

    Raises: ShapeError if the requested size is impossible.
    Source: ncnn, deconvolution.cpp, `cut_padding`.
    """
    check_pads(pads)
    if max(pads) > 0:
        return list(pads)
    if min(wanted) <= 0:
        return [0] * len(pads)
    excess = [cells - size for cells, size in zip(full, wanted, strict=True)]
    if any(cells < 0 for cells in excess):
        raise ShapeError(f"output_size {list(wanted)} exceeds the full size {list(full)}")
    small = [e // 2 for e in excess]
    large = [e - e // 2 for e in excess]
    if SAME_UPPER in pads:
        return small + large
    if SAME_LOWER in pads:
        return large + small
    raise ShapeError("output_size needs pads of -233 (SAME_UPPER) or -234 (SAME_LOWER)")


def cut_extents(full: Sequence[int], cuts: Sequence[int]) -> list[int]:
    """Return the full extents less the cuts. Raises: ShapeError if nothing is left."""
    left = [cells - cuts[i] - cuts[i + len(full)] for i, cells in enumerate(full)]
    if any(cells < 1 for cells in left):
        raise ShapeError(f"nothing is left of the full size {list(full)} after the cut")
    return left
