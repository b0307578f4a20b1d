"""Dequantize int8 tables of Embed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.base import shape_of
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.embed import EmbedOp
from ...dialects.weight_store import Array, WeightStore
from ..common.constants import carried_array, dense_weight
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass


@dataclass(frozen=True)
class DequantizeTable(RewritePattern):
    """Divide a table by its scale when the model is compiled."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: EmbedOp, rewriter: PatternRewriter) -> None:
        if op.weight_scale is None:
            return
        table, scale = op.weight.owner, op.weight_scale.owner
        if not isinstance(table, WeightOp) or not isinstance(scale, WeightOp):
            return

        def floats() -> Array:
            factor = np.float32(1) / np.float32(self.array(scale).reshape(-1)[0])
            return self.array(table).astype(np.float32) * factor

        key = table.key.data
        if table.value is not None:
            new = dense_weight(key, floats())
        else:
            new = WeightOp.of_shape(self.weights.add(key, floats), shape_of(op.weight))
        new.location = op.location
        operands: dict[str, SSAValue | None] = {"weight": new.output, "weight_scale": None}
        rewriter.replace(op, [new, rebuild(op, operands=operands)])

    def array(self, op: WeightOp) -> Array:
        """The values of a weight, of the type that it says."""
        carried = carried_array(op)
        if carried is not None:
            return carried
        return self.weights.get(op.key.data).reshape(shape_of(op.output))


class ExpandInt8EmbedPass(RewritePass):
    """
    Compute a table of int8 and its scale when the model is compiled.

        %y = ncnn.embed %x, %w scale %s ... : tensor<5xf32>, tensor<9x4xi8> -> tensor<5x4xf32>
        -> %v = ncnn.weight <"words.weight#2"> : tensor<9x4xf32>
           %y = ncnn.embed %x, %v ... : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>

    Source: ncnn, embed.cpp, `embed_int8`.
    """

    name = "expand-int8-embed"
    PATTERNS = (DequantizeTable,)
