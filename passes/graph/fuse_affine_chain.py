"""Merge two consecutive layers that scale and shift channels."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Operation, OpResult
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.context import NcnncContext
from ...dialects.ncnn.shapes import has_shape
from ..common.errors import layer_name
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .affine.affine import Affine, AffineMap, affine_of
from .affine.affine_layer import AffineLayer, scalar_form
from .rewriting.merge import merge


@dataclass(frozen=True)
class MergeAffinePair(GraphPattern):
    """Merge `s2 (s1 x + t1) + t2 = (s2 s1) x + (s2 t1 + t2)`, into the cheapest possible layer."""

    context: NcnncContext

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        second = affine_of(op, self.context)
        if second is None or not isinstance(second.input, OpResult):
            return
        first = affine_of(second.input.op, self.context)
        if first is None:
            return
        map = second.map.after(first.map)
        reason = why_not_merge(first, second, map)
        if reason is not None:
            self.remarks.declined(reason, first.op, op)
            return
        self.remarks.made(first.op, op)
        result, name = op.results[0], layer_name(op)
        weights, layer = AffineLayer(map, first.input, result, name).build()
        merge(rewriter, first.op, op, layer, weights)


def why_not_merge(first: Affine, second: Affine, map: AffineMap) -> str | None:
    """Why one layer cannot do what two do."""
    if not second.input.has_one_use():
        return f"the result of {layer_name(first.op)} has other users"
    if not map.is_finite:
        return "the product of their factors is not finite"
    if scalar_form(map) is None and map.channels == 1 and not has_shape(second.op.results[0]):
        return "the number of channels is unknown"
    return None


class FuseAffineChainPass(RewritePass):
    """
    Merge consecutive BatchNorm, Scale, Bias and BinaryOps with constants.

        %a = ncnn.binaryop_scalar mul %x, 2.0
        %y = ncnn.bias %a, %t   ->   %y = ncnn.scale %x, [2.0, 2.0, ...] bias %t

    The result is the first of BinaryOp with a scalar, Bias and Scale that can express it; BatchNorm
    if the rank is unknown or 4.
    """

    name = "fuse-affine-chain"
    PATTERNS = (MergeAffinePair,)
