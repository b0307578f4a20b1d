"""Softmax along one axis."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..base import NcnnOp
from ..errors import InvalidLayerError
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import int_param
from ..parameters import int_parameter
from ..rules.axes import resolve_axis
from ..rules.implied_shapes import ImpliedShapes
from ..rules.value_range import UNIT
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class SoftmaxOp(NcnnOp):
    """`ncnn.softmax %x axis 1`: `exp(x - max) / sum(exp(x - max))` along `axis`."""

    name = "ncnn.softmax"

    input = operand_def(AnyTensor)
    axis = int_parameter(0)
    output = result_def(AnyTensor)

    assembly_format = "$input (`axis` $axis^)? attr-dict `:` type($input) `->` type($output)"

    FAMILY: ClassVar = LayerFamily.POOLING
    RANGE: ClassVar = UNIT
    LAYER: ClassVar = LayerSpec("Softmax", (Param(1, "fixbug0", "int", 0),))
    RANK: ClassVar = "input"

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        return resolve_axis(self.axis.value.data, len(shape_of(self.input)))

    def infer_shapes(self) -> list[Shape]:
        self.resolved_axis()
        return [shape_of(self.input)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_same((self.input, *self.results))

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        axis = int_param(params, "axis")
        if axis != 0 and not params["fixbug0"]:
            raise InvalidLayerError(f"axis {axis} needs 1=1 (fixbug0), else it means another axis")
        return super().layer_properties(params)

    def layer_params(self) -> dict[str, ParamValue]:
        axis = self.axis.value.data
        return {"axis": axis, "fixbug0": int(axis != 0)}
