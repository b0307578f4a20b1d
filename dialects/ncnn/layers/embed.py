"""Embed: rows of a table."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import i8
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
)

from ...element_types import element_of
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerFamily, LayerSpec, Param, ParamValue, Weight
from ..parameters import int_parameter
from ..rules.implied_shapes import ImpliedShapes
from ..rules.integer_operands import Bounds
from ..rules.layer_params import flag_code
from ..rules.param_rules import NUM_OUTPUT, flag, one, output_rows, vector
from ..shapes import AnyTensor, Shape, has_shape, shape_of


@irdl_op_definition
class EmbedOp(NcnnOp):
    """
    `ncnn.embed %words, %table bias %b input_dim 100`: the row of the table for each word, plus the
    bias.

    Words are row numbers, clamped to `0 ... input_dim - 1`; they are the first row of the operand.
    Computed words are truncated. A table of int8 is divided by its scale.
    Shapes: `...,n` and `rows,out` to `n,out`.
    Source: ncnn, embed.cpp.
    """

    name = "ncnn.embed"
    INTEGER_OPERANDS: ClassVar[frozenset[str]] = frozenset({"words"})

    words = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    weight_scale = opt_operand_def(AnyTensor)
    input_dim = int_parameter(1)
    output = result_def(AnyTensor)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$words `,` $weight (`bias` $bias^ `:` type($bias))? "
        "(`scale` $weight_scale^ `:` type($weight_scale))? (`input_dim` $input_dim^)? attr-dict "
        "`:` type($words) `,` type($weight) `->` type($output)"
    )

    FAMILY: ClassVar = LayerFamily.PRODUCT
    LAYER: ClassVar = LayerSpec(
        "Embed",
        (
            NUM_OUTPUT,
            Param(2, "bias_term", "int", 0),
            Param(3, "weight_data_size", "int", 0),
            Param(18, "int8_scale_term", "int", 0),
        ),
        (
            Weight("weight", lambda p: output_rows(p)[::-1], True),
            Weight("bias", vector("num_output"), False, flag("bias_term")),
            Weight("weight_scale", one, False, flag("int8_scale_term")),
        ),
    )
    RANK: ClassVar = 2
    SUPPORTS_INT8: ClassVar = True

    @property
    def has_int8_table(self) -> bool:
        """Return whether the table is int8."""
        return element_of(self.weight.type) == i8

    def integer_bounds(self, name: str) -> Bounds:
        return (0, max(self.input_dim.value.data - 1, 0))

    def infer_shapes(self) -> list[Shape]:
        table, rows = shape_of(self.weight), self.input_dim.value.data
        if len(table) != 2:
            raise ShapeError(f"weight must have 2 dimensions, not {len(table)}")
        if not 1 <= rows <= table[0]:
            raise InvalidLayerError(f"input_dim {rows} does not fit a table of {table[0]} rows")
        if self.has_int8_table != (self.weight_scale is not None):
            raise InvalidLayerError("a table of int8, and only such a one, has a scale: 18=1")
        if self.bias is not None and shape_of(self.bias) != table[1:]:
            raise ShapeError(f"bias has shape {list(shape_of(self.bias))}, not {[table[1]]}")
        return [(shape_of(self.words)[-1], table[1])]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply that words are a vector, of any length."""
        shapes.propose(self.words, (None,))
        words = shapes.of(self.words)
        shapes.say(self.output, (words[-1] if words else None, shape_of(self.weight)[1]))

    def layer_params(self) -> dict[str, ParamValue]:
        params = {
            **super().layer_params(),
            "bias_term": flag_code(self.bias),
            "int8_scale_term": flag_code(self.weight_scale),
        }
        if has_shape(self.weight):
            rows, outputs = shape_of(self.weight)
            params |= {"num_output": outputs, "weight_data_size": rows * outputs}
        return params
