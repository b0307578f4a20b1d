"""Keep float32 for convolutions that bfloat16 makes little faster and less exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.families.pooling_nd import PoolingND
from ...dialects.ncnn.layer_attributes import keep_float32, takes_bfloat16
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.shapes import shape_of
from ...dialects.target.records import Target
from ..common.errors import place_of
from ..common.target import target_of
from .cost.conv_shape import multiplies_bfloats
from .cost.precision_gain import cycles_of_casts, cycles_of_products

FLOAT32 = "fp32"
"""The option value for a layer that keeps float32."""
FEW_CHANNELS = 16
"""Below this number, rounding errors of weights do not average out, and products take little time.
"""


@dataclass(frozen=True)
class KeepFloat32LayersPass(ModulePass):
    """
    Set the bit of a layer's feature mask that disables bfloat16, like `31=4` in a model file.

        ncnn.convolution %x, %w : tensor<8x96x96xf32>, ...
        -> ncnn.convolution %x, %w {ncnn.feature_mask = 4} : tensor<8x96x96xf32>, ...

    Squared errors accumulate, and each convolution with bfloat16 products adds about the same.
    Therefore at most `most_products` of the convolutions that reach an output without a global mean
    or an inner product, which average errors out, multiply bfloat16: those that save most cycles by
    the cost model, and none with few channels. With `only_faster`, float32 is kept if rounding the
    input takes as long as the products save. `layers`, `conv1=fp32` or `conv1=bf16` each, takes
    precedence.
    """

    name = "keep-float32-layers"
    most_products: int = 16
    only_faster: bool = False
    layers: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target, given = target_of(op), dict(entry.rsplit("=", 1) for entry in self.layers)
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                ops = list(function.body.block.ops)
                for layer in ops:
                    if given.get(layer_of(layer)) == FLOAT32:
                        keep_float32(layer)
                free = [op for op in products(ops, target) if layer_of(op) not in given]
                if self.only_faster:
                    keep_slower(free, target)
                self.keep_inexact(ops, free, target)

    def keep_inexact(
        self, ops: Sequence[Operation], free: Sequence[ScheduledConvolution], target: Target
    ) -> None:
        """Keep float32 for convolutions that reach an output, except for those that gain most."""
        found = set(ops_that_reach_outputs(ops))
        reaching = [layer for layer in free if layer in found and takes_bfloat16(layer)]
        if len(reaching) <= self.most_products:
            return
        reaching.sort(
            key=lambda layer: (has_few_channels(layer), -cycles_of_products(layer, target))
        )
        for index, layer in enumerate(reaching):
            if index >= self.most_products or has_few_channels(layer):
                keep_float32(layer)


def keep_slower(layers: Sequence[ScheduledConvolution], target: Target) -> None:
    """Keep float32 for convolutions that bfloat16 products would not speed up."""
    for layer in layers:
        if cycles_of_products(layer, target) <= cycles_of_casts(layer, target):
            keep_float32(layer)


def products(ops: Sequence[Operation], target: Target) -> list[ScheduledConvolution]:
    """Return the convolutions that would multiply bfloat16."""
    convolutions = (op for op in ops if isinstance(op, ScheduledConvolution))
    return [op for op in convolutions if multiplies_bfloats(op, target)]


def layer_of(op: Operation) -> str:
    """Return the name of the layer that an op comes from, empty without one."""
    return place_of(op).layer or ""


def has_few_channels(layer: ScheduledConvolution) -> bool:
    """Return whether a convolution has few input or output channels."""
    return min(shape_of(layer.weight)[:2]) < FEW_CHANNELS


def ops_that_reach_outputs(ops: Sequence[Operation]) -> list[Operation]:
    """Return ops whose results reach an output without a global mean or an inner product."""
    reaching = set[SSAValue]()
    found: list[Operation] = []
    for op in reversed(ops):
        if not isinstance(op, ReturnOp) and reaching.isdisjoint(op.results):
            continue
        if isinstance(op, InnerProductOp) or (isinstance(op, PoolingND) and op.is_global):
            continue
        found.append(op)
        reaching.update(op.operands)
    return found[::-1]
