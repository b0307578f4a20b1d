"""The extents of a usual run, where a run tells some: they decide how layers are computed."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.ncnn.shapes import Shape, shape_of
from ....dialects.symbols import extents_of

USUAL = 256
"""
The assumed value of each symbol. It is not that of a range, so that results do not depend on one:
another algorithm would round in other places.
"""


def usual_shape(value: SSAValue) -> Shape:
    """The shape of a value of the graph in a usual run."""
    extents = extents_of(value)
    if extents is None:
        return shape_of(value)
    symbols = [USUAL] * extents.num_symbols
    return tuple(max(extent.eval((), symbols), 1) for extent in extents.results)
