"""Rows as int8 with a factor for each; no layer of ncnn."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, f32, i8
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from ...element_types import element_of
from ..base import NcnnOp
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class Int8RowsOp(NcnnOp):
    """
    Quantize each row along the last axis to int8, and return the rows' factors. The largest
    magnitude of a row becomes 127; halves round away from zero.

        %y, %f = ncnn.quantize_rows %x : tensor<8x5x128xf32> -> tensor<8x5x128xi8>, tensor<8x5xf32>
    """

    name = "ncnn.quantize_rows"
    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    factors = result_def(AnyTensor)
    assembly_format = "$input attr-dict `:` type($input) `->` type($output) `,` type($factors)"

    @classmethod
    def of(cls, input: SSAValue) -> Int8RowsOp:
        """Return the op on a tensor of known shape."""
        shape = shape_of(input)
        types = [TensorType(i8, shape), TensorType(f32, shape[:-1])]
        return cls.build(operands=[input], result_types=types)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        return [shape, shape[:-1]]

    def verify_(self) -> None:
        super().verify_()
        types = [element_of(v.type) for v in (self.input, self.output, self.factors)]
        if types != [f32, i8, f32]:
            raise VerifyException("makes i8, and factors of f32, of f32")
