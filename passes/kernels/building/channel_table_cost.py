"""Cost of gathering channels, and of looking up their addresses instead."""

from __future__ import annotations

from math import prod

from xdsl.ir import Operation

from ....dialects.constraints import int_list
from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.kernel.structure import ConcatBuffersOp, GatherChannelsOp
from ....dialects.target.records import Target

VECTOR_CYCLES = 2.5
"""Of making a vector from two others, for every pass; Zen 4: 3 with AVX2, 4.5 to 5 with AVX-512."""
ENTRY_CYCLES = 0.065
"""Cycles per table entry and tile beside multiply-adds; Zen 4: 0.04 to 0.1."""


def gather_cycles(op: Operation, target: Target) -> float:
    """Estimated cycles of a gather and its sole operands, saved when nothing reads it."""
    gathers = [op]
    if isinstance(op, ConcatBuffersOp):
        parts = dict.fromkeys(value for value in op.inputs if value.has_one_use())
        gathers = [value.owner for value in parts]
    return sum(
        VECTOR_CYCLES * vectors_of(gather) * passes_of(gather, target)
        for gather in gathers
        if isinstance(gather, GatherChannelsOp)
    )


def vectors_of(op: GatherChannelsOp) -> int:
    return prod(buffer_shape(op.outputs[0])[:-1])


def passes_of(op: GatherChannelsOp, target: Target) -> int:
    """Return the number of cycles that such a vector occupies a pipe."""
    out = op.outputs[0]
    return target.costs.passes(buffer_shape(out)[-1] * element_bytes(element_of(out.type)))


def table_cycles(op: ConvolutionKernelOp) -> float:
    """Estimated cycles by which a convolution gets slower if it looks up its input channels."""
    out = op.extents(op.outputs[0])
    pixels, vectors = int_list(op.register)
    rows, width = (1, out.pixels) if op.is_pointwise else (out.depth * out.height, out.width)
    tiles = rows * -(-width // pixels) * -(-out.blocks // vectors)
    return ENTRY_CYCLES * tiles * op.channels.value.data * prod(int_list(op.kernel))
