"""Explicit conversions between memory layouts."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ..shapes import shape_of


@irdl_op_definition
class ConvertLayoutOp(IRDLOperation):
    """
    The same blob in another layout:
    `ncnn.convert_layout %x : tensor<24x4x4xf32> -> tensor<24x4x4xf32, #ncnn.layout<pack = 16>>`.
    """

    name = "ncnn.convert_layout"
    input = operand_def(TensorType)
    output = result_def(TensorType)
    traits = traits_def(Pure())
    assembly_format = "$input attr-dict `:` type($input) `->` type($output)"

    def __init__(self, input: SSAValue, type: TensorType):
        super().__init__(operands=[input], result_types=[type])

    def verify_(self) -> None:
        if shape_of(self.input) != shape_of(self.output):
            raise VerifyException("a layout conversion keeps the shape")
