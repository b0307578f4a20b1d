"""Split a batched blob into one blob per item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.layers.reshape import Batch, ReshapeOp
from ...dialects.ncnn.rules.axes import AXIS_NAMES
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.errors import OperationError
from ..common.limits import MAX_BATCHED_LAYERS
from ..common.shapes import extents_text, infer_op
from .building.replacement_builder import ReplacementBuilder

Items = Sequence[SSAValue]
"""The items of a batch, in order; a blob that is no batch is its only item."""


class ExpandBatchesPass(ModulePass):
    """
    Split a batch that a Reshape creates into one blob per item, and each layer on the batch into
    one layer per item, until a Reshape makes the batch an axis again.

        %a = ncnn.reshape %x shape [3, 2, 4] output_batch_axis 1 : (tensor<24xf32>) -> tensor<*xf32>
        %b = ncnn.relu %a
        %y = ncnn.reshape %b shape [24] input_batch_axis 1
        -> %0 = ncnn.reshape %x shape [3, 2, 4]
           %a.item0 = ncnn.reshape (ncnn.crop %0 starts [0] ends [1] axes [1]) shape [3, 4]
           %b.item0 = ncnn.relu %a.item0          and the same of %a.item1
           %1 = ncnn.concat %b.item0, %b.item1 axis 1, both as tensor<3x1x4xf32>
           %y = ncnn.reshape %1 shape [24]

    Operands without a batch, such as weights, are shared by the layers of all items. A result of
    the function that is a batch gets it as its outermost axis. The pass runs after `infer-shapes`,
    and infers shapes after batches.

    Raises: OperationError for a layer on batches of different sizes or on items of unknown shape,
    an invalid Reshape, too many layers, or a result of rank 5.
    Source: ncnn, reshape.cpp, `forward_batch`.
    """

    name = "expand-batches"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, func.FuncOp) and not function.is_declaration:
                BatchExpansion().expand(function)


@dataclass
class BatchExpansion:
    """Split the batches of one function, in one walk."""

    items: dict[SSAValue, Items] = field(default_factory=dict[SSAValue, Items])
    """The items of the batches so far."""
    layers: int = 0
    """Number of layers created for layers on batches so far."""

    def expand(self, function: func.FuncOp) -> None:
        """Replace all batches, in one walk: operands come before their uses."""
        replaced: list[NcnnOp] = []
        for op in list(function.body.block.ops):
            if isinstance(op, func.ReturnOp):
                self.join_results(op)
            elif isinstance(op, NcnnOp) and self.has_batch(op):
                self.expand_op(op)
                replaced.append(op)
            elif isinstance(op, NcnnOp) and is_behind_batches(op):
                infer_op(op)
        for op in reversed(replaced):
            op.detach()
            op.erase()
        function.update_function_type()

    def has_batch(self, op: NcnnOp) -> bool:
        """Return whether an op reads a batch, or creates one from a blob of known shape."""
        if any(operand in self.items for operand in op.operands):
            return True
        if not isinstance(op, ReshapeOp) or op.keeps_batch():
            return False
        return all(map(has_shape, op.operands)) and self.batches(op)[1].count > 1

    def items_of(self, value: SSAValue) -> Items:
        """The items of a blob, which may be a batch."""
        return self.items.get(value, [value])

    def expand_op(self, op: NcnnOp) -> None:
        """Replace an op by the layers of its items."""
        operands = [self.items_of(operand) for operand in op.operands]
        if isinstance(op, ReshapeOp):
            source, result = self.batches(op)
            self.count_layers(op, max(source.count, result.count))
            results = [regrouped(op, operands[0], source, result)]
        else:
            count = size_of_batches(op, operands)
            self.count_layers(op, count)
            results = cloned_for_items(op, operands, count)
        for value, items in zip(op.results, results, strict=True):
            name_items(value.name_hint, items)
            if len(items) > 1:
                self.items[value] = items
            else:
                value.replace_all_uses_with(items[0])

    def batches(self, op: ReshapeOp) -> tuple[Batch, Batch]:
        """Return the batches that a Reshape reads and creates. Raises: OperationError."""
        operands = [self.items_of(operand) for operand in op.operands]
        if not all(has_shape(items[0]) for items in operands):
            raise OperationError(op, "the shape of the items of a batch is unknown")
        try:
            return op.batches([shape_of(items[0]) for items in operands], list(map(len, operands)))
        except ShapeError as e:
            raise OperationError(op, str(e)) from None

    def count_layers(self, op: NcnnOp, count: int) -> None:
        """Raises: OperationError if batches become too many layers, including those of an op."""
        self.layers += count
        if self.layers > MAX_BATCHED_LAYERS:
            reason = f"layers on batches would become more than {MAX_BATCHED_LAYERS} layers"
            raise OperationError(op, f"{reason} here, with a batch of {count}")

    def join_results(self, op: func.ReturnOp) -> None:
        for index, value in enumerate(op.operands):
            if value in self.items:
                op.operands[index] = joined_result(op, value, self.items[value])


def is_behind_batches(op: NcnnOp) -> bool:
    """Return whether the shapes of an op's results are unknown but can be inferred."""
    return all(map(has_shape, op.operands)) and not all(map(has_shape, op.results))


