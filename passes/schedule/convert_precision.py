"""Round weights of products to bfloat16 for kernels that support it."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, bf16
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialects.context import ncnnc_context
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layer_attributes import takes_bfloat16
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.shapes import shape_of
from ...dialects.target.products import BFLOAT16
from ...dialects.target.records import Target
from ..common.errors import place_of
from ..common.geometry.packed_channels import PLAIN_CHANNELS
from ..common.target import target_of
from .cost.conv_shape import multiplies_bfloats
from .cost.precision_gain import is_bound_by_memory
from .cost.streamed_weights import streamed_weights
from .layout.narrow_weights import NarrowWeights, exact_key


@dataclass(frozen=True)
class ConvertPrecisionPass(ModulePass):
    """
    Convert weights of layers to bfloat16, rounding to nearest with ties to even.

        ncnn.convolution %x, %w algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xf32> -> ...
        -> ncnn.convolution %x, %w algorithm gemm : ..., tensor<32x64x1x1xbf16> -> ...

    If the target multiplies bfloat16, direct convolutions do so, and `assign-layout` stores their
    blobs as bfloat16. Layers that stream their weights widen them as they load them, on any target.
    Float32 is kept for Winograd algorithms, which transform exact weights and may round the result,
    and for depthwise convolutions and first layers of few channels, which have few weights. With
    `only_faster`, a target without bfloat16 products converts only weights that take longer to load
    from beyond the L2 cache than to multiply, and those of layers named in `layers`.
    """

    name = "convert-precision"
    only_faster: bool = False
    layers: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        rounded = NarrowWeights(bf16, ncnnc_context(ctx).weights.add_bfloats)
        for layer in list(op.walk()):
            for weight in narrowed_weights(layer, target):
                if self.is_wanted(layer) or is_faster(layer, weight, target):
                    rounded.give(layer, weight)

    def is_wanted(self, layer: Operation) -> bool:
        """Return whether a layer gets bfloat16 weights even if this is not faster."""
        return not self.only_faster or place_of(layer).layer in self.layers


def is_faster(op: Operation, weight: SSAValue, target: Target) -> bool:
    """Return whether bfloat16 weights are faster: always if the target multiplies them."""
    return target.multiplies(BFLOAT16) or is_bound_by_memory(op, weight, target)


def narrowed_weights(op: Operation, target: Target) -> list[SSAValue]:
    """Return the weights of a layer that may become bfloat16."""
    if isinstance(op, ScheduledConvolution) and shape_of(op.input)[0] <= PLAIN_CHANNELS:
        return []
    if not takes_bfloat16(op):
        return []
    weights = streamed_weights(op, target)
    if isinstance(op, ConvolutionBase) and not op.inner_algorithm.winograd_tile:
        weights = [op.weight] if multiplies_bfloats(op, target) else weights
    return [weight for weight in weights if exact_key(weight) is not None]
