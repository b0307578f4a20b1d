"""Reshape and Flatten: the same cells in other dimensions."""

from __future__ import annotations

import math
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

from ...properties import int_array
from ..axes import AXIS_NAMES, named_extents
from ..base import (
    AnyTensor,
    I64Array,
    NcnnOp,
    Shape,
    ShapeError,
    int_list,
    int_param,
    shape_of,
)
from ..expression import evaluate_expression
from ..layer import LayerSpec, Param, Params, ParamValue
from ..ranks import Rank, RankOf
from ..value_range import Range, RangeOf

ABSENT = -233
"""Code of an extent that is not given."""
NO_BATCH_AXIS = 233
"""Code of a batch axis that is not given."""


@irdl_op_definition
class ReshapeOp(NcnnOp):
    """
    `ncnn.reshape %x shape [0, -1]`: the cells of the input, in order, in another shape.

    An extent of 0 is that of the input's axis of the same name (see `named_extents`), one of -1 is
    what the others leave; a vector takes all cells, whatever is asked for. With an `expression` the
    extents come from a list in ncnn's order `w, h[, d], c`, which may speak of the extents of
    further inputs (`like`).
    Source: ncnn, reshape.cpp.
    """

    name = "ncnn.reshape"
    SHAPE_OPERANDS: ClassVar[frozenset[str]] = frozenset({"references"})

    input = operand_def(AnyTensor)
    references = var_operand_def(AnyTensor)
    shape = prop_def(I64Array, default_value=int_array([]))
    expression = opt_prop_def(StringAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$input (`like` $references^)? (`shape` $shape^)? (`expression` $expression^)? "
        "attr-dict `:` functional-type(operands, results)"
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

    def _requested_shape(self) -> list[int]:
        """The shape as asked for, outermost first, with 0 and -1."""
        if self.expression is None:
            return int_list(self.shape)
        shapes = [shape_of(v) for v in self.operands]
        return evaluate_expression(self.expression.data, shapes)[::-1]

    def resolved_shape(self) -> Shape:
        """The shape of the result. Raises: ShapeError if it does not have the input's cells."""
        source = shape_of(self.input)
        requested = self._requested_shape()
        if not 1 <= len(requested) <= 4:
            raise ShapeError(f"the new shape has {len(requested)} dimensions, not 1 to 4")
        if len(requested) == 1:
            return (math.prod(source),)
        extents = named_extents(source)
        names = AXIS_NAMES[len(requested)]
        shape = [extents[a] if n == 0 else n for a, n in zip(names, requested, strict=True)]
        total = math.prod(source)
        known = math.prod(n for n in shape if n != -1)
        if shape.count(-1) == 1 and known > 0:
            shape[shape.index(-1)] = total // known
        if min(shape) < 1 or math.prod(shape) != total:
            raise ShapeError(f"{list(source)} does not fit the new shape {requested}")
        return tuple(shape)

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return len(int_list(self.shape)) if self.expression is None else None

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    def infer_shapes(self) -> list[Shape]:
        return [self.resolved_shape()]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        for axis in ("input_batch_axis", "output_batch_axis"):
            if params[axis] != NO_BATCH_AXIS:
                raise ShapeError(f"{axis} {params[axis]}: batches are not supported")
        if params["shape_expr"]:
            return {"expression": StringAttr(str(params["shape_expr"]))}
        given = {name: int_param(params, name) for name in "whdc"}
        rank = 4
        for smaller, name in ((3, "d"), (2, "c"), (1, "h"), (0, "w")):
            if given[name] == ABSENT:
                rank = smaller
        if rank == 0:
            raise ShapeError("gives no shape")
        return {"shape": int_array([given[name] for name in AXIS_NAMES[rank]])}

    def layer_params(self) -> dict[str, ParamValue]:
        if self.expression is not None:
            return {"shape_expr": self.expression.data}
        extents = int_list(self.shape)
        if len(extents) not in AXIS_NAMES:
            raise ShapeError(f"the new shape has {len(extents)} dimensions, not 1 to 4")
        return dict(zip(AXIS_NAMES[len(extents)], extents, strict=True))


@irdl_op_definition
class FlattenOp(NcnnOp):
    """`ncnn.flatten %x`: the cells of the input in order, as a vector."""

    name = "ncnn.flatten"

    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    assembly_format = "$input attr-dict `:` type($input) `->` type($output)"

    LAYER: ClassVar = LayerSpec("Flatten")

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 1

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    def infer_shapes(self) -> list[Shape]:
        return [(math.prod(shape_of(self.input)),)]
