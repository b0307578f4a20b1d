"""The blobs of all items of a batch, in the forms that layers ask for."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import Rewriter

from ....dialects.constraints import int_array
from ....dialects.element_types import element_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.layers.crop import CropMode, CropModeAttr, CropOp
from ....dialects.ncnn.rules.axes import MAX_RANK
from ....dialects.ncnn.shapes import Shape, has_shape, shape_of
from ..building.replacement_builder import ReplacementBuilder


class BatchBuilder(ReplacementBuilder):
    """Inserts what a layer becomes for `size` items."""

    def __init__(self, layer: Operation, rewriter: PatternRewriter, size: int):
        super().__init__(layer, rewriter)
        self.size = size

    def again(self, op: NcnnOp, operands: Sequence[SSAValue]) -> list[SSAValue]:
        """The results of the layer with these operands, whose shapes give theirs."""
        twin = op.clone()
        twin.operands = list(operands)
        return self.inserted(twin)

    def inserted(self, op: NcnnOp) -> list[SSAValue]:
        """The results of a new op, their shapes inferred."""
        for result, shape in zip(op.results, op.infer_shapes(), strict=True):
            element = element_of(result.type) if has_shape(result) else f32
            type = TensorType(element, shape)
            Rewriter.replace_value_with_new_type(result, type)
        self.insert(op)
        return list(op.results)

    def box(self, x: SSAValue, offsets: Sequence[int], sizes: Sequence[int]) -> SSAValue:
        """The part of x that begins at the offsets and has these sizes."""
        if shape_of(x) == tuple(sizes):
            return x
        ends = [offset + size for offset, size in zip(offsets, sizes, strict=True)]
        return self.insert(
            CropOp.build(
                operands=[x, []],
                properties={
                    "mode": CropModeAttr(CropMode.SLICE),
                    "starts": int_array(offsets),
                    "ends": int_array(ends),
                    "axes": int_array(range(len(sizes))),
                },
                result_types=[TensorType(element_of(x.type), sizes)],
            )
        )


class BatchedBlob:
    """
    A blob of every item: stacked along an axis of their own, in one tensor, or apart.

    Shapes: `shape` is that of an item. Stacked along axis 1, `c,h,w` is `c,n,h,w`. Items of four
    axes cannot be stacked.
    """

    def __init__(self, shape: Shape):
        self.shape = shape
        self.forms: dict[int, SSAValue] = {}
        """The tensors in which the items are stacked, by axis."""
        self.apart: dict[int, SSAValue] = {}
        """The items that are tensors of their own, by number."""

    @classmethod
    def stacked_along(cls, value: SSAValue, axis: int) -> BatchedBlob:
        """The items that a tensor has along an axis."""
        shape = shape_of(value)
        blob = cls((*shape[:axis], *shape[axis + 1 :]))
        blob.forms[axis] = value
        return blob

    @classmethod
    def of_items(cls, items: Sequence[SSAValue]) -> BatchedBlob:
        blob = cls(shape_of(items[0]))
        blob.apart = dict(enumerate(items))
        return blob

    @property
    def can_stack(self) -> bool:
        """Return whether an item has room for one more axis."""
        return len(self.shape) < MAX_RANK

    @property
    def axis(self) -> int:
        """An axis along which the items are stacked without moving them; 0 if they are apart."""
        return next(iter(self.forms), 0)

    def stacked(self, layers: BatchBuilder, axis: int) -> SSAValue:
        """Return all items in one tensor, concatenated along that axis."""
        if axis not in self.forms:
            self.forms[axis] = self._stack(layers, axis)
        return self.forms[axis]

    def _stack(self, layers: BatchBuilder, axis: int) -> SSAValue:
        if self.forms:
            now, value = next(iter(self.forms.items()))
            return moved(layers, value, now, axis)
        shape = (*self.shape[:axis], 1, *self.shape[axis:])
        return layers.concat([layers.reshape(item, shape) for item in self.items(layers)], axis)

    def item(self, layers: BatchBuilder, index: int) -> SSAValue:
        """An item, as a tensor of its own."""
        if index not in self.apart:
            axis = min(self.forms)
            part = layers.slice(self.forms[axis], axis, index, index + 1)
            self.apart[index] = layers.reshape(part, self.shape)
        return self.apart[index]

    def items(self, layers: BatchBuilder) -> list[SSAValue]:
        return [self.item(layers, i) for i in range(layers.size)]

    def reshaped(self, layers: BatchBuilder, shape: Shape) -> BatchedBlob:
        """Reshape each item; in memory if items are stacked before what changes."""
        if shape == self.shape:
            return self
        if len(shape) == MAX_RANK or not self.forms:
            return BatchedBlob.of_items([layers.reshape(v, shape) for v in self.items(layers)])
        agree = (a for a in self.forms if self.shape[:a] == shape[:a])
        axis = next(agree, 0)
        value = self.stacked(layers, axis)
        whole = (*shape[:axis], layers.size, *shape[axis:])
        return BatchedBlob.stacked_along(layers.reshape(value, whole), axis)


def moved(layers: BatchBuilder, value: SSAValue, source: int, to: int) -> SSAValue:
    """The tensor with one of its axes in another place; the same memory if it passes axes of 1."""
    order = [axis for axis in range(len(shape_of(value))) if axis != source]
    order.insert(to, source)
    shape = shape_of(value)
    long = [axis for axis in order if shape[axis] > 1]
    if long == sorted(long):
        return layers.reshape(value, [shape[axis] for axis in order])
    return layers.permute(value, order)
