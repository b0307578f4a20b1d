"""Reshape and Flatten: the same cells in other dimensions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)

from ...constraints import I64, I64Array, int_array, int_attr, int_list
from ..assembly import FUNCTION_TYPE, optional
from ..base import TAKES_BF16, NcnnOp
from ..errors import BatchedResultError, ShapeError
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import int_param
from ..rules.axes import AXIS_NAMES, named_extents, resolve_axis
from ..rules.expression import evaluate_expression
from ..rules.implied_shapes import ImpliedShapes, PartialShape, cell_count
from ..rules.ranks import Rank, RankOf
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of

ABSENT = -233
"""Code of an extent that is not given."""
NO_BATCH_AXIS = 233
"""Code of a batch axis that is not given."""


@dataclass(frozen=True)
class Batch:
    """A batch of blobs of one shape: `shape`, with `count` as extent of the batch axis `axis`."""

    count: int
    shape: Shape
    axis: int = 0

    @property
    def axes(self) -> Shape:
        """Return all axes, the batch among them."""
        return (*self.shape[: self.axis], self.count, *self.shape[self.axis :])

    @property
    def around(self) -> tuple[int, int, int]:
        """Return the number of cells before the batch axis, the batch, and the cells after it."""
        before, behind = self.shape[: self.axis], self.shape[self.axis :]
        return math.prod(before), self.count, math.prod(behind)


class ReshapingOp(NcnnOp):
    """The cells of the input, in order, in another shape: the same memory."""

    NARROW_ELEMENTS: ClassVar = TAKES_BF16

    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    def supports_packing(self) -> bool:
        """Return whether packed memory stays too: the outermost axis does, and no matrix's."""
        source, result = shape_of(self.input), shape_of(self.output)
        return source[0] == result[0] and 2 not in (len(source), len(result))

    def keeps_batch(self) -> bool:
        """Return whether each item of a batch is reshaped alone."""
        return True

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)


@irdl_op_definition
class ReshapeOp(ReshapingOp):
    """
    `ncnn.reshape %x shape [0, -1]`: the cells of the input, in order, in another shape.

    An extent of 0 is that of the input's axis of the same name (see `named_extents`), one of -1
    follows from the others; a vector takes all cells, for any requested extent. With an
    `expression` the extents come from a list in ncnn's order `w, h[, d], c`, which may refer to the
    extents of further inputs (`like`).

    ncnn's blobs may have a batch besides their shape. A batch axis says where it is counted among
    the input's axes, or the new ones (negative: from the end). With one, 0 is the extent of the
    input's axis at the same place, and a vector has the extent asked for. A tensor is a batch of
    1; a result that is a larger one has no shape until `expand-batches` has made tensors of it.
    Source: ncnn, reshape.cpp.
    """

    name = "ncnn.reshape"
    SHAPE_OPERANDS: ClassVar[frozenset[str]] = frozenset({"references"})

    input = operand_def(AnyTensor)
    references = var_operand_def(AnyTensor)
    shape = prop_def(I64Array, default_value=int_array([]))
    expression = opt_prop_def(StringAttr)
    input_batch_axis = opt_prop_def(I64)
    output_batch_axis = opt_prop_def(I64)
    output = result_def(AnyTensor)

    assembly_format = (
        "$input (`like` $references^)? "
        f"{optional('shape', 'expression', 'input_batch_axis', 'output_batch_axis')}{FUNCTION_TYPE}"
    )

    LAYER: ClassVar = LayerSpec(
        "Reshape",
        (
            Param(0, "w", "int", ABSENT),
            Param(1, "h", "int", ABSENT),
            Param(11, "d", "int", ABSENT),
            Param(2, "c", "int", ABSENT),
            Param(6, "shape_expr", "string", ""),
            Param(12, "input_batch_axis", "int", NO_BATCH_AXIS),
            Param(13, "output_batch_axis", "int", NO_BATCH_AXIS),
        ),
    )

    def takes_extents(self) -> bool:
        """Return whether the new shape depends on the input's, beyond the remainder for -1."""
        given = self.expression, self.input_batch_axis, self.output_batch_axis
        return any(p is not None for p in given) or 0 in int_list(self.shape)

    def keeps_batch(self) -> bool:
        return self.input_batch_axis is None and self.output_batch_axis is None

    def resolved_shape(self) -> Shape:
        """Return the result's shape. Raises: ShapeError; BatchedResultError for a batch."""
        shapes = [shape_of(value) for value in self.operands]
        _, result = self.batches(shapes, [1] * len(shapes))
        if result.count != 1:
            raise BatchedResultError(f"gives a batch of {result.count}, which no tensor is")
        return result.shape

    def batches(self, shapes: Sequence[Shape], counts: Sequence[int]) -> tuple[Batch, Batch]:
        """Return the batches of input and result. Raises: ShapeError if cells differ."""
        requested = self._requested_shape(shapes, counts)
        if self.keeps_batch():
            shape = _shape_of_item(shapes[0], requested)
            return Batch(counts[0], shapes[0]), Batch(counts[0], shape)
        source = self._source(shapes[0], counts[0])
        axes = shapes[0] if self.input_batch_axis is None else source.axes
        shape = list(filled_shape(shapes[0] if source.count == 1 else axes, requested, axes))
        count, axis = 1, 0
        if self.output_batch_axis is not None:
            axis = resolve_axis(self.output_batch_axis.value.data, len(shape))
            count = shape.pop(axis)
        check_dimensions(len(shape))
        return source, Batch(count, tuple(shape), axis)

    def _requested_shape(self, shapes: Sequence[Shape], counts: Sequence[int]) -> list[int]:
        """Return the requested shape, outermost first, with 0 and -1."""
        if self.expression is None:
            return int_list(self.shape)
        return evaluate_expression(self.expression.data, shapes, counts)[::-1]

    def _source(self, shape: Shape, count: int) -> Batch:
        """Return the input. Raises: ShapeError if it is a batch without a batch axis."""
        if self.input_batch_axis is not None:
            axis = resolve_axis(self.input_batch_axis.value.data, len(shape) + 1)
            return Batch(count, shape, axis)
        if count > 1:
            raise ShapeError(f"its input is a batch of {count}, and it has no input_batch_axis")
        return Batch(count, shape)

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        if self.expression is not None:
            return None
        return len(int_list(self.shape)) - (self.output_batch_axis is not None)

    def infer_shapes(self) -> list[Shape]:
        return [self.resolved_shape()]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """
        Imply the requested extents of the result. Any shape with its number of cells is possible
        for the input; propose that of the result.
        """
        if self.takes_extents():
            self.imply_ranks(shapes)
            return
        asked = tuple(extent if extent > 0 else None for extent in int_list(self.shape))
        cells = cell_count(asked)
        shapes.say(self.output, asked if len(asked) > 1 else (cell_count(shapes.of(self.input)),))
        known = shapes.of(self.input)
        if shapes.takes_proposals and (likely := likely_input(asked, known)) is not None:
            shapes.say(self.input, likely)
        if cells is not None and known is not None:
            shapes.say_cells(self.input, cells)
        elif cells is not None:
            shapes.propose(self.input, asked)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        batch_axes: dict[str, Attribute | None] = {
            name: int_attr(int_param(params, name))
            for name in ("input_batch_axis", "output_batch_axis")
            if params[name] != NO_BATCH_AXIS
        }
        if params["shape_expr"]:
            return {"expression": StringAttr(str(params["shape_expr"])), **batch_axes}
        given = {name: int_param(params, name) for name in "whdc"}
        rank = 4
        for smaller, name in ((3, "d"), (2, "c"), (1, "h"), (0, "w")):
            if given[name] == ABSENT:
                rank = smaller
        if rank == 0:
            raise ShapeError("gives no shape")
        return {"shape": int_array([given[name] for name in AXIS_NAMES[rank]]), **batch_axes}

    def layer_params(self) -> dict[str, ParamValue]:
        params = super().layer_params()  # the batch axes
        if self.expression is not None:
            return {"shape_expr": self.expression.data, **params}
        extents = int_list(self.shape)
        check_dimensions(len(extents))
        return {**dict(zip(AXIS_NAMES[len(extents)], extents, strict=True)), **params}


