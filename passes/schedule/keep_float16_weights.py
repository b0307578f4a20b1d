"""Leaves weights in float16 that stream through a layer, where the model's file has them so."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f16, f32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import ncnnc_context
from ...dialects.ncnn.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.weight import WeightOp
from ...dialects.properties import Algorithm
from ...dialects.target.products import F16
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.cost.conv_schedule import schedule_direct, schedule_tiled
from ..common.cost.conv_shape import ConvolutionShape, convolution_shape
from ..common.target import target_of


class KeepFloat16WeightsPass(ModulePass):
    """
    Let layers read weights as float16 that the model's file has as float16.

        %w = ncnn.weight <"fc.weight"> : tensor<1000x512xf32>
        -> %w = ncnn.weight <"fc.weight#2"> : tensor<1000x512xf16>

    Their kernels widen them as they load them, which gives the same results and half the bytes. So
    it is where the target has an instruction for it, of inner products, Gemms and 1x1 convolutions.
    A kernel that slides a window over large maps widens the same weights for every tile of a row:
    there float32 stays unless less is added to the products than is saved in reading. Winograd's
    weights are others than those of the file, a depthwise convolution's are few.
    """

    name = "keep-float16-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        if F16 not in target.isa.widened_weights:
            return
        stored = StoredHalves(ncnnc_context(ctx).weights)
        for layer in list(op.walk()):
            weight = streamed_weight(layer, target)
            if weight is not None and stored.include(weight):
                stored.give(layer, weight)


def streamed_weight(op: Operation, target: Target) -> SSAValue | None:
    """The weights of a layer whose kernel does as well if it widens them; None for any other."""
    match op:
        case InnerProductOp():
            return op.weight
        case GemmOp():
            return op.b
        case ScheduledConvolution():
            return op.weight if streams_weights(op, target) else None
        case _:
            return None


def streams_weights(op: ScheduledConvolution, target: Target) -> bool:
    """Whether a convolution takes no longer if it widens its weights."""
    algorithm = Algorithm.PACKED if op.algorithm is None else op.algorithm.data
    computing = algorithm if op.inner is None else op.inner.data
    if computing.winograd_tile or algorithm is Algorithm.DEPTHWISE:
        return False
    shape = convolution_shape(op)
    if shape.is_pointwise or algorithm is Algorithm.GEMM:
        return True
    vector = target.lanes * shape.types.weight.bytes
    saved = (vector - target.lanes * F16.bytes) / target.costs.memory_bytes
    widened = loads_of_weights(shape, algorithm, target) * target.costs.passes(vector)
    return widened / target.costs.pipes <= saved


def loads_of_weights(shape: ConvolutionShape, algorithm: Algorithm, target: Target) -> int:
    """How often a kernel that slides a window loads the same weights: for each tile of pixels."""
    if algorithm is Algorithm.TILED:
        (pixels, _), _ = schedule_tiled(shape, target.lanes, target)
        return -(-shape.pixels // pixels)
    (pixels, _), _ = schedule_direct(shape, target.lanes, target)
    return shape.pixels // shape.out_width * -(-shape.out_width // pixels)


@dataclass(frozen=True)
class StoredHalves:
    """The weights that the model's file has as float16."""

    store: WeightStore
    keys: dict[str, str] = field(default_factory=dict)
    """Of weights that have become narrow: the key as float32, and that as float16."""

    def include(self, value: SSAValue) -> bool:
        """Whether a value is such a weight, widened to float32."""
        op = value.owner
        if not isinstance(op, WeightOp) or op.value is not None:
            return False
        return op.output.type.element_type == f32 and self.store.has_halves(op.key.data)

    def give(self, layer: Operation, weight: SSAValue) -> None:
        """Let a layer read such a weight as it is in the file."""
        wide = weight.owner
        assert isinstance(wide, WeightOp)
        key = wide.key.data
        if key not in self.keys:
            self.keys[key] = self.store.add_halves(key)
        read_as(layer, weight, self.keys[key], f16)


def read_as(layer: Operation, weight: SSAValue, key: str, element: Attribute) -> None:
    """Let a layer read its weights from another array, of such elements."""
    wide = weight.owner
    assert isinstance(wide, WeightOp)
    narrow = WeightOp(key, TensorType(element, wide.output.type.get_shape()))
    narrow.location = wide.location
    narrow.output.name_hint = weight.name_hint
    block = layer.parent_block()
    assert block is not None
    block.insert_op_before(narrow, layer)
    layer.operands[layer.operands.index(weight)] = narrow.output
    if weight.first_use is None:
        Rewriter.erase_op(wide)
