"""Conversions between the plain and the packed layout."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import shape
from ....dialects.kernel.structure import PackOp, UnpackOp
from ....dialects.ncnn.attributes import TargetAttr
from ...support.builder import Index, LoopBuilder
from ...support.transpose import transpose
from . import loops


@loops.register(PackOp)
def pack(b: LoopBuilder, op: PackOp, target: TargetAttr) -> None:
    """`c,h,w` to `ceil(c/p),h,w,p`: for each block, p rows of pixels become p-lane vectors."""
    x, y = op.inputs[0], op.outputs[0]
    channels, pixels = shape(x)[0], prod(shape(x)[1:])
    blocks, lanes = shape(y)[0], shape(y)[-1]

    def block(i: Index, valid: int) -> None:
        source, destination = b.mul(i, lanes * pixels), b.mul(i, lanes * pixels)

        def rows(p: Index, width: int) -> None:
            at = b.add(source, p)
            vectors = [b.load(x, at, c * pixels, lanes, width) for c in range(valid)]
            zero = b.constant(0.0, vectors[0].type)
            vectors += [zero] * (lanes - valid)
            to = b.add(destination, b.mul(p, lanes))
            for j, vector in enumerate(transpose(b, vectors)[:width]):
                b.store(vector, y, to, j * lanes)

        b.loop(0, pixels // lanes * lanes, lanes, lambda p: rows(p, lanes))
        if pixels % lanes:
            rows(pixels // lanes * lanes, pixels % lanes)

    full = channels // lanes
    if full:
        b.parallel(full, lambda i: block(i, lanes))
    if channels % lanes:
        b.parallel(blocks - full, lambda i: block(b.add(i, full), channels % lanes))


@loops.register(UnpackOp)
def unpack(b: LoopBuilder, op: UnpackOp, target: TargetAttr) -> None:
    """`ceil(c/p),h,w,p` to `c,h,w`: the inverse; lanes past the last channel are dropped."""
    x, y = op.inputs[0], op.outputs[0]
    channels, pixels = shape(y)[0], prod(shape(y)[1:])
    blocks, lanes = shape(x)[0], shape(x)[-1]

    def block(i: Index, valid: int) -> None:
        source = b.mul(i, lanes * pixels)

        def rows(p: Index, width: int) -> None:
            at = b.add(source, b.mul(p, lanes))
            vectors = [b.load(x, at, j * lanes, lanes) for j in range(width)]
            vectors += [b.constant(0.0, vectors[0].type)] * (lanes - width)
            to = b.add(source, p)
            for c, vector in enumerate(transpose(b, vectors)[:valid]):
                b.store(vector, y, to, c * pixels, width)

        b.loop(0, pixels // lanes * lanes, lanes, lambda p: rows(p, lanes))
        if pixels % lanes:
            rows(pixels // lanes * lanes, pixels % lanes)

    full = channels // lanes
    if full:
        b.parallel(full, lambda i: block(i, lanes))
    if channels % lanes:
        b.parallel(blocks - full, lambda i: block(b.add(i, full), channels % lanes))
