"""Rounds the weights of products to bfloat16, where their kernels multiply or stream such."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, bf16, f32
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialects.context import ncnnc_context
from ...dialects.element_types import buffer_bytes, element_of
from ...dialects.ncnn.base import shape_of
from ...dialects.ncnn.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.weight import WeightOp
from ...dialects.properties import Algorithm
from ...dialects.target.products import BFLOAT16
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.cost.conv_shape import PLAIN_CHANNELS, multiplies_bfloats
from ..common.target import target_of
from .keep_float16_weights import read_as, streamed_weight


@dataclass(frozen=True)
class ConvertPrecisionPass(ModulePass):
    """
    Give layers weights of bfloat16, to nearest with ties to even.

        ncnn.convolution %x, %w algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xf32> -> ...
        -> ncnn.convolution %x, %w algorithm gemm : ..., tensor<32x64x1x1xbf16> -> ...

    Where the target multiplies bfloat16, so do convolutions that are computed directly, whose blobs
    `assign-layout` then stores as such. Where weights only stream through a layer, they are widened
    as they are loaded, on any target. Winograd transforms exact weights, of which it may round what
    it makes of them; first layers of few channels and depthwise convolutions have few weights: they
    stay as they are. With `only_faster` so do those that only stream, unless they are of an inner
    product and come from beyond the L2 cache, which then takes half the time.
    """

    name = "convert-precision"
    only_faster: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        rounded = RoundedWeights(ncnnc_context(ctx).weights)
        for layer in list(op.walk()):
            if self.only_faster and not is_faster(layer, target):
                continue
            for weight in narrowed_weights(layer, target):
                rounded.give(layer, weight)


def is_faster(op: Operation, target: Target) -> bool:
    """Whether a layer is faster with weights of bfloat16."""
    if isinstance(op, InnerProductOp):
        return buffer_bytes(op.weight.type) > target.l2_bytes
    return target.multiplies(BFLOAT16)


def narrowed_weights(op: Operation, target: Target) -> list[SSAValue]:
    """The weights of a layer that may become bfloat16."""
    if isinstance(op, ScheduledConvolution) and shape_of(op.input)[0] <= PLAIN_CHANNELS:
        return []
    weights = [streamed_weight(op, target)]
    if isinstance(op, MultiHeadAttentionOp):
        weights = [op.query_weight, op.key_weight, op.value_weight, op.out_weight]
    elif isinstance(op, ConvolutionBase) and not is_transformed(op):
        weights = [op.weight] if multiplies_bfloats(op, target) else weights
    return [weight for weight in weights if weight is not None and is_exact(weight)]


def is_exact(weight: SSAValue) -> bool:
    """Whether a value is an array of float32 in the weight store."""
    op = weight.owner
    return isinstance(op, WeightOp) and op.value is None and element_of(weight.type) == f32


def is_transformed(op: ScheduledConvolution) -> bool:
    """Whether it is computed by Winograd."""
    algorithm = Algorithm.PACKED if op.algorithm is None else op.algorithm.data
    computing = algorithm if op.inner is None else op.inner.data
    return bool(computing.winograd_tile)


@dataclass(frozen=True)
class RoundedWeights:
    """Weights as bfloat16, each rounded once."""

    store: WeightStore
    keys: dict[str, str] = field(default_factory=dict)
    """The key of the rounded array by that of the exact one."""

    def give(self, layer: Operation, weight: SSAValue) -> None:
        """Let a layer read rounded weights."""
        wide = weight.owner
        assert isinstance(wide, WeightOp)
        key = wide.key.data
        if key not in self.keys:
            self.keys[key] = self.store.add_bfloats(key)
        read_as(layer, weight, self.keys[key], bf16)
