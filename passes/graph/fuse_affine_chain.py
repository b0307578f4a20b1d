"""Make one layer of two that scale and shift channels one after the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, f32
from xdsl.ir import Operation, OpResult
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.context import NcnncContext, ncnnc_context
from ...dialects.ncnn.base import NcnnOp, has_shape, shape_of
from ...dialects.ncnn.elementwise import BinaryOperator, BinaryOperatorAttr, BinaryScalarOp
from ...dialects.ncnn.normalization import BatchNormOp, BiasOp, ScaleOp
from ...dialects.ncnn.weight import WeightOp
from ..support.affine import Affine, AffineMap, affine_of
from ..support.constants import dense_weight
from ..support.errors import layer_name
from ..support.locations import fuse_locations
from ..support.remarks import GraphPattern, Remarks
from ..support.rewrite import apply_patterns


@dataclass(frozen=True)
class MergeAffinePair(GraphPattern):
    """`s2 (s1 x + t1) + t2 = (s2 s1) x + (s2 t1 + t2)`, in the cheapest layer that can say so."""

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
        weights, layer = AffineLayer(first, second, map).build()
        layer.attributes |= op.attributes
        layer.location = fuse_locations(op, first.op)
        for weight in weights:
            weight.location = op.location
            rewriter.insert(weight)
        rewriter.replace(op, layer)
        rewriter.erase(first.op)


def why_not_merge(first: Affine, second: Affine, map: AffineMap) -> str | None:
    """Why one layer cannot do what two do."""
    if not second.input.has_one_use():
        return f"the result of {layer_name(first.op)} has other readers"
    if not map.is_finite:
        return "the product of their factors is not finite"
    if scalar_form(map) is None and map.channels == 1 and not has_shape(second.op.results[0]):
        return "the number of channels is unknown"
    return None


def scalar_form(map: AffineMap) -> tuple[BinaryOperator, float] | None:
    """The map as a BinaryOp with a scalar, if it is one."""
    if map.channels > 1:
        return None
    scale, shift = float(map.scale[0]), float(map.shift[0])
    if shift == 0.0:
        return BinaryOperator.MUL, scale
    if abs(scale) == 1.0:
        return BinaryOperator.ADD if scale > 0 else BinaryOperator.RSUB, shift
    return None


@dataclass(frozen=True)
class AffineLayer:
    """The one layer for a map that two layers make together."""

    first: Affine
    second: Affine
    map: AffineMap

    def build(self) -> tuple[list[WeightOp], NcnnOp]:
        """The layer's constants, and the layer."""
        input, type = self.first.input, self.second.op.results[0].type
        if (scalar := scalar_form(self.map)) is not None:
            operator, value = scalar
            properties = {"operator": BinaryOperatorAttr(operator), "scalar": FloatAttr(value, f32)}
            layer = BinaryScalarOp.build(
                operands=[input], properties=properties, result_types=[type]
            )
            return [], layer
        scale, shift = self._vector(self.map.scale), self._vector(self.map.shift)
        # ncnn's Scale and Bias are not for every number of dimensions, BatchNorm is.
        if self._rank not in (1, 2, 3):
            zeros = np.zeros_like(scale)
            weights = self._weights(slope=scale, mean=zeros, variance=zeros + 1, bias=shift)
            operands = [input, *(weight.output for weight in weights)]
            return weights, BatchNormOp.build(operands=operands, result_types=[type])
        if (scale == 1).all() and self._rank == 3:
            (weight,) = self._weights(bias=shift)
            return [weight], BiasOp.build(operands=[input, weight.output], result_types=[type])
        weights = self._weights(scale=scale, **({"bias": shift} if shift.any() else {}))
        factors, *terms = (weight.output for weight in weights)
        layer = ScaleOp.build(operands=[input, factors, terms], result_types=[type, []])
        return weights, layer

    @property
    def _rank(self) -> int | None:
        result = self.second.op.results[0]
        return len(shape_of(result)) if has_shape(result) else None

    def _vector(self, part: np.ndarray) -> np.ndarray:
        """One number for each channel."""
        result = self.second.op.results[0]
        count = shape_of(result)[0] if has_shape(result) else self.map.channels
        return np.broadcast_to(part, count).astype(np.float32)

    def _weights(self, **arrays: np.ndarray) -> list[WeightOp]:
        """Constants of the layer, by the names of its operands."""
        name = layer_name(self.second.op)
        return [dense_weight(f"{name}.{role}", array) for role, array in arrays.items()]


@dataclass(frozen=True)
class FuseAffineChainPass(ModulePass):
    """
    Make one layer of neighbouring BatchNorm, Scale, Bias and BinaryOps with constants.

        %a = ncnn.binaryop_scalar mul %x, 2.0
        %y = ncnn.bias %a, %t   ->   %y = ncnn.scale %x, [2.0, 2.0, ...] bias %t

    The layer is a BinaryOp with a scalar, a Bias or a Scale, whichever can say it first; BatchNorm
    where the number of dimensions is unknown, or 4.
    """

    name = "fuse-affine-chain"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, MergeAffinePair(Remarks.of(ctx, self.name), ncnnc_context(ctx)))
