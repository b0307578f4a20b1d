"""Pad tensors with dynamic extents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.kernel.attributes import PaddingKind
from ....dialects.kernel.base import buffer_shape
from ...common.strides import row_major_strides
from .common_axes import ZERO, BoxCopy, Place
from .kernel_builder import KernelBuilder
from .symbolic_boxes import linear, put_box
from .symbolic_extents import Extents


def symbolically_padded(
    k: KernelBuilder,
    x: SSAValue,
    pads: Sequence[tuple[int, int]],
    kind: PaddingKind,
    filled: SSAValue,
) -> SSAValue:
    """Pad one axis after the other; `filled` is an element of a constant border."""
    for axis, pad in enumerate(pads):
        if any(pad):
            x = with_borders(k, x, axis, pad, kind, filled)
    return x


def with_borders(
    k: KernelBuilder,
    x: SSAValue,
    axis: int,
    pad: tuple[int, int],
    kind: PaddingKind,
    filled: SSAValue,
) -> SSAValue:
    """Add a border at both ends of an axis."""
    planned, extents = list(buffer_shape(x)), k.extents.of(x)
    planned[axis] += sum(pad)
    result = replaced(extents, axis, extents[axis] + sum(pad))
    zeros = [ZERO] * len(planned)
    begin = replaced(zeros, axis, AffineExpr.constant(pad[0]))
    y = put_box(k, x, k.empty(planned, x.type), begin, result)
    for count, to, first, step in borders(extents[axis], pad, kind):
        if not count:
            continue
        source = Place(ZERO, zeros)
        if kind is not PaddingKind.CONSTANT:
            strides = row_major_strides(buffer_shape(x))
            steps = list(map(AffineExpr.constant, strides))
            steps[axis] = AffineExpr.constant(strides[axis] * step)
            source = Place(first * strides[axis], steps)
        strides = row_major_strides(planned)
        place = Place(
            linear(replaced(zeros, axis, to), strides), list(map(AffineExpr.constant, strides))
        )
        size = (*planned[:axis], count, *planned[axis + 1 :])
        box = BoxCopy(size, replaced(extents, axis, AffineExpr.constant(count)), source, place)
        y = k.strided_copy(filled if kind is PaddingKind.CONSTANT else x, y, box, result)
    return y


def replaced(extents: Sequence[AffineExpr], axis: int, extent: AffineExpr) -> Extents:
    """Return extents with that of one axis replaced."""
    return *extents[:axis], extent, *extents[axis + 1 :]


def borders(
    length: AffineExpr, pad: tuple[int, int], kind: PaddingKind
) -> Iterator[tuple[int, AffineExpr, AffineExpr, int]]:
    """
    Return for both borders of an axis: the number of cells, the first cell, the cell that it
    copies, and the step to the source of the next cell.
    """
    before, after = pad
    mirrored = kind is PaddingKind.REFLECT
    yield before, ZERO, AffineExpr.constant(before if mirrored else 0), -1 if mirrored else 0
    yield after, length + before, length - (2 if mirrored else 1), -1 if mirrored else 0
