"""Explicit conversions of integers to float32."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from ...element_types import element_of
from ..base import NcnnOp
from ..shapes import AnyTensor, Shape, has_shape, shape_of, tensor_type


@irdl_op_definition
class ConvertIntegersOp(NcnnOp):
    """
    The same numbers, as nearly as float32 has them:
    `ncnn.convert_integers %x : tensor<5xi32> -> tensor<5xf32>`.
    """

    name = "ncnn.convert_integers"
    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$input attr-dict `:` type($input) `->` type($output)"

    @classmethod
    def of(cls, input: SSAValue) -> ConvertIntegersOp:
        """Return the conversion of a tensor of int32 or int8."""
        return cls.build(operands=[input], result_types=[tensor_type(shape_of(input))])

    def infer_shapes(self) -> list[Shape]:
        return [shape_of(self.input)]

    def verify_(self) -> None:
        super().verify_()
        if not has_shape(self.input) or element_of(self.input.type) not in (i8, i32):
            raise VerifyException(f"converts a tensor of i32 or i8, not {self.input.type}")
        if element_of(self.output.type) != f32:
            raise VerifyException(f"converts to f32, not {element_of(self.output.type)}")
