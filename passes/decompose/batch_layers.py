"""Run a graph for one item on a batch, reading weights once for all items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import Rewriter

from ...dialects.constraints import int_attr
from ...dialects.element_types import element_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.from_pixels import FromPixelsResizeOp, image_extents
from ...dialects.ncnn.rules.axes import MAX_RANK
from ...dialects.ncnn.shapes import Shape, shape_of
from ..common.errors import OperationError
from ..common.limits import MAX_BATCHED_LAYERS, MAX_LAYERS_APART
from ..common.target import target_of
from .batching.blob import BatchBuilder, BatchedBlob
from .batching.modes import Machine, Work, choose_stacked, runs
from .batching.operands import Operands
from .batching.rules import Results, rules

Choose: TypeAlias = Callable[[Sequence[Work]], list[bool]]
"""Function that returns for each layer, in order, whether it processes all items at once."""


@dataclass(frozen=True)
class BatchLayersPass(ModulePass):
    """
    Compute `size` items at once: arguments and results get an additional outermost axis.

        func.func @main(%x: tensor<3x8x8xf32>) ...
          %y = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
        -> with size=2
        func.func @main(%x: tensor<2x3x8x8xf32>) ...
          %v = ncnn.permute %x order 6 : ... -> tensor<3x2x8x8xf32>
          %y = ncnn.convolution3d %v, %w : tensor<3x2x8x8xf32>, tensor<4x3x1x3x3xf32> -> ...

    Images become slices of a volume, and rows of all items become rows of one matrix. A layer
    without such a rule is computed for each item. Items of rank 4 are concatenated along the first
    axis; images to be resized are contiguous in memory and have the same size. Size 0 does nothing.

    `serve` selects the layers that process all items at once: those estimated to be faster this
    way, all with a rule (stacked), or none (apart).

    Raises: OperationError for a model that keeps caches between runs, or too many layers.
    """

    name = "batch-layers"
    size: int = 0
    serve: Literal["fastest", "stacked", "apart"] = "fastest"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not self.size:
            return
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                Batching(function, self.size, self.choose(op)).run()

    def choose(self, module: ModuleOp) -> Choose:
        """Return the policy that selects the layers that process all items at once."""
        if self.serve != "fastest":
            return lambda layers: [self.serve == "stacked"] * len(layers)
        machine = Machine.of(target_of(module))
        return lambda layers: choose_stacked(layers, self.size, machine)


class Batching:
    """Batch one function."""

    def __init__(self, function: FuncOp, size: int, choose: Choose):
        self.function = function
        self.size = size
        self.choose = choose
        self.blobs: dict[SSAValue, BatchedBlob] = {}
        self.images: dict[SSAValue, SSAValue] = {}
        """
        Arguments that are images of any size, or the source of one's size -> arguments for all
        items.
        """

    def run(self) -> None:
        """Batch the arguments, then runs of layers in order, then the results."""
        block = self.function.body.block
        returned = block.last_op
        assert isinstance(returned, ReturnOp)  # verified
        layers = self._layers_of_items()
        self._take_arguments(block.first_op or returned)
        stacked = self._chosen(layers)
        for run in runs(stacked):
            ops = [layers[i][0] for i in run]
            if stacked[run.start]:
                for op in ops:
                    self._stack(op)
            else:
                self._one_after_the_other(ops)
        self._give_results(returned)
        for op, _ in reversed(layers):
            Rewriter.erase_op(op)
        for argument in block.args[1::2]:
            block.erase_arg(argument)
        self.function.update_function_type()

    def _chosen(self, layers: Sequence[tuple[NcnnOp, Work]]) -> list[bool]:
        """
        Return which layers process all items at once. Raises: OperationError for too many ops.
        """
        stacked = self.choose([work for _, work in layers])
        if stacked.count(False) * self.size <= MAX_LAYERS_APART:
            return stacked
        apart = [op for op, work in layers if not work.can_stack]
        if len(apart) * self.size > MAX_BATCHED_LAYERS:
            reason = f"{len(apart)} layers like this one are computed for each item, which for "
            raise OperationError(apart[0], f"{reason}{self.size} items are too many layers")
        return [True] * len(layers)

    def _layers_of_items(self) -> list[tuple[NcnnOp, Work]]:
        """Return the layers that depend on the arguments, and the work of each."""
        block = self.function.body.block
        batched: set[SSAValue] = set(block.args)
        layers: list[tuple[NcnnOp, Work]] = []
        for op in block.ops:
            if isinstance(op, NcnnOp) and any(v in batched for v in op.operands):
                layers.append((op, Work.of(op, batched)))
                batched.update(op.results)
        return layers

    def _builder(self, op: Operation) -> BatchBuilder:
        """Return a builder that inserts before an op."""
        return BatchBuilder(op, PatternRewriter(op), self.size)

    def _take_arguments(self, first: Operation) -> None:
        """Insert arguments for all items, which are read until layers are batched."""
        layers, block = self._builder(first), self.function.body.block
        images = image_extents(self.function)
        for index, argument in enumerate(block.args):
            shape = shape_of(argument)
            if 0 in shape:
                raise OperationError(self.function, "caches cannot be batched")
            is_of_image = argument in images or argument in images.values()
            all_items = shape if is_of_image else whole_shape(self.size, shape)
            whole = TensorType(element_of(argument.type), all_items)
            value = block.insert_arg(whole, 2 * index)
            value.name_hint, value.location = argument.name_hint, argument.location
            if is_of_image:
                self.images[argument] = value
                continue
            self.blobs[argument] = blob_of(layers, value, shape)

    def _stack(self, op: NcnnOp) -> None:
        """Process all items by one layer if there is a rule, else by one layer per item."""
        layers = self._builder(op)
        operands: Operands = [self.blobs.get(v, v) for v in op.operands]
        rule = rules.find(type(op))
        results: Results = rule(layers, op, operands) if rule is not None else None
        if results is None:
            self._one_after_the_other([op])
            return
        self.blobs.update(zip(op.results, results, strict=True))

    def _one_after_the_other(self, ops: Sequence[NcnnOp]) -> None:
        """
        Compute all these layers for the first item, then for the next, so that blobs stay in
        caches.
        """
        last = ops[-1]
        layers = self._builder(last)
        items: list[dict[SSAValue, SSAValue]] = []
        for i in range(self.size):
            known = dict(self.images)
            for op in ops:
                if isinstance(op, FromPixelsResizeOp):
                    op.item = int_attr(i)
                for value in op.operands:
                    if value in self.blobs and value not in known:
                        known[value] = self.blobs[value].item(layers, i)
                layers.stand_for(op)
                operands = [known.get(v, v) for v in op.operands]
                known.update(zip(op.results, layers.again(op, operands), strict=True))
            items.append(known)
        for result in (result for op in ops for result in op.results):
            self.blobs[result] = BatchedBlob.of_items([known[result] for known in items])

    def _give_results(self, op: ReturnOp) -> None:
        layers = self._builder(op)
        for index, value in enumerate(op.operands):
            blob = self.blobs.get(value)
            if blob is None:
                blob = BatchedBlob.of_items([value] * self.size)
            op.operands[index] = whole_result(layers, blob)


def whole_shape(size: int, shape: Shape) -> Shape:
    """Return the shape of an argument or result for all items."""
    return (size, *shape) if len(shape) < MAX_RANK else (size * shape[0], *shape[1:])


def blob_of(layers: BatchBuilder, value: SSAValue, shape: Shape) -> BatchedBlob:
    """Describe an argument for all items."""
    if len(shape) < MAX_RANK:
        return BatchedBlob.stacked_along(value, 0)
    starts = range(0, shape_of(value)[0], shape[0])
    return BatchedBlob.of_items([layers.slice(value, 0, i, i + shape[0]) for i in starts])


def whole_result(layers: BatchBuilder, blob: BatchedBlob) -> SSAValue:
    return blob.stacked(layers, 0) if blob.can_stack else layers.concat(blob.items(layers), 0)
