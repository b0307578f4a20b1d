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
    """Replace `first`, read by `second` alone, and `second` by a layer with both names."""
    layer.attributes |= second.attributes
    layer.location = fuse_locations(second, first)
    for weight in weights:
        weight.location = second.location
        rewriter.insert(weight)
    rewriter.replace(second, layer)
    rewriter.erase(first)