def _shape_of_item(source: Shape, requested: Sequence[int]) -> Shape:
    """Return the new shape of a blob, or of each item of a batch."""
    check_dimensions(len(requested))
    if len(requested) == 1:
        return (math.prod(source),)
    extents = named_extents(source)
    return filled_shape(source, requested, [extents[axis] for axis in AXIS_NAMES[len(requested)]])


def check_dimensions(rank: int) -> None:
    """Raises: ShapeError for more dimensions than a blob has, or none."""
    if rank not in AXIS_NAMES:
        raise ShapeError(f"the new shape has {rank} dimensions, not 1 to 4")


def filled_shape(source: Shape, requested: Sequence[int], kept: Sequence[int]) -> Shape:
    """Fill in `kept[i]` for 0 and the remainder for -1. Raises: ShapeError for other cells."""
    copies = [*kept, *[0] * len(requested)]
    shape = [copies[i] if extent == 0 else extent for i, extent in enumerate(requested)]
    total = math.prod(source)
    known = math.prod(n for n in shape if n != -1)
    if shape.count(-1) == 1 and known > 0:
        shape[shape.index(-1)] = total // known
    if not shape or any(n < 0 for n in shape) or math.prod(shape) != total:
        raise ShapeError(f"{list(source)} does not fit the new shape {list(requested)}")
    return tuple(shape)


@irdl_op_definition
class FlattenOp(ReshapingOp):
    """`ncnn.flatten %x`: the cells of the input in order, as a vector."""

    name = "ncnn.flatten"

    assembly_format = "$input attr-dict `:` type($input) `->` type($output)"

    LAYER: ClassVar = LayerSpec("Flatten")
    RANK: ClassVar = 1

    def infer_shapes(self) -> list[Shape]:
        return [(math.prod(shape_of(self.input)),)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply a vector of all cells as result; propose one as input."""
        shapes.say(self.output, (cell_count(shapes.of(self.input)),))
        if (cells := cell_count(shapes.of(self.output))) is not None:
            shapes.say_cells(self.input, cells)
            if shapes.of(self.input) is None:
                shapes.propose(self.input, (cells,))


def likely_input(asked: PartialShape, known: PartialShape | None) -> PartialShape | None:
    """
    Return the likely extents of an input that is reshaped to `asked`: the same without axes of 1,
    or an image `c,h,w` that becomes `1,c,-1`; None if nothing is likely.
    """
    others = tuple(extent for extent in asked if extent != 1)
    if known is not None and len(others) == len(known) < len(asked):
        return others
    if len(asked) > 1 and len(others) == 2 and others[0] is not None and others[1] is None:
        return (others[0], None, None) if known is None or len(known) == 3 else None
    return None
