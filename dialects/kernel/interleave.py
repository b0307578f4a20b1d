"""Interleave pixels: the phases of an image, and channels that become pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar

from xdsl.ir.affine import AffineConstantExpr, AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp, buffer_shape


@irdl_op_definition
class InterleaveOp(KernelOp):
    """
    Interleave the phases of an image: output pixel `(y, x)` is at place `(y + top, x + left)` with
    `start` [top, left], and place `(i, j)` is pixel `(i / sy, j / sx)` of phase
    `(i mod sy, j mod sx)`, with `stride` [sy, sx]. Volumes have three axes instead.

    ins: the phases row by row, `c/p,rows,columns,p`, each with the size that its places need, or
    all with that of phase 0. The output is `c/p,h,w,p`. Bounds limit its channel blocks and pixels.
    """

    name = "kernel.interleave"
    BOUNDED: ClassVar[bool] = True
    stride = prop_def(I64Array)
    start = prop_def(I64Array)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the bounds: a dynamic axis has all places of its phases, of equal extents."""
        if any(list(other) != list(extents[0]) for other in extents):
            raise ValueError("has phases of several extents")
        blocks, *size, lanes = extents[0]
        _, *phase, _ = buffer_shape(self.inputs[0])
        _, *out, _ = self.iteration_space()
        along: list[AffineExpr] = []
        for d, stride in enumerate(int_list(self.stride)):
            if isinstance(size[d], AffineConstantExpr):
                along.append(AffineExpr.constant(out[d]))
            elif phase[d] * stride == out[d]:
                along.append(size[d] * stride)
            else:
                raise ValueError("has places that are no pixels")
        return [blocks, *along, lanes]

    def phases(self) -> Iterator[tuple[int, ...]]:
        """Return the phases that have places, in order, each by its index along every axis."""
        size = buffer_shape(self.outputs[0])[1:-1]
        along = zip(int_list(self.stride), int_list(self.start), size, strict=True)
        return product(*(range(min(stride, start + n)) for stride, start, n in along))

    def verify_(self) -> None:
        super().verify_()
        stride, start = int_list(self.stride), int_list(self.start)
        blocks, *size, lanes = buffer_shape(self.outputs[0])
        if not len(size) == len(stride) == len(start):
            raise VerifyException("needs a stride and a start for each axis")
        expected = [
            (blocks, *map(places, phase, start, size, stride), lanes) for phase in self.phases()
        ]
        as_large = expected[:1] * len(expected)
        if [buffer_shape(v) for v in self.inputs] not in (expected, as_large):
            raise VerifyException(f"the phases must have the shapes {expected}")


def places(phase: int, start: int, size: int, stride: int) -> int:
    """Return the number of places of a phase up to `start + size`."""
    return -(-(start + size - phase) // stride)


@irdl_op_definition
class DepthToSpaceOp(KernelOp):
    """
    Turn channels of a pixel into a block of pixels: output `(c, y, x)` is at place
    `(y + top, x + left)` with `start` [top, left], and place `(i, j)` of channel c is channel
    `((i mod by) * bx + j mod bx) * C + c` of pixel `(i / by, j / bx)`, with `block` [by, bx].

    ins: `ceil(by*bx*C/p),ceil((top+h)/by),ceil((left+w)/bx),p`; the output is `C,h,w`. Bounds limit
    its rows and columns; the last block may extend past them.
    """

    name = "kernel.depth_to_space"
    BOUNDED: ClassVar[bool] = True
    block = prop_def(I64Array)
    start = prop_def(I64Array)

    def verify_(self) -> None:
        super().verify_()
        (rows, columns), (top, left) = int_list(self.block), int_list(self.start)
        blocks, height, width, lanes = buffer_shape(self.inputs[0])
        channels, out_height, out_width = buffer_shape(self.outputs[0])
        expected = (
            -(-rows * columns * channels // lanes),
            -(-(top + out_height) // rows),
            -(-(left + out_width) // columns),
        )
        if (blocks, height, width) != expected:
            raise VerifyException(f"the input must have the shape {[*expected, lanes]}")
        if not (0 <= top < rows and 0 <= left < columns):
            raise VerifyException("the start must be within the first block")
