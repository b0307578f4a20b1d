"""
Broadcast operands of different rank in a BinaryOp: one rule for shapes, reference and lowering.

ncnn fills missing axes on the **inner** side (numpy does on the outer): `h,w` against `c,h,w` reads
as `h,w,1`. A vector goes along the outermost axis if its length fits there, along the innermost
otherwise. Then axes of extent 1 stretch. Source: ncnn, binaryop.cpp, `BinaryOp::forward`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ShapeError
from ..shapes import Shape

Axes = tuple[int | None, ...]
"""For each axis of an operand its output axis; None if only index 0 is read."""


def align(shape: Shape, *others: Shape) -> Shape:
    """
    `shape` extended with axes of extent 1 to the rank of the highest of itself and `others`.

    `align((5,), (5, 4, 6))` is `(5, 1, 1)`, `align((6,), (5, 4, 6))` is `(1, 1, 6)`,
    `align((5, 4), (5, 4, 6))` is `(5, 4, 1)`.
    """
    highest = max((shape, *others), key=len)
    missing = (1,) * (len(highest) - len(shape))
    if len(shape) == 1 and missing and shape[0] != highest[0]:
        return (*missing, *shape)
    return (*shape, *missing)


def broadcast_shapes(*shapes: Shape) -> Shape:
    """Return the result's shape. Raises: ShapeError if extents differ and none is 1."""
    aligned = [align(shape, *shapes) for shape in shapes]
    result: list[int] = []
    for extents in zip(*aligned, strict=True):
        size = extents[0]
        for extent in extents[1:]:
            if size == 1:
                size = extent
            elif extent not in (size, 1):
                raise ShapeError(why_not_broadcast(shapes, aligned))
        result.append(size)
    return tuple(result)


def why_not_broadcast(shapes: Sequence[Shape], aligned: Sequence[Shape]) -> str:
    """
    Describe shapes that do not broadcast.

    If they differ only in channels, ncnn still computes a result: it repeats the last channel, or
    the last block of 4, 8 or 16 if channels are packed, so that the result depends on the machine.
    """
    texts = " and ".join("x".join(map(str, shape)) for shape in shapes)
    rest = aligned[0][1:]
    is_packed_axis = bool(rest) and all(shape[1:] == rest for shape in aligned)
    reason = ": what ncnn computes depends on how it packs channels" if is_packed_axis else ""
    return f"shapes {texts} do not broadcast{reason}"


def broadcast_axes(shape: Shape, *others: Shape) -> Axes:
    """
    Return the axes by which an operand of `shape` is indexed when broadcast with `others`.

    `broadcast_axes((5,), (5, 4, 6))` is `(0,)`, `broadcast_axes((6,), (5, 4, 6))` is `(2,)`,
    `broadcast_axes((1, 4, 6), (5, 4, 6))` is `(None, 1, 2)`.
    """
    output = broadcast_shapes(shape, *others)
    aligned = align(shape, *others)
    first = len(output) - 1 if len(shape) == 1 and aligned[0] != shape[0] else 0
    return tuple(
        first + i if extent == output[first + i] else None for i, extent in enumerate(shape)
    )