def size_of_batches(op: NcnnOp, operands: Sequence[Items]) -> int:
    """Return the size of all batches that an op reads. Raises: OperationError if they differ."""
    first, *others = dict.fromkeys(len(items) for items in operands if len(items) > 1)
    if others:
        raise OperationError(op, f"takes a batch of {first} and one of {others[0]}")
    return first


def cloned_for_items(op: NcnnOp, operands: Sequence[Items], count: int) -> list[Items]:
    """Clone an op for each item, sharing other operands; return the items of its results."""
    clones: list[NcnnOp] = []
    for index in range(count):
        chosen = [items[index] if len(items) > 1 else items[0] for items in operands]
        clone = op.clone(dict(zip(op.operands, chosen, strict=True)), clone_name_hints=False)
        PatternRewriter(op).insert(clone)
        if all(map(has_shape, clone.operands)):
            infer_op(clone)
        clones.append(clone)
    return [[clone.results[i] for clone in clones] for i in range(len(op.results))]


def regrouped(op: ReshapeOp, items: Items, source: Batch, result: Batch) -> Items:
    layers = ReplacementBuilder(op, PatternRewriter(op))
    if source.around[1:] == result.around[1:]:
        return [layers.reshape(item, result.shape) for item in items]
    joined = items[0]
    if source.count > 1:
        before, _, behind = source.around
        joined = layers.concat([layers.reshape(x, (before, 1, behind)) for x in items], 1)
    if result.count == 1:
        return [layers.reshape(joined, result.shape)]
    cells = layers.reshape(joined, result.around)
    parts = (layers.slice(cells, 1, i, i + 1) for i in range(result.count))
    return [layers.reshape(part, result.shape) for part in parts]


def joined_result(op: func.ReturnOp, value: SSAValue, items: Items) -> SSAValue:
    """
    Join a batch along a new outermost axis. Raises: OperationError if no blob has such a rank.
    """
    layer = value.owner
    assert isinstance(layer, NcnnOp)  # only layers create batches
    if not has_shape(items[0]):
        raise OperationError(layer, "the shape of the items of a batch is unknown")
    shape = shape_of(items[0])
    if len(shape) + 1 not in AXIS_NAMES:
        what = f"an output that is a batch of {len(items)} blobs of {extents_text(shape)}"
        raise OperationError(layer, f"{what} would have {len(shape) + 1} dimensions, not 1 to 4")
    layers = ReplacementBuilder(layer, PatternRewriter(op))
    joined = layers.concat([layers.reshape(item, (1, *shape)) for item in items], 0)
    joined.name_hint = value.name_hint
    return joined


def name_items(name: str | None, items: Items) -> None:
    """Name the items without a name after their batch."""
    for item, hint in zip(items, item_names(name, len(items)), strict=True):
        if item.name_hint is None:
            item.name_hint = hint


def item_names(name: str | None, count: int) -> Iterator[str | None]:
    """Return `name.item0` and so on; the name itself for a single item."""
    for index in range(count):
        yield name if name is None or count == 1 else f"{name}.item{index}"
