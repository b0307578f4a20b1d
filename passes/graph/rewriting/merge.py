"""Two ops that become one layer."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.internal.weight import WeightOp
from ...common.locations import fuse_locations


def merge(
    rewriter: PatternRewriter,
    first: Operation,
    second: Operation,
    layer: NcnnOp,
    weights: Iterable[WeightOp],
) -> None:
    """
    Put a layer, with the weights that were made for it, in the place of `second` and of `first`,
    whose result nothing else reads. It has the attributes of `second`, and the names of both.
    """
    layer.attributes |= second.attributes
    layer.location = fuse_locations(second, first)
    for weight in weights:
        weight.location = second.location
        rewriter.insert(weight)
    rewriter.replace(second, layer)
    rewriter.erase(first)
