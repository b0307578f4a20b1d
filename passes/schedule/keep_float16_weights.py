"""Keep streamed weights as float16 if the model file stores float16."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f16
from xdsl.passes import ModulePass

from ...dialects.context import ncnnc_context
from ...dialects.target.products import F16, F32
from ..common.target import target_of
from .cost.streamed_weights import recurrent_weights, streamed_weights
from .layout.narrow_weights import NarrowWeights, exact_key


class KeepFloat16WeightsPass(ModulePass):
    """
    Let layers read weights as float16 that the model file stores as float16.

        %w = ncnn.weight <"fc.weight"> : tensor<1000x512xf32>
        -> %w = ncnn.weight <"fc.weight#2"> : tensor<1000x512xf16>

    Kernels widen them as they load them, with the same results and half the bytes. Applies to inner
    products, Gemms, attention, recurrent layers, tables of Embed and 1x1 convolutions, if the
    target has an instruction. A kernel with a sliding window widens the same weights for every tile
    of a row: it keeps float32 unless this costs less than reading saves. Winograd weights are
    transformed, and depthwise convolutions have few weights.
    """

    name = "keep-float16-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        if not target.converts(F16, F32):
            return
        store = ncnnc_context(ctx).weights
        halves = NarrowWeights(f16, store.add_halves)
        for layer in list(op.walk()):
            for weight in (*streamed_weights(layer, target), *recurrent_weights(layer)):
                key = exact_key(weight)
                if key is not None and store.has_halves(key):
                    halves.give(layer, weight)
